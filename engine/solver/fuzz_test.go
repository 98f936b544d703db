package solver_test

import (
	"context"
	"testing"

	"github.com/wane-chess/wane/engine/solver"
	"github.com/wane-chess/wane/game"
)

// FuzzSolve lets bytes choose the moves of a game, and compares the solver in the last
// position with a search that tries everything, if that finishes. The
// first byte chooses the board and the move count, and how far the game goes.
func FuzzSolve(f *testing.F) {
	f.Add([]byte{0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233})
	f.Add([]byte("this cat vanished quite slowly, beginning with the end of the tail"))
	f.Add([]byte{255, 7, 7, 7, 7, 200, 100, 50, 25, 12, 6, 3, 1})
	s := newSolver(f)
	f.Fuzz(func(t *testing.T, choices []byte) {
		p := follow(choices)
		if p == nil {
			return
		}
		r, err := s.Solve(context.Background(), p, solver.Limits{Nodes: 5000, Holding: true})
		if err != nil {
			t.Fatal(err)
		}
		if r.Solved {
			check(t, p, r)
		}
		tried := forward{left: 4000}
		if v, ok := tried.result(p); ok && r.Solved && int(r.Result) != v {
			t.Errorf("%s: %v, but trying everything gives %d", p, r.Result, v)
		}
	})
}

// follow plays the moves that bytes choose, again and again from the first, until
// few squares are left or the game is over.
func follow(choices []byte) game.Position {
	if len(choices) < 2 {
		return nil
	}
	first := choices[0]
	p := games[first&1].Start()
	for i := 0; p.(game.Acyclic).FreeSquares() > int(first>>1&7); i++ {
		moves := p.Legal(nil)
		if p.Outcome().Over() {
			break
		}
		p.Make(moves[(int(choices[1+i%(len(choices)-1)])+i)%len(moves)])
	}
	return p
}
