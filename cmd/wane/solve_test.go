package main

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
)

// In tempo, the knight has one square, from which it attacks the king's only other
// one.
const tempo = "******1k/********/*****1**/********/******N*/********/********/*******K b - - 0 40"

// In half, with fifteen free squares, it is quickly clear that White does not win, but
// not that it does not lose.
const half = "r*n**k**rr/p**p******/1**1*1p**1/**p1p***pp/1p2np*P*N/" +
	"PP2**1**1/**N1bP*R**/R*1**1*P**/**P*P**P**/*R*B*K**** w Kk - 0 28"

func TestSolve(t *testing.T) {
	white := strings.Replace(tempo, " b ", " w ", 1)
	checkCalls(t, []call{
		{"lost", []string{tempo}, "", 0, "Lost: White mates within 1 move.", ""},
		{"the line", []string{tempo}, "", 0, "Line:  40…\u00a0Kg8 41.\u00a0Nf6#\nEnd:   White wins: checkmate", ""},
		{"drawn", []string{white, "-v", "cheshire8"}, "", 0, "Moves that hold the draw: Nf6 (1 of 1)", ""},
		{"what is left", []string{white}, "", 0, "2 free squares, at most 3 plies left.", ""},
		{"stalemate", []string{"1******k/********/********/********/********/********/********/R******K b - - 0 40"}, "", 0,
			"The game is over: Draw: stalemate.", ""},
		{"mate", []string{"R******k/********/********/********/********/********/********/*******K b - - 0 40"}, "", 0,
			"The game is over: White wins: checkmate.", ""},
		{"half solved", []string{half, "--nodes", "400000", "--hash", "8"}, "", 0,
			"Not solved, but White does not win: lost or drawn.", ""},
		{"half solved, in JSON", []string{half, "--nodes", "400000", "--hash", "8", "--json"}, "", 0, `"noWin": true`, ""},
		{"unquoted", strings.Fields(tempo), "", 0, "Lost:", ""},
		{"nodes", []string{"-v", "cheshire", "--nodes", "2000", "--hash", "1"}, "", 0, "Not solved. ", ""},
		{"no position", nil, "", 2, "", "no position is given"},
		{"another game", []string{"2k/1R1/K2 w - - 0 1"}, "", 1, "",
			"cannot solve positions of shrink, only of variants in which every move removes a square: cheshire, cheshire8"},
		{"another game by name", []string{"-v", "chess"}, "", 1, "", "cannot solve positions of chess"},
		{"nonsense", []string{"nonsense"}, "", 1, "", "the FEN is invalid in every solvable variant"},
		{"a bad FEN", []string{strings.Replace(tempo, "N", "9", 1), "-v", "cheshire8"}, "", 1, "", "parse FEN: rank"},
		{"twice", []string{tempo, "--fen", tempo}, "", 2, "", "given twice"},
		{"time", []string{tempo, "--movetime", "-1s"}, "", 2, "", "--movetime -1s: expected a duration such as 30s"},
		{"time in words", []string{tempo, "--movetime", "soon"}, "", 2, "",
			`--movetime "soon": expected a duration such as 5s`},
		{"hash", []string{tempo, "--hash", "0"}, "", 2, "", "--hash 0 is out of range (1–"},
	}, "solve", "--hash", "1")
}

func TestSolveJSON(t *testing.T) {
	code, out, errs := wane(t, "", "solve", tempo, "--json")
	var r struct {
		Variant, Result, Score string
		Plies, Squares         int
		Line, SAN, Moves       []string
		Nodes                  uint64
	}
	if err := json.Unmarshal([]byte(out), &r); code != 0 || errs != "" || err != nil {
		t.Fatalf("exit code %d, %s, %v", code, errs, err)
	}
	if r.Variant != "cheshire8" || r.Result != "loss" || r.Score != "1-0" || r.Plies != 2 || r.Squares != 2 ||
		r.Nodes == 0 ||
		strings.Join(r.Line, " ") != "h8g8 g4f6" || strings.Join(r.SAN, " ") != "Kg8 Nf6#" || len(r.Moves) != 0 {
		t.Errorf("%+v", r)
	}
	code, out, errs = wane(t, "", "solve", "-v", "cheshire", "--nodes", "2000", "--hash", "1", "--json")
	if err := json.Unmarshal([]byte(out), &r); code != 0 || err != nil || r.Result != "unknown" || r.Score != "*" {
		t.Errorf("not solved: exit code %d, %s, %v, %+v", code, errs, err, r)
	}
}

// An interrupted solver reports that nothing is proven.
func TestSolveInterrupted(t *testing.T) {
	gone, cancel := context.WithCancel(context.Background())
	cancel()
	var out, errs strings.Builder
	if code := run(gone, []string{"solve", "-v", "cheshire", "--movetime", "0", "--hash", "1"}, strings.NewReader(""),
		&out, &errs); code != exitInterrupted || !strings.Contains(out.String(), "Not solved") {
		t.Errorf("exit code %d, %s%s", code, out.String(), errs.String())
	}
}
