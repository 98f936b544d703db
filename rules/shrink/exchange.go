package shrink

import (
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
)

// Exchange implements game.Position.
func (p *chessPosition) SEE(m game.Move, least game.Score) bool {
	s := p.now()
	t := &chessTable.worth
	to := uint(m.To() & 63)
	pt, taken := s.PieceType(m.From()), s.PieceType(m.To())
	balance := -int32(least)
	occ := s.Occupied() &^ bit(uint(m.From()))
	if pt == game.Pawn {
		if bit(to)&edges[8] != 0 {
			pt = m.Promotion(0)
			balance += t[pt&7] - t[game.Pawn]
		}
		if to == uint(s.passed) {
			taken = game.Pawn
			occ &^= bit(uint(int(to) - forward[s.turn&1]))
		}
	}
	balance += t[taken&7]
	return swap(s.Pieces, occ, to, s.turn, pt, balance, t)
}

// Exchange implements game.Position. A move that collapses the board is carried out
// with its promotions, and the captures that follow are judged on the board as
// it then is; that they may collapse it further is left out of account.
func (p *shrinkPosition) SEE(m game.Move, least game.Score) bool {
	s := p.now()
	t := &shrinkValues.worth
	from, to := uint(m.From()&63), uint(m.To()&63)
	pt, taken := s.PieceType(m.From()), s.PieceType(m.To())
	all := s.Occupied()
	occ := all &^ bit(from)
	balance := -int32(least)
	if pt == game.Pawn && to == uint(s.passed) {
		taken = game.Pawn
		occ &^= bit(uint(int(to) - forward[s.turn&1]))
	}
	balance += t[taken&7]
	stood := occ | bit(to)
	if rankOf(from)&stood == 0 || fileOf(from)&stood == 0 {
		return s.swapCollapsed(m, balance, t)
	}
	if pt == game.Pawn && bit(to)&edges[s.ranks&15] != 0 {
		pt = m.Promotion(0)
		balance += t[pt&7] - t[game.Pawn]
	}
	return swap(s.Pieces, occ, to, s.turn, pt, balance, t)
}

// swapCollapsed is Exchange for a move that collapses the board; the balance
// counts what the move captures.
func (s *state) swapCollapsed(m game.Move, balance int32, t *[8]int32) bool {
	var n state
	left := s.play(&n, m)
	at := uint(m.To() & 63)
	from := lowest(left)
	occ := n.Occupied()
	if rankOf(from)&occ == 0 && at > from {
		at -= 8
	}
	for b := left; b != 0; b &= b - 1 {
		if file := lowest(b) & 7; fileOf(file)&occ == 0 && uint(m.To()&7) > file {
			at--
		}
	}
	n.collapse(left)
	if arrived := n.arrived(); arrived != 0 {
		own := n.Of(s.turn)
		for i, b := 0, arrived; b != 0; b &= b - 1 {
			gain := t[m.Promotion(i)&7] - t[game.Pawn]
			if b&-b&own == 0 {
				gain = -gain
			}
			balance += gain
			i++
		}
		n.promote(arrived, m)
	}
	return swap(n.Pieces, n.Occupied(), at, s.turn, n.PieceType(game.Square(at)), balance, t)
}

// swap tells whether the side that has just put a man on a square comes out
// level or better if both go on to take there, each with its least man, and
// stop when they like. Balance is what that side has won so far, less what it
// wants; of the men only those in occ take part. Men of less worth are tried
// first, and lines that open behind them count. Pins do not.
func swap(m bitboard.Pieces, occ uint64, to uint, color game.Color, pt game.PieceType, balance int32, t *[8]int32) bool {
	if balance < 0 {
		return false
	}
	if pt == game.King { // nothing can take a king that has moved legally
		return true
	}
	balance = t[pt&7] - balance
	if balance <= 0 {
		return true
	}
	to &= 63
	pawns := pawnAttacks[game.Black][to]&^m.Black | pawnAttacks[game.White][to]&m.Black
	diagonal, straight := m.Diagonal(), m.Straight()
	all := pawns&m.Pawns() | knightAttacks[to]&m.Knights() | kingAttacks[to]&m.Kings()
	if bishopRays[to]&diagonal != 0 {
		all |= bishopAttacks(to, occ) & diagonal
	}
	if rookRays[to]&straight != 0 {
		all |= rookAttacks(to, occ) & straight
	}
	good := true // for the side, if nobody takes any more
	for {
		color ^= 1
		all &= occ
		takers := all & m.ByColor(color)
		if takers == 0 {
			return good
		}
		good = !good
		next, taker := least(&m, takers)
		if taker == game.King {
			if all&^takers != 0 { // the king may not take
				return !good
			}
			return good
		}
		// The balance is now that of the other side, which may stop here.
		balance = t[taker&7] - balance
		if balance < 0 || balance == 0 && good {
			return good
		}
		occ &^= next
		if taker != game.Knight && taker != game.Rook {
			all |= bishopAttacks(to, occ) & diagonal
		}
		if taker == game.Rook || taker == game.Queen {
			all |= rookAttacks(to, occ) & straight
		}
	}
}

// least returns the man of least worth of a set that is not empty, and its type.
func least(m *bitboard.Pieces, set uint64) (uint64, game.PieceType) {
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
