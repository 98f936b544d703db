package node

import (
	"errors"
	"testing"

	puzzles "github.com/wane-chess/wane/internal/server/puzzle"
	"github.com/wane-chess/wane/puzzle"
	"github.com/wane-chess/wane/rules"
)

// A position is proved to be a puzzle, or the error says why it is none.
func TestProve(t *testing.T) {
	find := prove(rules.ByName, nil)
	p, err := find(t.Context(), "chess", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")
	if err != nil || p.Goal != puzzle.Mate || len(p.Moves) != 1 || p.Moves[0] != "a1a8" {
		t.Errorf("%+v, %v", p, err)
	}
	var unsound *puzzles.UnsoundError
	if p, err := find(t.Context(), "chess", "6k1/5ppp/8/8/8/8/8/R2QR1K1 w - - 0 1"); !errors.As(err, &unsound) ||
		len(unsound.Moves) < 2 {
		t.Errorf("%+v, %v", p, err)
	}
}
