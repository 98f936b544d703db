package main

import (
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/engine/eval/weights"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/rules"
)

// Two engines of one process can have different weights: other weights evaluate and
// play differently from the program's, and the program's own weights, read from a
// file, play the same games.
func TestMatchOfWeights(t *testing.T) {
	t.Chdir(t.TempDir())
	writeZeroed(t, "zero.txt", "chess", "Piece")
	writeZeroed(t, "same.txt", "chess")
	g, err := rules.ByName("chess")
	if err != nil {
		t.Fatal(err)
	}
	own := boardsOf(t, g, "")
	for file, same := range map[string]bool{"zero.txt": false, "same.txt": true} {
		p, err := g.Parse("4k3/8/8/8/8/8/8/3QK3 w - - 0 1")
		if err != nil {
			t.Fatal(err)
		}
		if got, want := boardsOf(t, g, file)(p).Eval(), own(p).Eval(); (got == want) != same {
			t.Errorf("with %s a queen more is worth %d, with the program's weights %d", file, got, want)
		}
	}
	pgn := map[string]string{}
	for _, file := range []string{"zero.txt", "same.txt"} {
		code, out, errs := wane(t, "", "match", "-v", "chess", "-e", "wane,name=new,weights="+file, "-e", "wane", "-n", "200",
			"-g", "4",
			"--max-moves", "30", "--output", file+".pgn", "--json")
		if code != 0 || !json.Valid([]byte(out)) {
			t.Fatalf("exit code %d\n%s%s", code, out, errs)
		}
		text, err := os.ReadFile(file + ".pgn")
		if err != nil {
			t.Fatal(err)
		}
		pgn[file] = string(text)
	}
	code, out, errs := wane(t, "", "match", "-v", "chess", "-e", "wane,name=new", "-e", "wane", "-n", "200", "-g", "4",
		"--max-moves", "30", "--output", "own.pgn", "--json")
	text, err := os.ReadFile("own.pgn")
	if code != 0 || err != nil {
		t.Fatalf("exit code %d, %v\n%s%s", code, err, out, errs)
	}
	if movesOf(string(text)) != movesOf(pgn["same.txt"]) {
		t.Error("the same weights from a file play other games")
	}
	if movesOf(string(text)) == movesOf(pgn["zero.txt"]) {
		t.Error("other weights play the same games")
	}
}

// movesOf returns the lines of a PGN without its tags.
func movesOf(pgn string) string {
	var moves strings.Builder
	for line := range strings.Lines(pgn) {
		if !strings.HasPrefix(line, "[") {
			_, _ = moves.WriteString(line)
		}
	}
	return moves.String()
}

func TestWeightsErrors(t *testing.T) {
	t.Chdir(t.TempDir())
	writeZeroed(t, "shrink.txt", "shrink")
	writeZeroed(t, "tempo.txt", "chess", "Tempo")
	checkCalls(t, []call{
		{"a match with weights of another variant",
			[]string{"match", "-v", "chess", "-n", "9", "-e", "wane,weights=shrink.txt", "-e", "wane"}, "", 2, "",
			"shrink.txt: not the weights of chess: line "},
		{"a match without the file", []string{"match", "-v", "chess", "-n", "9", "-e", "wane,weights=none.txt", "-e", "wane"},
			"", 2, "", "none.txt"},
		{"a match with a network that is none",
			[]string{"match", "-v", "chess", "-n", "9", "-e", "wane,network=shrink.txt", "-e", "wane"}, "", 2, "",
			"shrink.txt: not a network"},
		{"a match with no network",
			[]string{"match", "-v", "chess", "-n", "9", "-e", "wane,network=", "-e", "wane"}, "", 2, "",
			"network=: expected the name of a file"},
		{"a match with two evaluations",
			[]string{"match", "-v", "chess", "-n", "9", "-e", "wane,eval=classic,weights=shrink.txt", "-e", "wane"}, "", 2, "",
			"weights, network and eval exclude each other"},
		{"a match with an unknown evaluation",
			[]string{"match", "-v", "chess", "-n", "9", "-e", "wane,eval=new", "-e", "wane"}, "", 2, "",
			"expected classic or generic"},
		{"a match with no file", []string{"match", "-v", "chess", "-n", "9", "-e", "wane,weights=", "-e", "wane"}, "", 2, "",
			"weights=: expected the name of a file"},
		{"UCI with weights", []string{"uci", "--weights", "tempo.txt"}, "eval\n", 0, "Static evaluation: +0.00 for White",
			""},
		{"UCI without a group", []string{"uci", "--zero", "tempo"}, "eval\n", 0, "Static evaluation: +0.00 for White", ""},
		{"UCI without either", []string{"uci"}, "eval\n", 0, "Static evaluation: +0.14 for White", ""},
		{"UCI with weights of another variant", []string{"uci", "--weights", "shrink.txt"}, "eval\n", 2, "",
			"--weights: shrink.txt: not the weights of chess: line "},
	})
}

func boardsOf(t *testing.T, g game.Game, file string) func(game.Position) engine.Node {
	t.Helper()
	b, err := nodeFunc(g, file)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// writeZeroed writes a weights file with some groups zeroed.
func writeZeroed(t *testing.T, file, variant string, groups ...string) {
	t.Helper()
	g, err := rules.ByName(variant)
	if err != nil {
		t.Fatal(err)
	}
	e, err := eval.Tunable(eval.Classic(g), g)
	if err != nil {
		t.Fatal(err)
	}
	list := e.Weights()
	var text strings.Builder
	if err := errors.Join(weights.Zero(list, groups...), weights.Write(&text, list, "A test.")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
}

// A file of weights without end is an error and not read to the end of memory.
func TestEndlessWeights(t *testing.T) {
	if _, err := os.Stat("/dev/zero"); err != nil {
		t.Skip(err)
	}
	call := "match -v chess -n 9 -e wane -e wane,name=x,weights=/dev/zero"
	code, _, errs := wane(t, "", strings.Fields(call)...)
	if code == 0 || !strings.Contains(errs, "/dev/zero is larger than ") {
		t.Errorf("exit code %d: %s", code, errs)
	}
}
