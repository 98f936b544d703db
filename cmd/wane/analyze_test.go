package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const foolsMate = "1. f3 e5 2. g4 Qh4# 0-1"

func TestAnalyze(t *testing.T) {
	words := func(args string) []string { // _ stands for a space
		list := strings.Fields(args)
		for i := range list {
			list[i] = strings.ReplaceAll(list[i], "_", " ")
		}
		return list
	}
	checkCalls(t, []call{
		{"text", words("-v shrink --nodes 500"), "", 0, "best: depth", ""},
		{"several lines", words("-v convergent --nodes 500 --lines 2"), "", 0, "line 2", ""},
		{"a FEN", words("2k/1R1/K2 w - - 0 1 -v shrink --depth 5"), "", 0, "1. Rc2+ Ka3 2. Ra2#", ""},
		{"an ending", words("2k/1R1/K2 w - - 0 1 -v shrink --depth 2"), "", 0,
			"White mates in 2 (plies: 3).\n  winning  Rc2+  mate in 2 (plies: 3)\n", ""},
		{"an ending as JSON", words("2k/1R1/K2 w - - 0 1 -v shrink --depth 2 --json"), "", 0,
			`{"tablebase":{"fen":"2k/1R1/K2 w - - 0 1","result":"win","plies":3,"moves":[{"move":"b2c2"`, ""},
		{"an ending without tables", words("2k/1R1/K2 w - - 0 1 -v shrink --depth 1 --tables none"), "", 0,
			"depth 1/2  line 1  +", ""},
		{"invalid tablebases", words("2k/1R1/K2 w - - 0 1 -v shrink --depth 2 --tables analyze.go"), "", 0,
			"White mates in 2 (plies: 3).", "analyze.go: not a tablebase file"},
		{"outside the tablebases", words("-v shrink --depth 2 --tables analyze.go"), "", 0, "best: depth 2",
			"outside the tables: 32 pieces"},
		{"a mate", words("--fen 2k/1R1/K2_w_-_-_0_1 -v shrink --mate 2"), "", 0, "#2", ""},
		{"time", words("-v cheshire8 --movetime 20ms"), "", 0, "best: depth", ""},
		{"no position", words(""), "", 2, "", "no position is given"},
		{"another game", words("-v go"), "", 2, "", `unknown game "go"`},
		{"nonsense", words("nonsense"), "", 1, "", "the FEN is invalid in every variant"},
		{"twice", words("2k/1R1/K2 w - - 0 1 --fen 2k/1R1/K2_w_-_-_0_1"), "", 2, "", "given twice"},
		{"mated", words("k/R/K b - - 3 2 -v shrink"), "", 1, "", "the game is over: White wins: checkmate"},
		{"stalemated", words("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1 -v chess"), "", 1, "", "the game is over: Draw: stalemate"},
		{"drawn", words("7k/8/8/8/8/8/8/K7 w - - 0 1 -v chess --depth 3"), "", 0, "best: depth 3/3  +0.00", ""},
		{"lines", words("-v chess --lines 0"), "", 2, "", "--lines 0 is out of range (1–100)"},
		{"depth", words("-v chess --depth -1"), "", 2, "", "--depth -1: expected plies"},
		{"movetime", words("-v chess --movetime -1s"), "", 2, "", "--movetime -1s: expected a duration such as 5s"},
		{"movetime in words", words("-v chess --movetime soon"), "", 2, "",
			`--movetime "soon": expected a duration such as 5s`},
		{"mate", words("-v chess --mate -2"), "", 2, "", "--mate -2: expected moves"},
		{"nodes", words("-v chess --nodes -2"), "", 2, "", `--nodes "-2": expected a non-negative integer`},
		{"hash", words("-v chess --hash 0"), "", 2, "", "--hash: "},
		{"threads", words("-v chess --threads 0"), "", 2, "", "--threads: "},
		{"game without pgn", words("-v chess --game 2"), "", 2, "", "--game needs --pgn FILE"},
		{"output without pgn", words("-v chess -o x"), "", 2, "", "--output needs --pgn FILE"},
		{"pgn", words("--pgn - -v chess --nodes 2000"), foolsMate, 0, "2. g4 $4 {[%eval #-1]}", "wane: game 1, 2 moves"},
		{"one of two games", words("--pgn - -v chess --nodes 100 --game 2"), "1. e4 e5 *\n\n" + foolsMate, 0, "1. f3",
			"game 2, 2 moves"},
		{"no such game", words("--pgn - -v chess --game 2"), foolsMate, 2, "",
			"--game 2: standard input has no such game that can be read"},
		{"a game before the first", words("--pgn - -v chess --game -2"), foolsMate, 2, "",
			"--game -2: standard input has no such game that can be read"},
		{"an illegal move", words("--pgn - -v chess"), "1. e4 e5 2. Nf4", 1, "", "line 1"},
		{"a corrected move", words("--pgn - -v chess -n 100 --correct 2.Nf3"), "1. e4 e5 2. Nf4", 0, "2. Nf3", ""},
		{"no games", words("--pgn - -v chess"), "", 1, "", "standard input"},
		{"no file", words("--pgn /no/such/file"), "", 1, "", "no such file"},
		{"no name", words("--pgn="), "", 2, "", "the name of the FILE is empty"},
		{"no place", words("--pgn - -v chess -o no/such/a.pgn"), foolsMate, 1, "", "cannot write no/such/a.pgn"},
		{"no output", words("--pgn - -v chess --output="), foolsMate, 2, "", "--output is empty"},
		{"json of games", words("--pgn - -v chess --json"), foolsMate, 2, "", "--json and --pgn exclude each other"},
		{"lines of games", words("--pgn - -v chess --lines 2"), foolsMate, 2, "", "--lines and --pgn exclude each other"},
		{"as a server reviews", words("--pgn - -v chess --review quick"), foolsMate, 0, "2. g4 $4 {[%eval #-1]}", ""},
		{"no such level", words("--pgn - -v chess --review deep"), foolsMate, 2, "",
			"--review: unknown level \"deep\", expected quick or thorough"},
		{"level and nodes", words("--pgn - -v chess --review quick --nodes 5"), foolsMate, 2, "",
			"--review sets the limits; omit --depth, --nodes"},
		{"level without pgn", words("-v chess --review quick"), "", 2, "", "--review needs --pgn FILE"},
		{"a position and games", words("8/8 --pgn -"), foolsMate, 2, "", "the positions come from the games"},
	}, "analyze", "--hash", "1")
}

func TestAnalyzeJSON(t *testing.T) {
	code, out, errs := wane(t, "", "analyze", "-v", "diminuendo", "--depth", "4", "--lines", "2", "--json")
	if code != 0 || errs != "" {
		t.Fatalf("exit code %d, %s", code, errs)
	}
	var r struct {
		Depth, Line int
		Nodes       uint64
		Score       struct{ CP, Mate *int }
		PV, SAN     []string
		Final       bool
	}
	for l := range strings.Lines(out) {
		if err := json.Unmarshal([]byte(l), &r); err != nil {
			t.Fatalf("%v in %s", err, l)
		}
		if r.Depth < 1 || r.Nodes == 0 || len(r.PV) == 0 || len(r.PV) != len(r.SAN) ||
			(r.Score.CP == nil) == (r.Score.Mate == nil) {
			t.Errorf("this is no report: %s", l)
		}
	}
	if !r.Final || r.Line != 1 {
		t.Errorf("the last line is not the final one: %s", out)
	}
}

// The output file has all games, or does not exist.
func TestAnnotateFile(t *testing.T) {
	dir := t.TempDir()
	in, out := filepath.Join(dir, "in.pgn"), filepath.Join(dir, "out.pgn")
	if err := os.WriteFile(in, []byte(foolsMate), 0o600); err != nil {
		t.Fatal(err)
	}
	args := []string{"analyze", "--pgn", in, "-v", "chess", "--nodes", "500", "--hash", "1", "-o", out}

	t.Setenv("NO_COLOR", "1")
	gone, cancel := context.WithCancel(context.Background())
	cancel()
	var failed bytes.Buffer
	if code := run(gone, args, strings.NewReader(""), &failed, &failed); code != exitInterrupted ||
		!strings.Contains(failed.String(), "interrupted; nothing was written") {
		t.Errorf("exit code %d, %s", code, failed.String())
	}
	if files, _ := os.ReadDir(dir); len(files) != 1 {
		t.Errorf("%d files are left after an interruption", len(files))
	}
	if code, text, errs := wane(t, "", args...); code != 0 || text != "" {
		t.Errorf("exit code %d, %s%s", code, text, errs)
	}
	pgn, err := os.ReadFile(out)
	if err != nil || !strings.Contains(string(pgn), "[Annotator \"wane\"]") ||
		!strings.HasSuffix(strings.TrimSpace(string(pgn)), "0-1") {
		t.Errorf("%v:\n%s", err, pgn)
	}
	if code, _, errs := wane(t, "", args...); code != 1 || !strings.Contains(errs, "it exists already") {
		t.Errorf("exit code %d, %s", code, errs)
	}
	if code, _, errs := wane(t, "", append(args, "--force")...); code != 0 {
		t.Errorf("exit code %d, %s", code, errs)
	}
}
