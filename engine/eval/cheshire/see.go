package cheshire

import (
	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/rules/cheshire"
)

// SEE implements engine.Board: the captures on one square are played out with
// the least pieces first, as long as a side gains by capturing. The squares that the
// takers leave vanish, but lines run through them all the same (R1), and the
// square fought for stays. A king takes last, and from any distance if it has
// not moved (R2), but not what is guarded. If the move is the king's first, it costs
// what the queen's move was worth; taking back with the king does not. Pins are
// not looked at, and a pawn that takes back on its last rank stays a pawn.
func (b *board) SEE(m game.Move, least engine.Score) bool {
	s, worth := b.State(), &b.e.worth
	from, to := uint8(m.From()), uint8(m.To())
	pt := s.Piece(from).Type()
	occ := s.Occupied().AndNot(cheshire.SetOf(from))

	// balance is what the side that took last has beyond its aim, if it keeps
	// the piece it took with; stake is what that piece is worth.
	balance := worth[s.Piece(to).Type()] - least
	stake := worth[pt]
	if pt == game.Pawn {
		switch {
		case to == s.EnPassant:
			balance += stake
			occ = occ.AndNot(cheshire.SetOf(cheshire.Behind(to, s.Turn)))
		case b.game.LastRank(s.Turn).Has(to):
			balance += worth[m.Promotion(0)] - stake
			stake = worth[m.Promotion(0)]
		}
	}
	if pt == game.King && s.KingUnmoved(s.Turn) {
		balance -= b.e.unmovedWorth
	}
	if balance < 0 {
		return false
	}
	if balance >= stake || pt == game.King { // a king goes only where it is safe
		return true
	}
	occ = occ.Or(cheshire.SetOf(to))
	return see(s, worth, to, occ, balance, stake)
}

// see plays out the captures on a square after the first, which the side to
// move made, and reports whether that side reaches its aim; see SEE.
func see(s *cheshire.State, worth *[8]engine.Score, sq uint8, occ cheshire.Set, balance, stake engine.Score) bool {
	sq &= 127
	straight, slanting := s.Straight(), s.Diagonal()
	white, black := cheshire.SetOf(s.Kings[game.White]), cheshire.SetOf(s.Kings[game.Black])
	rooks, bishops := straight, slanting // unmoved kings among them
	if s.KingUnmoved(game.White) {
		rooks, bishops = rooks.Or(white), bishops.Or(white)
	}
	if s.KingUnmoved(game.Black) {
		rooks, bishops = rooks.Or(black), bishops.Or(black)
	}
	rooks, bishops = rooks.And(cheshire.RookLines(sq)), bishops.And(cheshire.BishopLines(sq))

	whitePawns := cheshire.PawnAttacksFrom(game.Black, sq).AndNot(s.Black)
	blackPawns := cheshire.PawnAttacksFrom(game.White, sq).And(s.Black)
	takers := whitePawns.Or(blackPawns).And(s.Pawns()).
		Or(cheshire.KnightAttacks(sq).And(s.Knights())).
		Or(cheshire.KingAttacks(sq).And(white.Or(black)))
	if !rooks.Empty() {
		takers = takers.Or(cheshire.RookAttacks(sq, occ).And(rooks))
	}
	if !bishops.Empty() {
		takers = takers.Or(cheshire.BishopAttacks(sq, occ).And(bishops))
	}
	for color := s.Turn ^ 1; ; color ^= 1 {
		takers = takers.And(occ)
		mine := s.Of(color, takers)
		if mine.Empty() {
			return color != s.Turn // the other keeps what it has
		}
		pt, pieces := least(s, mine, straight, slanting)
		occ = occ.AndNot(cheshire.SetOf(pieces.Pop()))
		if pt != game.Rook && pt != game.Knight && !bishops.Empty() {
			takers = takers.Or(cheshire.BishopAttacks(sq, occ).And(bishops))
		}
		if (pt <= game.Rook) && !rooks.Empty() {
			takers = takers.Or(cheshire.RookAttacks(sq, occ).And(rooks))
		}
		if pt == game.King { // it does not take what is guarded
			return (color == s.Turn) == s.Of(color^1, takers.And(occ)).Empty()
		}
		// The aims are opposite, and one of the sides reaches its own.
		balance = stake - balance - 1
		if stake = worth[pt]; balance >= stake {
			return color == s.Turn // even if the taker is taken
		}
	}
}

// least returns the least type among the pieces of a set, and those of that type.
func least(s *cheshire.State, pieces, straight, slanting cheshire.Set) (game.PieceType, cheshire.Set) {
	if pawns := pieces.And(s.Pawns()); !pawns.Empty() {
		return game.Pawn, pawns
	}
	if knights := pieces.And(s.Knights()); !knights.Empty() {
		return game.Knight, knights
	}
	if bishops := pieces.And(slanting).AndNot(straight); !bishops.Empty() {
		return game.Bishop, bishops
	}
	if rooks := pieces.And(straight).AndNot(slanting); !rooks.Empty() {
		return game.Rook, rooks
	}
	if queens := pieces.And(straight); !queens.Empty() {
		return game.Queen, queens
	}
	return game.King, pieces
}
