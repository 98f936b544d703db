package puzzle

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/wane-chess/wane/engine/solver"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/tablebase"
)

// known is a move with the bounds of its result.
type known struct {
	move game.Move
	// least and most bound the result for the side that makes the move; they are equal if it is
	// known.
	least, most game.WDL
	plies       int // to the end of a game that is not drawn, counted from after the move
}

// exact finds the results of all moves of a position. It returns false if neither tables nor
// the solver know such positions.
type exact func(ctx context.Context, p game.Position) ([]known, bool, error)

// fromTables looks the moves up.
func (pr *Prover) fromTables(_ context.Context, p game.Position) ([]known, bool, error) {
	if pr.tables == nil || !tablebase.Supports(p.Game()) {
		return nil, false, nil
	}
	moves, err := pr.tables.Moves(p)
	var outside *tablebase.OutsideError
	var missing *tablebase.MissingError
	if errors.As(err, &outside) || errors.As(err, &missing) {
		return nil, false, nil
	}
	var out []known
	for _, m := range moves {
		if m.Result.Cursed(p.Halfmoves()) {
			return nil, false, nil // the fifty-move rule may come first
		}
		out = append(out, known{m.Move, m.Result.Outcome, m.Result.Outcome, m.Result.DTM})
	}
	return out, true, err
}

// fromSolver solves the position to the end of the game, then each move. It stops at the second
// move that keeps the result: there is no puzzle then.
func (pr *Prover) fromSolver(ctx context.Context, p game.Position) ([]known, bool, error) {
	a, ok := p.(game.Acyclic)
	if !ok || a.FreeSquares() > pr.limits.Free {
		return nil, false, nil
	}
	if pr.solver == nil {
		s, err := solver.New(nil, solverMB)
		if err != nil {
			return nil, false, err
		}
		pr.solver = s
	}
	pr.solver.Reset()
	proof, err := pr.solver.Solve(ctx, p, solver.Limits{Nodes: pr.limits.Solver})
	if err != nil || ctx.Err() != nil || !proof.Solved {
		return nil, false, cmp.Or(err, ctx.Err())
	}
	moves := p.Legal(nil)
	slices.Sort(moves)
	out := make([]known, 0, len(moves))
	keep := 0
	for _, m := range moves {
		k, err := pr.solved(ctx, p, m)
		if err != nil {
			return nil, false, err
		}
		if k.least < proof.Result && k.most >= proof.Result {
			return nil, false, nil // it is not known whether the move keeps the result
		}
		out = append(out, known{k.move, min(k.least, proof.Result), min(k.most, proof.Result), k.plies})
		if k.least >= proof.Result {
			keep++
		}
		if keep > 1 && proof.Result > game.WDLLoss {
			break
		}
	}
	return out, true, nil
}

// solved solves the position after a move.
func (pr *Prover) solved(ctx context.Context, p game.Position, m game.Move) (known, error) {
	p.Make(m)
	defer p.Unmake()
	if o := p.Outcome(); o.Over() {
		r := game.WDLDraw
		if o.Result == game.WinFor(p.Turn().Other()) {
			r = game.WDLWin
		} else if o.Result == game.WinFor(p.Turn()) {
			r = game.WDLLoss
		}
		return known{move: m, least: r, most: r}, nil
	}
	proof, err := pr.solver.Solve(ctx, p, solver.Limits{Nodes: pr.limits.Solver})
	switch {
	case err != nil:
		return known{}, err
	case proof.Solved:
		return known{m, -proof.Result, -proof.Result, proof.Plies}, ctx.Err()
	case proof.NoWin:
		return known{m, game.WDLDraw, game.WDLWin, 0}, ctx.Err()
	case proof.NoLoss:
		return known{m, game.WDLLoss, game.WDLDraw, 0}, ctx.Err()
	}
	return known{m, game.WDLLoss, game.WDLWin, 0}, ctx.Err()
}

// goalOf returns the goal of a position by the results of its moves, and the moves that reach
// it. The goal is empty if there is none, or if too little is known.
func goalOf(list []known) (Goal, []game.Move) {
	var wins, draws, open []game.Move
	mayWin := false // some move does, for all that is known
	for _, k := range list {
		mayWin = mayWin || k.least < game.WDLWin && k.most == game.WDLWin
		switch {
		case k.least == game.WDLWin:
			wins = append(wins, k.move)
		case k.most == game.WDLWin:
			open = append(open, k.move)
		case k.least == game.WDLDraw:
			draws = append(draws, k.move)
		case k.most == game.WDLDraw:
			open = append(open, k.move)
		}
	}
	switch {
	case len(wins) > 1 || len(wins) == 1 && !mayWin:
		return Win, wins
	case len(wins) == 0 && len(open) == 0 && len(draws) > 0:
		return Draw, draws
	}
	return "", nil
}

// goalTexts complete sentences such as "e2e4 and d2d4 both win".
var goalTexts = map[Goal]string{Win: "win", Draw: "hold the draw"}

// ending returns the goal and the solution of a position whose moves have known results; no
// moves if nothing is known of it.
func (pr *Prover) ending(ctx context.Context, p game.Position, e exact) (Goal, []game.Move, error) {
	list, ok, err := e(ctx, p)
	if !ok || err != nil {
		return "", nil, err
	}
	goal, best := goalOf(list)
	switch {
	case goal == "":
		return "", nil, flaw(NoSolution, p, nil, "every move loses, or the result is not known")
	case goal == Draw && len(best) == p.LegalCount():
		return "", nil, flaw(NoSolution, p, nil, "every move draws")
	case len(best) > 1:
		return "", nil, second(p, best, goalTexts[goal])
	}
	moves, err := pr.endingLine(ctx, p, best[0], goal, e, MaxPlies)
	for err == nil && len(moves) > 1 && forced(p, moves) {
		moves = moves[:len(moves)-2]
	}
	return goal, moves, err
}

// forced reports whether the last move of a line is the only legal one.
func forced(p game.Position, moves []game.Move) bool {
	q := p.Clone()
	for _, m := range moves[:len(moves)-1] {
		q.Make(m)
	}
	return q.LegalCount() == 1
}

// endingReplies is how many replies are tried for the continuation of an ending.
const endingReplies = 4

// endingLine returns the line after the only move that keeps a result, as long as again one
// move alone keeps it.
func (pr *Prover) endingLine(
	ctx context.Context, p game.Position, m game.Move, goal Goal, e exact, plies int,
) ([]game.Move, error) {
	p.Make(m)
	defer p.Unmake()
	best := []game.Move{m}
	if plies < 3 || p.Outcome().Over() {
		return best, nil
	}
	replies, ok, err := e(ctx, p)
	if !ok || err != nil {
		return best, err
	}
	for _, reply := range defenses(replies, goal) {
		p.Make(reply)
		var rest []game.Move
		if !p.Outcome().Over() {
			rest, err = pr.continued(ctx, p, goal, e, plies-2)
		}
		p.Unmake()
		if err != nil {
			return nil, err
		}
		if 2+len(rest) > len(best) && len(rest) > 0 {
			best = append([]game.Move{m, reply}, rest...)
		}
		if len(rest) > 1 {
			break
		}
	}
	return best, nil
}

// continued returns the line from a position of the solver, if one move alone keeps the result.
func (pr *Prover) continued(ctx context.Context, p game.Position, goal Goal, e exact, plies int) ([]game.Move, error) {
	list, ok, err := e(ctx, p)
	if !ok || err != nil {
		return nil, err
	}
	if g, moves := goalOf(list); g == goal && len(moves) == 1 && len(list) > 1 {
		return pr.endingLine(ctx, p, moves[0], goal, e, plies)
	}
	return nil, nil
}

// defenses returns the replies to try: those that keep a draw, or lose as late as possible.
func defenses(list []known, goal Goal) []game.Move {
	want := game.WDLDraw
	if goal == Win {
		want = game.WDLLoss
	}
	list = slices.DeleteFunc(list, func(k known) bool { return k.least != want || k.most != want })
	slices.SortFunc(list, func(a, b known) int {
		return cmp.Or(cmp.Compare(b.plies, a.plies), cmp.Compare(a.move, b.move))
	})
	var out []game.Move
	for _, k := range list[:min(len(list), endingReplies)] {
		out = append(out, k.move)
	}
	return out
}

// onlyResult proves that a move alone keeps the result.
func (pr *Prover) onlyResult(ctx context.Context, p game.Position, m game.Move, want Goal, e exact) error {
	list, ok, err := e(ctx, p)
	if err != nil {
		return err
	}
	goal, best := goalOf(list)
	switch {
	case !ok || goal == "":
		return flaw(TooHard, p, []game.Move{m}, "the results of the moves are not known within the limits")
	case goal != want:
		return flaw(NoSolution, p, best, "the goal is %s, but here it is %s", string(want), string(goal))
	case len(best) > 1:
		return second(p, best, goalTexts[goal])
	case best[0] != m:
		return flaw(NoSolution, p, best, "%s keeps the result, %s does not", p.UCI(best[0]), p.UCI(m))
	}
	return nil
}
