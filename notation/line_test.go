package notation_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/rules"
)

func TestLineReplays(t *testing.T) {
	l := notation.Line{Variant: "shrink", Moves: []string{"e2e4", "d7d5", "e4d5"}}
	p, moves, err := l.Replay(rules.ByName)
	if err != nil || len(moves) != 3 || p.Ply() != 3 || !strings.HasPrefix(p.String(), "rnbqkbnr/ppp1pppp/8/3P4/8/PPPP1PPP/RNBQKBNR b") {
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
