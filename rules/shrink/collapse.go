package shrink

import (
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
)

// cut removes an empty rank or file: the squares in low stay where they are, those
// beyond the line move one line closer to a1, into high.
type cut struct {
	low, high uint64
	shift     uint8
}

// noCut leaves everything where it is.
var noCut = cut{low: ^uint64(0)}

// rankCut removes the rank of a square.
func rankCut(sq game.Square) cut {
	low := uint64(1)<<(sq&56) - 1
	return cut{low, ^low, 8}
}

// fileCut removes the file of a square.
func fileCut(sq game.Square) cut {
	low := fileA * (uint64(1)<<(sq&7) - 1)
	return cut{low, ^low &^ fileH, 1}
}

// close returns a set of squares after the cut.
func (c cut) close(set uint64) uint64 { return set&c.low | set>>(c.shift&63)&c.high }

// open is the inverse of close: it returns a set of squares before the cut.
func (c cut) open(set uint64) uint64 { return set&c.low | set&c.high<<(c.shift&63) }

// square is close for one square.
func (c cut) square(sq game.Square) game.Square { return bitboard.Lowest(c.close(bitboard.Bit(sq))) }

// closed returns the pieces after the cut.
func (c cut) closed(m bitboard.Pieces) bitboard.Pieces {
	return bitboard.Pieces{Low: c.close(m.Low), Mid: c.close(m.Mid), High: c.close(m.High), Black: c.close(m.Black)}
}

// AloneOnRank returns the occupied squares that are the only ones on their rank: if
// such a piece leaves its rank, the rank disappears.
func AloneOnRank(occupied uint64) uint64 {
	const low, high = fileA, fileH
	// In each byte, clearing the lowest bit leaves something if there are two.
	more := occupied & (occupied | high - low)
	crowded := (more&^high + ^uint64(high) | more) & high
	return occupied &^ (crowded<<1 - crowded>>7)
}

// AloneOnFile returns the occupied squares that are the only ones on their file.
func AloneOnFile(occupied uint64) uint64 {
	up, down := occupied<<8, occupied>>8
	up |= up << 8
	up |= up << 16
	up |= up << 32
	down |= down >> 8
	down |= down >> 16
	down |= down >> 32
	return occupied &^ (up | down)
}

// MoveAndCollapse writes into n the state of Shrink Chess after a legal move and its
// collapse, before its promotions, which State.Promote carries out. It returns the
// square of the moved piece after the collapse, and the pawns of both colors that
// promote.
func (s *State) MoveAndCollapse(n *State, m game.Move) (at game.Square, promoting uint64) {
	vacated := s.move(n, m)
	at = m.To() & 63
	from := bitboard.Lowest(vacated)
	occupied := n.Occupied()
	if RankSquares(from)&occupied == 0 && at > from {
		at -= 8
	}
	for b := vacated; b != 0; b &= b - 1 {
		if file := bitboard.Lowest(b) & 7; FileSquares(file)&occupied == 0 && m.To()&7 > file {
			at--
		}
	}
	n.collapse(vacated)
	return at, n.promoting()
}

// collapseAfter removes the ranks and files that are empty after a move from the
// vacated squares (R1).
func (s *State) collapseAfter(vacated uint64) {
	occupied := s.Occupied()
	from := bitboard.Lowest(vacated)
	alone := RankSquares(from)&occupied == 0 || FileSquares(from)&occupied == 0
	if alone || vacated&(vacated-1) != 0 {
		s.collapse(vacated)
	}
}

// collapse removes the ranks and files that a move has emptied, given the squares
// that its pieces have left (R1). It updates castling rights (R6) and the en passant
// square (R5).
func (s *State) collapse(vacated uint64) {
	occupied := s.Occupied()
	from := bitboard.Lowest(vacated)
	if RankSquares(from)&occupied == 0 {
		c := rankCut(from)
		s.Pieces, s.rights = c.closed(s.Pieces), c.close(s.rights)
		s.ranks--
		if s.EnPassant != game.NoSquare {
			s.EnPassant = c.square(s.EnPassant)
		}
	}
	for vacated != 0 {
		sq := bitboard.Highest(vacated)
		vacated &^= bitboard.Bit(sq)
		if FileSquares(sq)&occupied != 0 {
			continue
		}
		c := fileCut(sq)
		s.Pieces, s.rights = c.closed(s.Pieces), c.close(s.rights)
		s.files--
		s.rights = s.keptRights()
	}
}

// keptRights returns the castling rights with at least two files between king and
// rook (R6).
func (s *State) keptRights() uint64 {
	kept := s.rights
	for b := s.rights; b != 0; b &= b - 1 {
		rook := bitboard.Lowest(b)
		king := bitboard.Lowest(s.Kings() & s.Of(s.ColorAt(rook)))
		if gap := int(rook&7) - int(king&7); -3 < gap && gap < 3 {
			kept &^= bitboard.Bit(rook)
		}
	}
	return kept
}
