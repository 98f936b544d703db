package notation_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/rules"
	"github.com/wane-chess/wane/rules/shrink"
)

func TestLineReplays(t *testing.T) {
	l := notation.Line{Variant: "shrink", Moves: []string{"e2e4", "d7d5", "e4d5"}}
	p, moves, err := l.Replay(rules.ByName)
	const want = "rnbqkbnr/ppp1pppp/8/3P4/8/PPPP1PPP/RNBQKBNR b"
	if err != nil || len(moves) != 3 || p.Ply() != 3 || !strings.HasPrefix(p.String(), want) {
		t.Errorf("%v: %d moves to %v", err, len(moves), p)
	}
	l.Moves[1] = "d7d4"
	p, moves, err = l.Replay(rules.ByName)
	var bad *notation.LineError
	if !errors.As(err, &bad) || bad.Number != 2 || bad.Text != "d7d4" || len(moves) != 1 || p.Ply() != 1 {
		t.Errorf("%v after %d moves", err, len(moves))
	}
	if !strings.HasPrefix(err.Error(), `move 2: "d7d4"`) {
		t.Errorf("the error is %v", err)
	}
	for _, l := range []notation.Line{{Variant: "draughts"}, {Variant: "shrink", FEN: "9"}} {
		if p, _, err := l.Replay(rules.ByName); p != nil || err == nil {
			t.Errorf("%+v: %v, %v", l, p, err)
		}
	}
}

// Where a game begins may be written in four fields or as EPD; it is kept as a whole FEN.
func TestShortStart(t *testing.T) {
	const whole = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"
	for _, fen := range []string{"4k3/8/8/8/8/8/4P3/4K3 b - -", `4k3/8/8/8/8/8/4P3/4K3 b - - acd 3; id "x";`} {
		tree, err := notation.Line{Variant: "chess", FEN: fen, Moves: []string{"e8e7"}}.Tree(rules.ByName)
		if err != nil || tree.FEN() != whole || !strings.Contains(tree.PGN(), `[FEN "`+whole+`"]`) {
			t.Errorf("%s: %v, %v", fen, tree, err)
		}
	}
	text := "[Variant \"chess\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - -\"]\n\n1... Ke7 *"
	trees, _, err := notation.ReadString(text, notation.ReadOptions{Lookup: rules.ByName})
	if err != nil || len(trees) != 1 || trees[0].FEN() != whole {
		t.Errorf("%v, %v", trees, err)
	}
}

// Whatever line comes after whichever other, the position is that of a replay.
func TestLineAdvances(t *testing.T) {
	const end = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
	lines := []notation.Line{
		{Variant: "shrink"},
		{Variant: "shrink", Moves: []string{"e2e4", "e7e5", "g1f3"}},
		{Variant: "shrink", Moves: []string{"e2e4", "c7c5"}},
		{Variant: "shrink", Moves: []string{"e2e4", "c7c5", "c5c4", "e2e3"}},
		{Variant: "chess", Moves: []string{"e2e4", "c7c5"}},
		{Variant: "chess", FEN: end, Moves: []string{"e2e4", "e8e7"}},
		{Variant: "chess", FEN: end, Moves: []string{"e2e4"}},
		{Variant: "chess", FEN: "no position"},
	}
	for _, a := range lines {
		for _, b := range lines {
			p, at, _ := notation.Line{}.Advance(nil, a, rules.ByName)
			p, at, err := at.Advance(p, b, rules.ByName)
			want, moves, wantErr := b.Replay(rules.ByName)
			if (err == nil) != (wantErr == nil) || err != nil && err.Error() != wantErr.Error() {
				t.Errorf("from %v to %v: %v, want %v", a, b, err, wantErr)
			}
			if want == nil {
				if p != nil {
					t.Errorf("from %v to %v: %v", a, b, p)
				}
				continue
			}
			if p.String() != want.String() || p.Ply() != want.Ply() || !slices.Equal(at.Moves, b.Moves[:len(moves)]) {
				t.Errorf("from %v to %v: %v after %v, want %v", a, b, p, at.Moves, want)
			}
		}
	}
}

func TestLineParses(t *testing.T) {
	const end = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
	for _, l := range []notation.Line{
		{Variant: "shrink", Moves: []string{"e2e4", "d7d5"}},
		{Variant: "chess", FEN: end, Moves: []string{"e2e4", "e8e7"}},
	} {
		start, moves, err := l.Parse(rules.ByName)
		if err != nil || start.Ply() != 0 || len(moves) != 2 || start.UCI(moves[0]) != "e2e4" {
			t.Errorf("%v: %v at %v, %v", l, moves, start, err)
		}
		tree, err := l.Tree(rules.ByName)
		if err != nil || tree.FEN() != l.FEN || !slices.Equal(tree.Moves(), moves) {
			t.Errorf("%v: the tree begins at %q, %v", l, tree.FEN(), err)
		}
	}
	for _, l := range []notation.Line{
		{Variant: "draughts"},
		{Variant: "chess", FEN: "9"},
		{Variant: "chess", Moves: []string{"e2e5"}},
	} {
		_, _, want := l.Replay(rules.ByName)
		if _, _, err := l.Parse(rules.ByName); err == nil || err.Error() != want.Error() {
			t.Errorf("%v: %v, want %v", l, err, want)
		}
		if tree, err := l.Tree(rules.ByName); tree != nil || err == nil || err.Error() != want.Error() {
			t.Errorf("%v: a tree %v, %v; want %v", l, tree, err, want)
		}
	}
}

func TestParseMove(t *testing.T) {
	for text, want := range map[string]string{"e2e4": "e2e4", "e4": "e2e4", "Nf3": "g1f3", "g1f3": "g1f3"} {
		p := shrink.New().Start()
		if m, err := notation.ParseMove(p, text); err != nil || p.UCI(m) != want {
			t.Errorf("%s: %v, %v; want %s", text, m, err, want)
		}
	}
	if _, err := notation.ParseMove(shrink.New().Start(), "e5"); err == nil || !strings.Contains(err.Error(), `"e5"`) {
		t.Errorf("e5: %v", err)
	}
}
