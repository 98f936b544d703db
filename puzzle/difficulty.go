package puzzle

import (
	"context"
	"errors"
	"math"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
)

// Bounds of the ratings that Difficulty gives.
const (
	MinRating = 400
	MaxRating = 2800
)

// The parts of a difficulty, as ratings.
const (
	easiest   = 380 // without any of the others
	perMove   = 190 // each further move of the solver in a mate
	perStep   = 80  // the same in other solutions
	perLevel  = 55  // each level that chooses another first move
	quiet     = 130 // a first move that neither captures nor checks
	mateWork  = 75  // ten times as many moves to prove a mate
	nodesWork = 240 // ten times as many nodes until a search chooses the move of the solver
)

// Difficulty estimates how hard a solution is to find, as a rating: by its length, the levels that choose another
// first move, what is strange in it to chess players, and the work: the moves tried to prove a mate, otherwise the
// nodes after which a search chooses the solver's moves for good.
func (pr *Prover) Difficulty(ctx context.Context, p game.Position, moves []game.Move, goal Goal) (int, error) {
	if len(moves) == 0 {
		return 0, errors.New("puzzle: no moves")
	}
	p = p.Clone()
	fooled, err := pr.fooled(ctx, p, moves[0])
	if err != nil {
		return 0, err
	}
	r := float64(easiest+perLevel*fooled) + unfamiliar(p, moves, goal)
	first := steps(p, moves[:1])[0]
	if !first.check && first.captured() == 0 {
		r += quiet
	}
	work, err := pr.work(ctx, p, moves, goal)
	if err != nil {
		return 0, err
	}
	return min(max(int(math.Round(r+work)), MinRating), MaxRating), nil
}

// work returns the part of a difficulty that length and work make. It plays the moves.
func (pr *Prover) work(ctx context.Context, p game.Position, moves []game.Move, goal Goal) (float64, error) {
	further := float64(len(moves) / 2) // moves of the solver after the first
	if goal == Mate {
		if _, _, err := pr.mates.Solve(ctx, p, len(moves)/2+1, 0); err != nil {
			return 0, err
		}
		return perMove*further + mateWork*math.Log10(float64(pr.mates.Made())), nil
	}
	most := uint64(1)
	for i, m := range moves {
		if i%2 == 0 && p.LegalCount() > 1 {
			n, err := pr.nodesToFind(ctx, p, m)
			if err != nil {
				return 0, err
			}
			most = max(most, n)
		}
		p.Make(m)
	}
	return nodesWork*math.Log10(1+float64(most)/60) + perStep*further, nil
}

// difficultyNodes bounds the search for a move.
const difficultyNodes = 60_000

// nodesToFind returns the nodes after which a search chooses a move for good.
func (pr *Prover) nodesToFind(ctx context.Context, p game.Position, m game.Move) (uint64, error) {
	pr.search.Reset()
	since, found := uint64(0), false
	best, err := pr.search.Search(ctx, p, engine.Limits{Nodes: difficultyNodes}, func(i engine.Report) {
		switch right := i.Best() == m; {
		case right && !found:
			since, found = i.Nodes, true
		case !right:
			found = false
		}
	})
	if err != nil {
		return 0, err
	}
	if best.Best() != m {
		return difficultyNodes, ctx.Err()
	}
	if !found {
		since = best.Nodes
	}
	return since, ctx.Err()
}

// fooledLevels are the levels that are asked for their move, without their lapses.
var fooledLevels = []int{1, 2, 3, 4, 5}

// fooled returns how many levels choose another move.
func (pr *Prover) fooled(ctx context.Context, p game.Position, m game.Move) (int, error) {
	n := 0
	for _, level := range fooledLevels {
		l, err := engine.LevelLimits(level, 1)
		if err != nil {
			return 0, err
		}
		best, err := pr.judge(ctx, p, l.Nodes, nil)
		if err != nil {
			return 0, err
		}
		if best.Best() != m {
			n++
		}
	}
	return n, nil
}
