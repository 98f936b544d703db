package puzzle

import (
	"context"

	"github.com/wane-chess/wane/game"
)

// zugzwangOf is the theme of a zugzwang: in Cheshire Cat Chess every move uses up a square, so it
// is a question of parity.
func zugzwangOf(proof Proof) Theme {
	if proof == Solved {
		return Parity
	}
	return Zugzwang
}

// zugzwang reports whether the opponent, after the first move of a solution of at least two
// moves, would reach more if it could pass.
func (pr *Prover) zugzwang(ctx context.Context, p game.Position, moves []game.Move, goal Goal) bool {
	if len(moves) < 3 || goal == Gain {
		return false
	}
	q := p.Clone()
	q.Make(moves[0])
	if q.InCheck() {
		return false
	}
	passed, err := positionOf(q.Game(), q.View(), q.Turn().Other(), rightsOf(q))
	if err != nil || passed.Outcome().Over() {
		return false
	}
	if goal == Mate {
		n, _, err := pr.mates.Solve(ctx, passed, (len(moves)+1)/2-1, 1)
		return err == nil && n == 0
	}
	for _, e := range []exact{pr.fromTables, pr.fromSolver} {
		if list, ok, err := e(ctx, passed); ok && err == nil {
			most := game.WDLLoss
			for _, k := range list {
				most = max(most, k.most)
			}
			return goal == Win && most < game.WDLWin || goal == Draw && most < game.WDLDraw
		}
	}
	return false
}
