package shrink

import (
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
)

// count returns the number of moves in the sets.
func (g *Targets) count(s *State) int {
	n := bitboard.Count(g.Push) + bitboard.Count(g.Double) + bitboard.Count(g.Left) + bitboard.Count(g.Right)
	if last := lastRanks[s.ranks&15]; (g.Push|g.Left|g.Right)&last != 0 {
		n += 3 * (bitboard.Count(g.Push&last) + bitboard.Count(g.Left&last) + bitboard.Count(g.Right&last))
	}
	for _, r := range g.Pieces() {
		n += bitboard.Count(r.To)
	}
	for i := range g.Choices {
		n += g.Choices[i].count()
	}
	return n
}

// list appends the moves.
func (g *Targets) list(dst []game.Move, s *State) []game.Move {
	last := lastRanks[s.ranks&15]
	ahead := forward[g.turn&1]
	dst = listPawns(dst, g.Push, ahead, last)
	dst = listPawns(dst, g.Double, 2*ahead, 0)
	dst = listPawns(dst, g.Left, ahead-1, last)
	dst = listPawns(dst, g.Right, ahead+1, last)
	for _, r := range g.Pieces() {
		from := r.From
		for b := r.To; b != 0; b &= b - 1 {
			dst = append(dst, game.NewMove(from, bitboard.Lowest(b)))
		}
	}
	for i := range g.Choices {
		dst = g.Choices[i].list(dst)
	}
	return dst
}

// listPawns appends pawn moves to the targets, which are the given number of squares
// ahead. Moves to last promote.
func listPawns(dst []game.Move, targets uint64, ahead int, last uint64) []game.Move {
	for b := targets; b != 0; b &= b - 1 {
		to := bitboard.Lowest(b)
		m := game.NewMove(game.Square(int(to)-ahead), to)
		if b&-b&last == 0 {
			dst = append(dst, m)
			continue
		}
		for _, pt := range game.Promotions {
			dst = append(dst, m.WithPromotion(0, pt))
		}
	}
	return dst
}
