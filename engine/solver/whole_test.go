package solver_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/engine/solver"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/rules/cheshire"
)

// The line of a game that is won or lost lasts as long as the proof says, and ends it.
func TestLineIsWhole(t *testing.T) {
	games := 1000
	if testing.Short() {
		games = 250
	}
	r := rand.New(rand.NewPCG(1, 2))
	s, err := solver.New(eval.NewNode, 16)
	if err != nil {
		t.Fatal(err)
	}
	decided := 0
	for range games {
		p := cheshire.NewSmall().Start()
		for free := 6 + r.IntN(5); p.(game.Acyclic).FreeSquares() > free && !p.Outcome().Over(); {
			moves := p.Legal(nil)
			p.Make(moves[r.IntN(len(moves))])
		}
		if p.Outcome().Over() {
			continue
		}
		proof, err := s.Solve(context.Background(), p, solver.Limits{Nodes: 10_000})
		if err != nil {
			t.Fatal(err)
		}
		if !proof.Solved || proof.Result == game.WDLDraw {
			continue
		}
		decided++
		end := p.Clone()
		for _, m := range proof.Line {
			end.Make(m)
		}
		winner := p.Turn()
		if proof.Result == game.WDLLoss {
			winner = winner.Other()
		}
		if len(proof.Line) != proof.Plies || end.Outcome().Result != game.WinFor(winner) {
			t.Errorf("%s: %v in %d plies, a line of %d to %v", p, proof.Result, proof.Plies, len(proof.Line), end.Outcome())
		}
	}
	if decided < games/10 {
		t.Errorf("only %d of %d games are decided", decided, games)
	}
}
