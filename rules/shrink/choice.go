package shrink

import (
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
)

// Choice is a move whose collapse brings pawns to their last rank, with the
// promotions that do not leave the mover's king in check (R2, R3). The promotions of
// one pawn are independent of the others', since the same squares are occupied in
// any case.
type Choice struct {
	Move    game.Move                 // without its promotions
	Pawns   int                       // how many promote
	Own     uint8                     // bit i: pawn i is the mover's
	Allowed [game.MaxPromotions]uint8 // for each pawn, bit i: game.Promotions[i]
}

// count returns the number of moves, at most 4^8.
func (c *Choice) count() int {
	n := 1
	for _, a := range c.Allowed[:c.Pawns] {
		n *= bitboard.Count(uint64(a))
	}
	return n
}

// list appends the moves; the promotion of the first pawn changes slowest.
func (c *Choice) list(dst []game.Move) []game.Move { return c.extend(dst, c.Move, 0) }

func (c *Choice) extend(dst []game.Move, m game.Move, pawn int) []game.Move {
	if pawn == c.Pawns {
		return append(dst, m)
	}
	for i, pt := range game.Promotions {
		if c.Allowed[pawn]>>i&1 != 0 {
			dst = c.extend(dst, m.WithPromotion(pawn, pt), pawn+1)
		}
	}
	return dst
}

// arrivals returns the pawns of both colors that would reach their last rank if the
// rank of a square disappeared (R3).
func (s *State) arrivals(from game.Square) uint64 {
	var set uint64
	if from>>3 == 0 {
		set = s.Black & (rank1 << 8)
	}
	if top := s.ranks - 1; uint8(from>>3) == top && top > 0 {
		set |= rank1 << (8 * (top - 1)) &^ s.Black
	}
	return set & s.Pawns()
}

// addChoice adds a move that collapses, with its legal promotions.
func (g *Targets) addChoice(s *State, m game.Move) {
	var n State
	n.collapse(s.move(&n, m))
	k := bitboard.Lowest(n.Kings() & n.Of(s.Turn))
	enemy := n.Of(n.Turn)
	promoting := n.promoting()
	if attackers(n.Pieces, k, s.Turn, enemy&^promoting) != 0 {
		return
	}
	c := Choice{Move: m}
	occupied := n.Occupied()
	onLine, onDiagonal, onLeap := RookAttacks(k, occupied), BishopAttacks(k, occupied), knightAttacks[k&63]
	for b := promoting; b != 0; b &= b - 1 {
		sq := b & -b
		allowed := uint8(0b1111)
		switch {
		case sq&enemy == 0:
			c.Own |= 1 << c.Pawns
		case sq&onLine != 0:
			allowed = 0b1100
		case sq&onDiagonal != 0:
			allowed = 0b1010
		case sq&onLeap != 0:
			allowed = 0b0111
		}
		c.Allowed[c.Pawns] = allowed
		c.Pawns++
	}
	g.Choices = append(g.Choices, c)
}
