package shrink

import (
	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
	"github.com/wane-chess/wane/rules/shrink"
)

// SEE implements engine.Node.
func (b *chessNode) SEE(m game.Move, threshold engine.Score) bool {
	s, worth := b.State(), &b.evaluator.terms.worth
	to := m.To() & 63
	pt, captured := s.PieceType(m.From()), s.PieceType(m.To())
	balance := -int32(threshold)
	occupied := s.Occupied() &^ bitboard.Bit(m.From())
	if pt == game.Pawn {
		if bitboard.Bit(to)&shrink.LastRanks(8) != 0 {
			pt = m.Promotion(0)
			balance += worth[pt&7] - worth[game.Pawn]
		}
		if to == s.EnPassant {
			captured = game.Pawn
			occupied &^= bitboard.Bit(game.Square(int(to) - shrink.Forward(s.Turn)))
		}
	}
	balance += worth[captured&7]
	return see(s.Pieces, occupied, to, s.Turn, pt, balance, worth)
}

// SEE implements engine.Node. A move that collapses the board is carried out with
// its promotions, and the captures that follow are judged on the board as it then
// is; that they may collapse it further is ignored.
func (b *node) SEE(m game.Move, threshold engine.Score) bool {
	s, worth := b.State(), &b.evaluator.terms.worth
	from, to := m.From()&63, m.To()&63
	pt, captured := s.PieceType(m.From()), s.PieceType(m.To())
	occupied := s.Occupied() &^ bitboard.Bit(from)
	balance := -int32(threshold)
	if pt == game.Pawn && to == s.EnPassant {
		captured = game.Pawn
		occupied &^= bitboard.Bit(game.Square(int(to) - shrink.Forward(s.Turn)))
	}
	balance += worth[captured&7]
	kept := occupied | bitboard.Bit(to)
	if shrink.RankSquares(from)&kept == 0 || shrink.FileSquares(from)&kept == 0 {
		return seeCollapse(s, m, balance, worth)
	}
	if pt == game.Pawn && bitboard.Bit(to)&shrink.LastRanks(s.Ranks()) != 0 {
		pt = m.Promotion(0)
		balance += worth[pt&7] - worth[game.Pawn]
	}
	return see(s.Pieces, occupied, to, s.Turn, pt, balance, worth)
}

// seeCollapse is SEE for a move that collapses the board; the balance counts what
// the move captures.
func seeCollapse(s *shrink.State, m game.Move, balance int32, worth *[8]int32) bool {
	var n shrink.State
	at, promoting := s.MoveAndCollapse(&n, m)
	if promoting != 0 {
		own := n.Of(s.Turn)
		for i, b := 0, promoting; b != 0; b &= b - 1 {
			gain := worth[m.Promotion(i)&7] - worth[game.Pawn]
			if b&-b&own == 0 {
				gain = -gain
			}
			balance += gain
			i++
		}
		n.Promote(promoting, m)
	}
	return see(n.Pieces, n.Occupied(), at, s.Turn, n.PieceType(at), balance, worth)
}

// see reports whether the side that has just put a piece on a square comes out
// level or better if both capture there in turn, each with its least valuable piece,
// and stop when they like. Balance is what that side has won so far, less the
// threshold; only the pieces in occupied take part. Lines that open behind a piece count,
// pins do not.
func see(
	m bitboard.Pieces, occupied uint64, to game.Square, color game.Color, pt game.PieceType,
	balance int32, worth *[8]int32,
) bool {
	if balance < 0 {
		return false
	}
	if pt == game.King { // nothing can take a king that has moved legally
		return true
	}
	balance = worth[pt&7] - balance
	if balance <= 0 {
		return true
	}
	to &= 63
	pawns := shrink.PawnAttacks(game.Black, to)&^m.Black | shrink.PawnAttacks(game.White, to)&m.Black
	diagonal, straight := m.Diagonal(), m.Straight()
	all := pawns&m.Pawns() | shrink.KnightAttacks(to)&m.Knights() | shrink.KingAttacks(to)&m.Kings()
	if shrink.BishopRays(to)&diagonal != 0 {
		all |= shrink.BishopAttacks(to, occupied) & diagonal
	}
	if shrink.RookRays(to)&straight != 0 {
		all |= shrink.RookAttacks(to, occupied) & straight
	}
	good := true // for the side, if there are no more captures
	for {
		color ^= 1
		all &= occupied
		takers := all & m.ByColor(color)
		if takers == 0 {
			return good
		}
		good = !good
		next, taker := leastValuable(&m, takers)
		if taker == game.King {
			if all&^takers != 0 { // the king may not capture
				return !good
			}
			return good
		}
		// The balance is now that of the other side, which may stop here.
		balance = worth[taker&7] - balance
		if balance < 0 || balance == 0 && good {
			return good
		}
		occupied &^= next
		if taker != game.Knight && taker != game.Rook {
			all |= shrink.BishopAttacks(to, occupied) & diagonal
		}
		if taker == game.Rook || taker == game.Queen {
			all |= shrink.RookAttacks(to, occupied) & straight
		}
	}
}

// leastValuable returns the least valuable piece of a set that is not empty, and its type.
func leastValuable(m *bitboard.Pieces, set uint64) (uint64, game.PieceType) {
	pt := game.King
	b := set & m.Pawns()
	switch {
	case b != 0:
		pt = game.Pawn
	case set&m.Knights() != 0:
		b, pt = set&m.Knights(), game.Knight
	case set&m.Bishops() != 0:
		b, pt = set&m.Bishops(), game.Bishop
	case set&m.Rooks() != 0:
		b, pt = set&m.Rooks(), game.Rook
	case set&m.Queens() != 0:
		b, pt = set&m.Queens(), game.Queen
	default:
		b = set
	}
	return b & -b, pt
}
