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
	for _, c := range []struct {
		name  string
		args  string
		stdin string
		code  int
		out   string // must stand in standard output
		err   string // must stand in standard error
	}{
		{"text", "-v shrink --nodes 500", "", 0, "best: depth", ""},
		{"several lines", "-v convergent --nodes 500 --lines 2", "", 0, "line 2", ""},
		{"a FEN", "2k/1R1/K2 w - - 0 1 -v shrink --depth 5", "", 0, "1. Rc2+ Ka3 2. Ra2#", ""},
		{"an ending", "2k/1R1/K2 w - - 0 1 -v shrink --depth 2", "", 0, "White mates in 2 (plies: 3).\n  winning  Rc2+  mate in 2 (plies: 3)\n", ""},
		{"an ending as JSON", "2k/1R1/K2 w - - 0 1 -v shrink --depth 2 --json", "", 0, `{"tablebase":{"fen":"2k/1R1/K2 w - - 0 1","result":"win","plies":3,"moves":[{"move":"b2c2"`, ""},
		{"an ending without tables", "2k/1R1/K2 w - - 0 1 -v shrink --depth 1 --tables none", "", 0, "depth 1/2  line 1  +", ""},
		{"tables that cannot be used", "2k/1R1/K2 w - - 0 1 -v shrink --depth 2 --tables usage.go", "", 0, "White mates in 2 (plies: 3).", "usage.go: it is no file of tables"},
		{"no ending", "-v shrink --depth 2 --tables usage.go", "", 0, "best: depth 2", "outside the tables: there are 32 men"},
		{"a mate", "--fen 2k/1R1/K2_w_-_-_0_1 -v shrink --mate 2", "", 0, "#2", ""},
		{"time", "-v cheshire8 --movetime 20ms", "", 0, "best: depth", ""},
		{"nothing", "", "", 2, "", "which game?"},
		{"another game", "-v go", "", 1, "", `unknown game "go"`},
		{"nonsense", "nonsense", "", 1, "", "no game reads this FEN"},
		{"twice", "2k/1R1/K2 w - - 0 1 --fen 2k/1R1/K2_w_-_-_0_1", "", 2, "", "given twice"},
		{"mated", "k/R/K b - - 3 2 -v shrink", "", 1, "", "there is nothing to analyse, the game is over: White wins: checkmate"},
		{"drawn", "7k/8/8/8/8/8/8/K7 w - - 0 1 -v chess", "", 1, "", "the game is over: Draw: no side can win"},
		{"lines", "-v chess --lines 0", "", 2, "", "--lines 0: 1 to 100"},
		{"depth", "-v chess --depth -1", "", 2, "", "--depth -1: expected a number of plies"},
		{"movetime", "-v chess --movetime -1s", "", 2, "", "--movetime -1s: expected a time such as 5s"},
		{"movetime in words", "-v chess --movetime soon", "", 2, "", `--movetime "soon": expected a time such as 5s`},
		{"mate", "-v chess --mate -2", "", 2, "", "--mate -2: expected a number of moves"},
		{"nodes", "-v chess --nodes -2", "", 2, "", `--nodes "-2": expected a whole number from 0`},
		{"hash", "-v chess --hash 0", "", 2, "", "--hash: "},
		{"threads", "-v chess --threads 0", "", 2, "", "--threads: "},
		{"game without pgn", "-v chess --game 2", "", 2, "", "--game is for recorded games: give it with --pgn FILE"},
		{"output without pgn", "-v chess -o x", "", 2, "", "--output is for recorded games"},
		{"pgn", "--pgn - -v chess --nodes 2000", foolsMate, 0, "2. g4 $4 {[%eval #-1]}", "wane: game 1 of 1, 4 moves"},
		{"one of two games", "--pgn - -v chess --nodes 100 -g 2", "1. e4 e5 *\n\n" + foolsMate, 0, "1. f3", "game 1 of 1"},
		{"no such game", "--pgn - -v chess -g 2", foolsMate, 2, "", "--game 2: standard input has 1"},
		{"a game before the first", "--pgn - -v chess -g -2", foolsMate, 2, "", "games are numbered from 1"},
		{"an illegal move", "--pgn - -v chess", "1. e4 e5 2. Nf4", 1, "", "line 1"},
		{"a corrected move", "--pgn - -v chess -n 100 -c 2.Nf3", "1. e4 e5 2. Nf4", 0, "2. Nf3", ""},
		{"no games", "--pgn - -v chess", "", 1, "", "standard input"},
		{"no file", "--pgn /no/such/file", "", 1, "", "no such file"},
		{"no name", "--pgn=", "", 2, "", "the name of the FILE is empty"},
		{"no place", "--pgn - -v chess -o no/such/a.pgn", foolsMate, 1, "", "cannot write no/such/a.pgn"},
		{"no output", "--pgn - -v chess --output=", foolsMate, 2, "", "--output is empty"},
		{"json of games", "--pgn - -v chess --json", foolsMate, 2, "", "--json and --pgn do not go together"},
		{"lines of games", "--pgn - -v chess --lines 2", foolsMate, 2, "", "--lines and --pgn do not go together"},
		{"as a server reviews", "--pgn - -v chess --level quick", foolsMate, 0, "2. g4 $4 {[%eval #-1]}", ""},
		{"no such level", "--pgn - -v chess --level deep", foolsMate, 2, "", "--level: there is no level \"deep\"; reviews are quick or thorough"},
		{"level and nodes", "--pgn - -v chess --level quick --nodes 5", foolsMate, 2, "", "--level says how hard to look: leave out --depth, --nodes"},
		{"level without pgn", "-v chess --level quick", "", 2, "", "--level is for recorded games"},
		{"a position and games", "8/8 --pgn -", foolsMate, 2, "", "the positions come from the games"},
	} {
		t.Run(c.name, func(t *testing.T) {
			args := strings.Fields("analyze " + c.args)
			for i := range args {
				args[i] = strings.ReplaceAll(args[i], "_", " ")
			}
			code, out, errs := wane(t, c.stdin, args...)
			if code != c.code {
				t.Errorf("exit code %d, want %d\n%s", code, c.code, errs)
			}
			if !strings.Contains(out, c.out) || c.code != 0 && out != "" {
				t.Errorf("standard output: want %q\n%s", c.out, out)
			}
			if !strings.Contains(errs, c.err) {
				t.Errorf("standard error has no %q:\n%s", c.err, errs)
			}
		})
	}
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
		if r.Depth < 1 || r.Nodes == 0 || len(r.PV) == 0 || len(r.PV) != len(r.SAN) || (r.Score.CP == nil) == (r.Score.Mate == nil) {
			t.Errorf("this is no report: %s", l)
		}
	}
	if !r.Final || r.Line != 1 {
		t.Errorf("the last line is not the final one: %s", out)
	}
}

// Games go to a file whole, or not at all.
func TestAnnotateFile(t *testing.T) {
	dir := t.TempDir()
	in, out := filepath.Join(dir, "in.pgn"), filepath.Join(dir, "out.pgn")
	if err := os.WriteFile(in, []byte(foolsMate), 0o600); err != nil {
		t.Fatal(err)
	}
	args := []string{"analyze", "--pgn", in, "-v", "chess", "--nodes", "500", "-o", out}

	t.Setenv("NO_COLOR", "1")
	gone, cancel := context.WithCancel(context.Background())
	cancel()
	var told bytes.Buffer
	if code := run(gone, args, strings.NewReader(""), &told, &told); code != 1 || !strings.Contains(told.String(), "interrupted; nothing was written") {
		t.Errorf("exit code %d, %s", code, told.String())
	}
	if files, _ := os.ReadDir(dir); len(files) != 1 {
		t.Errorf("%d files are left after an interruption", len(files))
	}
	if code, text, errs := wane(t, "", args...); code != 0 || text != "" {
		t.Errorf("exit code %d, %s%s", code, text, errs)
	}
	pgn, err := os.ReadFile(out)
	if err != nil || !strings.Contains(string(pgn), "[Annotator \"wane\"]") || !strings.HasSuffix(strings.TrimSpace(string(pgn)), "0-1") {
		t.Errorf("%v:\n%s", err, pgn)
	}
	if code, _, errs := wane(t, "", args...); code != 1 || !strings.Contains(errs, "it exists already") {
		t.Errorf("exit code %d, %s", code, errs)
	}
	if code, _, errs := wane(t, "", append(args, "--force")...); code != 0 {
		t.Errorf("exit code %d, %s", code, errs)
	}
}
