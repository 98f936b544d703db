package tablebase

import (
	"cmp"
	"slices"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
)

// compact is a position of Shrink Chess.
type compact interface{ Board() bitboard.Board }

// MoveResult is a legal move and its result for the side that makes it.
type MoveResult struct {
	Move   game.Move
	Result Result
}

// Moves looks up every legal move of a position, the best first: the shortest win or the
// longest defense. p stays as it is. Errors are those of Probe.
func (t *Tables) Moves(p game.Position) ([]MoveResult, error) {
	if _, err := t.Probe(p); err != nil {
		return nil, err
	}
	p = p.Clone()
	var list []MoveResult
	for _, m := range p.Legal(nil) {
		p.Make(m)
		r, err := t.Probe(p)
		p.Unmake()
		if err != nil {
			return nil, err
		}
		list = append(list, MoveResult{m, r.Before()})
	}
	slices.SortStableFunc(list, func(a, b MoveResult) int { return cmp.Compare(b.Result.Score(), a.Result.Score()) })
	return list, nil
}
