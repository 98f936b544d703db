package cheshire

import (
	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/rules/cheshire"
)

// SEE implements engine.Node: the captures on one square are played out with the least
// pieces first, as long as a side gains by capturing. The squares that the takers leave
// vanish, but lines run through them all the same (R1), and the square fought for stays.
// A king takes last, and from any distance if it has not moved (R2), but not what is
// guarded. If the move is the king's first, it costs what the queen's move was worth;
// taking back with the king does not. Pins are ignored, and a pawn that takes back on its
// last rank stays a pawn.
func (b *node) SEE(m game.Move, threshold engine.Score) bool {
	s, worth := b.State(), &b.evaluator.worth
	from, to := m.From(), m.To()
	pt := s.Piece(from).Type()
	occupied := s.Occupied().AndNot(cheshire.SetOf(from))

	// balance is what the side that took last has beyond its aim, if it keeps
	// the piece it took with; stake is what that piece is worth.
	balance := worth[s.Piece(to).Type()] - threshold
	stake := worth[pt]
	if pt == game.Pawn {
		switch {
		case to == s.EnPassant:
			balance += stake
			occupied = occupied.AndNot(cheshire.SetOf(cheshire.Behind(s.Turn, to)))
		case b.game.LastRank(s.Turn).Has(to):
			balance += worth[m.Promotion(0)] - stake
			stake = worth[m.Promotion(0)]
		}
	}
	if pt == game.King && s.KingUnmoved(s.Turn) {
		balance -= b.evaluator.unmovedWorth
	}
	if balance < 0 {
		return false
	}
	if balance >= stake || pt == game.King { // a king goes only where it is safe
		return true
	}
	occupied = occupied.Or(cheshire.SetOf(to))
	return see(s, worth, to, occupied, balance, stake)
}

// see plays out the captures on a square after the first, which the side to
// move made, and reports whether that side reaches its aim; see SEE.
func see(
	s *cheshire.State, worth *[8]engine.Score, sq game.Square, occupied cheshire.Set, balance, stake engine.Score,
) bool {
	sq &= 127
	straight, diagonal := s.Straight(), s.Diagonal()
	white, black := cheshire.SetOf(s.Kings[game.White]), cheshire.SetOf(s.Kings[game.Black])
	rooks, bishops := straight, diagonal // unmoved kings among them
	if s.KingUnmoved(game.White) {
		rooks, bishops = rooks.Or(white), bishops.Or(white)
	}
	if s.KingUnmoved(game.Black) {
		rooks, bishops = rooks.Or(black), bishops.Or(black)
	}
	rooks, bishops = rooks.And(cheshire.RookRays(sq)), bishops.And(cheshire.BishopRays(sq))

	whitePawns := cheshire.PawnAttacks(game.Black, sq).AndNot(s.Black)
	blackPawns := cheshire.PawnAttacks(game.White, sq).And(s.Black)
	takers := whitePawns.Or(blackPawns).And(s.Pawns()).
		Or(cheshire.KnightAttacks(sq).And(s.Knights())).
		Or(cheshire.KingAttacks(sq).And(white.Or(black)))
	if !rooks.Empty() {
		takers = takers.Or(cheshire.RookAttacks(sq, occupied).And(rooks))
	}
	if !bishops.Empty() {
		takers = takers.Or(cheshire.BishopAttacks(sq, occupied).And(bishops))
	}
	for color := s.Turn ^ 1; ; color ^= 1 {
		takers = takers.And(occupied)
		mine := s.Of(color, takers)
		if mine.Empty() {
			return color != s.Turn // the other keeps what it has
		}
		pt, pieces := leastValuable(s, mine, straight, diagonal)
		occupied = occupied.AndNot(cheshire.SetOf(pieces.Pop()))
		if pt != game.Rook && pt != game.Knight && !bishops.Empty() {
			takers = takers.Or(cheshire.BishopAttacks(sq, occupied).And(bishops))
		}
		if (pt <= game.Rook) && !rooks.Empty() {
			takers = takers.Or(cheshire.RookAttacks(sq, occupied).And(rooks))
		}
		if pt == game.King { // it does not take what is guarded
			return (color == s.Turn) == s.Of(color^1, takers.And(occupied)).Empty()
		}
		// The aims are opposite, and one of the sides reaches its own.
		balance = stake - balance - 1
		if stake = worth[pt]; balance >= stake {
			return color == s.Turn // even if the taker is taken
		}
	}
}

// leastValuable returns the least type among the pieces of a set, and those of that type.
func leastValuable(s *cheshire.State, pieces, straight, diagonal cheshire.Set) (game.PieceType, cheshire.Set) {
	if pawns := pieces.And(s.Pawns()); !pawns.Empty() {
		return game.Pawn, pawns
	}
	if knights := pieces.And(s.Knights()); !knights.Empty() {
		return game.Knight, knights
	}
	if bishops := pieces.And(diagonal).AndNot(straight); !bishops.Empty() {
		return game.Bishop, bishops
	}
	if rooks := pieces.And(straight).AndNot(diagonal); !rooks.Empty() {
		return game.Rook, rooks
	}
	if queens := pieces.And(straight); !queens.Empty() {
		return game.Queen, queens
	}
	return game.King, pieces
}
