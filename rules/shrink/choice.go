package shrink

import "github.com/wane-chess/wane/game"

// choice is a move whose collapse brings pawns to their last rank, with the
// promotions that do not leave the mover's king in check (R2, R3). As all
// squares involved are occupied whatever the choices are, each pawn's are
// independent of the others'.
type choice struct {
	move    game.Move // without its promotions
	pawns   int
	own     uint8                     // bit i: pawn i is the mover's
	allowed [game.MaxPromotions]uint8 // for each pawn, bit i: game.Promotions[i]
}

// count returns the number of moves, at most 4^8.
func (c *choice) count() int {
	n := 1
	for _, a := range c.allowed[:c.pawns] {
		n *= count(uint64(a))
	}
	return n
}

// list appends the moves, the first pawn's choice changing last.
func (c *choice) list(dst []game.Move) []game.Move { return c.extend(dst, c.move, 0) }

func (c *choice) extend(dst []game.Move, m game.Move, pawn int) []game.Move {
	if pawn == c.pawns {
		return append(dst, m)
	}
	for i, p := range game.Promotions {
		if c.allowed[pawn]>>i&1 != 0 {
			dst = c.extend(dst, m.WithPromotion(pawn, p), pawn+1)
		}
	}
	return dst
}

// listKinds appends the moves, all noisy: for each pawn in turn what is best for
// the mover comes first, the most for the mover's own pawns and the least for the
// opponent's.
func (c *choice) listKinds(dst []game.ScoredMove, s *State) []game.ScoredMove {
	e := game.ScoredMove{Move: c.move, Piece: s.Piece(c.move.From()), Captured: s.Piece(c.move.To()), Kind: game.Noisy}
	return c.extendKinds(dst, e, 0)
}

func (c *choice) extendKinds(dst []game.ScoredMove, e game.ScoredMove, pawn int) []game.ScoredMove {
	if pawn == c.pawns {
		return append(dst, e)
	}
	m := e.Move
	for j := range game.Promotions {
		if c.own>>pawn&1 == 0 {
			j = len(game.Promotions) - 1 - j
		}
		if c.allowed[pawn]>>j&1 != 0 {
			e.Move = m.WithPromotion(pawn, game.Promotions[j])
			dst = c.extendKinds(dst, e, pawn+1)
		}
	}
	return dst
}

// Arrivals returns the pawns of either color that would come to their last rank if
// the rank of a square disappeared (R3).
func (s *State) Arrivals(from uint) uint64 {
	var set uint64
	if from>>3 == 0 {
		set = s.Black & (rank1 << 8)
	}
	if top := uint(s.ranks) - 1; from>>3 == top && top > 0 {
		set |= rank1 << (8 * (top - 1)) &^ s.Black
	}
	return set & s.Pawns()
}

// addChoice adds the promotions that are legal after a move that collapses.
func (g *targets) addChoice(s *State, m game.Move) {
	var n State
	n.collapse(s.move(&n, m))
	k := lowest(n.Kings() & n.Of(s.turn))
	enemy := n.Of(n.turn)
	promoting := n.promoting()
	if attackers(n.Pieces, k, s.turn, enemy&^promoting) != 0 {
		return
	}
	c := choice{move: m}
	occ := n.Occupied()
	onLine, onSlant, onLeap := RookAttacks(k, occ), BishopAttacks(k, occ), knightAttacks[k&63]
	for b := promoting; b != 0; b &= b - 1 {
		sq := b & -b
		allowed := uint8(0b1111)
		switch {
		case sq&enemy == 0:
			c.own |= 1 << c.pawns
		case sq&onLine != 0:
			allowed = 0b1100
		case sq&onSlant != 0:
			allowed = 0b1010
		case sq&onLeap != 0:
			allowed = 0b0111
		}
		c.allowed[c.pawns] = allowed
		c.pawns++
	}
	g.choices = append(g.choices, c)
}
