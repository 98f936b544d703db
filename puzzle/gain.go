package puzzle

import (
	"context"
	"slices"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
)

// What makes a gain decisive, in centipawns: the score of the only move, the most that any
// other move may keep, and the distance between them. The second search demands less distance,
// so a puzzle that it has confirmed stays sound when the engine changes a little.
const (
	gainScore    engine.Score = 250
	gainOther    engine.Score = 120
	gainDistance engine.Score = 220
	gainMargin   engine.Score = 180
	gainGlance   engine.Score = 120 // distance in a short search, before the others
	glanceShare               = 8   // its part of the nodes of the first search
	gainPlies                 = 7   // the longest line
)

// gain returns the solution of a position in which one move alone wins decisively by the
// engine's judgment.
func (pr *Prover) gain(ctx context.Context, p game.Position) ([]game.Move, error) {
	if pr.limits.Search == 0 {
		return nil, flaw(NoSolution, p, nil,
			"there is no mate in %d or less, and the result of the position is not known", MaxMate)
	}
	if _, err := pr.decisive(ctx, p, gainGlance, pr.limits.Search/glanceShare); err != nil {
		return nil, err
	}
	best, err := pr.decisive(ctx, p, gainDistance, pr.limits.Search)
	if err != nil {
		return nil, err
	}
	if err := pr.onlyGain(ctx, p, best); err != nil {
		return nil, err
	}
	moves := []game.Move{best}
	q := p.Clone()
	for q.Make(best); len(moves)+2 <= gainPlies && !q.Outcome().Over(); q.Make(best) {
		reply, err := pr.judge(ctx, q, pr.limits.Search, nil)
		if err != nil {
			return nil, err
		}
		q.Make(reply.Best())
		if q.Outcome().Over() || q.LegalCount() == 1 {
			break
		}
		if best, err = pr.decisive(ctx, q, gainDistance, pr.limits.Search); err == nil {
			err = pr.onlyGain(ctx, q, best)
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			return moves, nil //nolint:nilerr // here several moves win: the line ends before
		}
		moves = append(moves, reply.Best(), best)
	}
	return moves, nil
}

// decisive returns the only move that wins decisively in searches with that many nodes.
func (pr *Prover) decisive(
	ctx context.Context, p game.Position, distance engine.Score, nodes uint64,
) (game.Move, error) {
	first, err := pr.judge(ctx, p, nodes, nil)
	if err != nil {
		return game.NoMove, err
	}
	best := first.Best()
	switch {
	case first.Score > engine.MateBound:
		return game.NoMove, flaw(TooHard, p, []game.Move{best}, "%s mates in more moves than can be proved", p.UCI(best))
	case first.Score < gainScore:
		return game.NoMove, flaw(NoSolution, p, []game.Move{best},
			"no move wins: the best, %s, is worth %v", p.UCI(best), first.Score)
	}
	others := slices.DeleteFunc(p.Legal(nil), func(m game.Move) bool { return m == best })
	other, err := pr.judge(ctx, p, nodes, others)
	if err != nil {
		return game.NoMove, err
	}
	if other.Score > gainOther || first.Score-other.Score < distance {
		return game.NoMove, flaw(SecondSolution, p, []game.Move{best, other.Best()},
			"%s is worth %v, but %s is worth %v, too", p.UCI(best), first.Score, p.UCI(other.Best()), other.Score)
	}
	return best, nil
}

// onlyGain confirms by a long search that a move alone wins decisively.
func (pr *Prover) onlyGain(ctx context.Context, p game.Position, m game.Move) error {
	best, err := pr.decisive(ctx, p, gainMargin, pr.limits.Confirm)
	if err == nil && best != m {
		err = flaw(NoSolution, p, []game.Move{best}, "a longer search prefers %s to %s", p.UCI(best), p.UCI(m))
	}
	return err
}

// judge searches with an empty table, so that the result depends on the position alone. only
// are the moves to look at; nil: all.
func (pr *Prover) judge(ctx context.Context, p game.Position, nodes uint64, only []game.Move) (engine.Report, error) {
	pr.search.Reset()
	info, err := pr.search.Search(ctx, p, engine.Limits{Nodes: nodes, SearchMoves: only}, nil)
	if err == nil {
		err = ctx.Err()
	}
	return info, err
}
