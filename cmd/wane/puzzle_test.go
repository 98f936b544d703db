package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/wane-chess/wane/puzzle"
	"github.com/wane-chess/wane/puzzle/collection"
)

// A user solves a puzzle with a mistake, a hint and the right moves.
func TestSolvePuzzle(t *testing.T) {
	z, ok := collection.Nearest("convergent", 800, func(z *puzzle.Puzzle) bool { return z.MateIn() == 2 })
	if !ok {
		t.Fatal("there is no mate in 2")
	}
	right := []string{z.Moves[0], z.Moves[2]}
	for _, c := range []struct{ name, stdin, want, not string }{
		{"solved", strings.Join(right, "\n"), "Solved. Proved: all moves of both sides were tried.", "is not the solution"},
		{"with a hint", "hint\n" + strings.Join(right, "\n"), "The piece on " + z.Moves[0][:2] + " moves.", ""},
		{"nonsense first", "xyzzy\n" + strings.Join(right, "\n"), `"xyzzy"`, ""},
		{"given up", "solution\n", "The solution: ", "Solved."},
		{"quit", "quit\n", "mate in 2", "The solution"},
		{"the input ends", "", "mate in 2", "The solution"},
	} {
		code, out, errs := wane(t, c.stdin, "puzzle", "solve", z.ID)
		if code != 0 || !strings.Contains(out, c.want) || c.not != "" && strings.Contains(out, c.not) {
			t.Errorf("%s: exit code %d, %s\n%s", c.name, code, errs, out)
		}
	}
}

// A session counts what was solved without a mistake.
func TestPuzzleSession(t *testing.T) {
	code, out, errs := wane(t, "next\nnext\nquit\n", "puzzle", "solve", "--seed", "3", "--rating", "1000", "--theme",
		"mate-in-2")
	if code != 0 || !strings.Contains(out, "0 of 2 solved without a mistake.") || strings.Count(out, "mate in 2.") != 3 {
		t.Errorf("exit code %d, %s\n%s", code, errs, out)
	}
}

func TestShowPuzzle(t *testing.T) {
	code, out, errs := wane(t, "", "puzzle", "show", "--daily", "--json")
	var z puzzle.Puzzle
	if err := json.Unmarshal([]byte(out), &z); code != 0 || err != nil || z.ID != z.Identify() {
		t.Errorf("exit code %d, %s, %v\n%s", code, errs, err, out)
	}
	code, out, errs = wane(t, "", "puzzle", "show", z.ID)
	for _, want := range []string{"Puzzle " + z.ID, z.FEN, "\nSolution: ", "\nThemes: ", "\nRating: "} {
		if code != 0 || !strings.Contains(out, want) {
			t.Errorf("exit code %d, %s, want %q in\n%s", code, errs, want, out)
		}
	}
}

func TestCheckPuzzle(t *testing.T) {
	const sound, dual = "1r2/2R1/k3/3K w - - 0 1", "2k/1R1/K2 w - - 0 1"
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"check", "-v", "shrink", "--fen", sound}, 0,
			"Solution: Rc2+\nProved: the tablebases know the result of every move."},
		{[]string{"check", "-v", "shrink", sound, "--json"}, 0, `"goal": "draw"`},
		{[]string{"check", "-v", "shrink", "--fen", dual}, 1, "the position is no puzzle: b2c2 and b2b3 both mate in 2"},
		{[]string{"check", "-v", "shrink", "--fen", dual, "--json"}, 1, `"kind": "second-solution"`},
		{[]string{"check", "-v", "shrink", "--fen", "2k"}, 1, "FEN"},
		{[]string{"check", sound}, 0, "A puzzle. White to move: find the only move that does not lose."},
		{[]string{"check"}, 2, "no position is given"},
		{[]string{"solve", "-v", "chess"}, 2, "there are no puzzles of"},
		{[]string{"show", "--daily", "-v", "shrink"}, 2, "--daily names one puzzle"},
		{[]string{"solve", "--theme", "fork"}, 2, `unknown theme "fork"`},
		{[]string{"show", "--rating", "9000"}, 2, "rating"},
		{[]string{"nothing"}, 2, `unknown command "nothing": expected solve, show or check`},
		{[]string{"solve", "nothing"}, 2, `there is no puzzle "nothing"`},
	} {
		code, out, errs := wane(t, "", append([]string{"puzzle"}, c.args...)...)
		if code != c.code || !strings.Contains(out+errs, c.want) {
			t.Errorf("%v: exit code %d; want %d and %q:\n%s%s", c.args, code, c.code, c.want, out, errs)
		}
	}
}
