package solver_test

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/engine/solver"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/rules/cheshire"
)

// games are those that can be solved.
var games = []game.Game{cheshire.New(), cheshire.NewSmall()}

// forward follows every line to its end, without a table and without an order.
// It knows no more of the game than when it is over.
type forward struct {
	left int // moves that may still be made
}

// result returns 1, 0 or −1 for the mover, and false if there are too many lines.
func (f *forward) result(p game.Position) (int, bool) {
	if o := p.Outcome(); o.Over() {
		switch o.Result {
		case game.Draw:
			return 0, true
		case game.WinFor(p.Turn()):
			return 1, true
		}
		return -1, true
	}
	best := -1
	for _, m := range p.Legal(nil) {
		if f.left--; f.left < 0 {
			return 0, false
		}
		p.Make(m)
		r, ok := f.result(p)
		p.Unmake()
		if !ok {
			return 0, false
		}
		if best = max(best, -r); best == 1 {
			break
		}
	}
	return best, true
}

// wander plays a random game until at most that many squares can be entered. It
// returns nil if the game was over before.
func wander(g game.Game, rng *rand.Rand, room int) game.Position {
	p := g.Start()
	for p.(game.Acyclic).FreeSquares() > room {
		moves := p.Legal(nil)
		if len(moves) == 0 || p.Outcome().Over() {
			return nil
		}
		p.Make(moves[rng.IntN(len(moves))])
	}
	if p.Outcome().Over() {
		return nil
	}
	return p
}

// hurried returns the same position shortly before the move count draws.
func hurried(t *testing.T, p game.Position, rng *rand.Rand) game.Position {
	t.Helper()
	fields := strings.Fields(p.String())
	fields[4] = strconv.Itoa(88 + rng.IntN(12))
	q, err := p.Game().Parse(strings.Join(fields, " "))
	if err != nil {
		t.Fatal(err)
	}
	return q
}

func newSolver(t testing.TB) *solver.Solver {
	t.Helper()
	s, err := solver.New(eval.NewNode, 1)
	if err != nil {
		t.Fatal(err)
	}
	return s
}
