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

// rankCut removes the rank with that index.
func rankCut(rank uint) cut {
	low := uint64(1)<<(8*rank) - 1
	return cut{low, ^low, 8}
}

// fileCut removes the file with that index.
func fileCut(file uint) cut {
	low := fileA * (uint64(1)<<(file&7) - 1)
	return cut{low, ^low &^ fileH, 1}
}

// close returns a set of squares after the cut.
func (c cut) close(set uint64) uint64 { return set&c.low | set>>(c.shift&63)&c.high }

// open is the inverse of close: it returns a set of squares before the cut.
func (c cut) open(set uint64) uint64 { return set&c.low | set&c.high<<(c.shift&63) }

// square is close for one square.
func (c cut) square(sq uint) uint { return lowest(c.close(bit(sq))) }

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
func (s *State) MoveAndCollapse(n *State, m game.Move) (at uint, promoting uint64) {
	vacated := s.move(n, m)
	at = uint(m.To() & 63)
	from := lowest(vacated)
	occ := n.Occupied()
	if RankSquares(from)&occ == 0 && at > from {
		at -= 8
	}
	for b := vacated; b != 0; b &= b - 1 {
		if file := lowest(b) & 7; FileSquares(file)&occ == 0 && uint(m.To()&7) > file {
			at--
		}
	}
	n.collapse(vacated)
	return at, n.promoting()
}

// collapseAfter removes the ranks and files that are empty after a move from the
// vacated squares (R1).
func (s *State) collapseAfter(vacated uint64) {
	occ := s.Occupied()
	from := lowest(vacated)
	alone := RankSquares(from)&occ == 0 || FileSquares(from)&occ == 0
	if alone || vacated&(vacated-1) != 0 {
		s.collapse(vacated)
	}
}

// collapse removes the ranks and files that a move has emptied, given the squares
// that its pieces have left (R1). It updates castling rights (R6) and the en passant
// square (R5).
func (s *State) collapse(vacated uint64) {
	occ := s.Occupied()
	from := lowest(vacated)
	if RankSquares(from)&occ == 0 {
		c := rankCut(from >> 3)
		s.Pieces, s.rights = c.closed(s.Pieces), c.close(s.rights)
		s.ranks--
		if s.enPassant != noSquare {
			s.enPassant = uint8(c.square(uint(s.enPassant)))
		}
	}
	for ; vacated != 0; vacated &^= FileSquares(lastFile(vacated)) {
		file := lastFile(vacated)
		if FileSquares(file)&occ != 0 {
			continue
		}
		c := fileCut(file)
		s.Pieces, s.rights = c.closed(s.Pieces), c.close(s.rights)
		s.files--
		s.rights = s.keptRights()
	}
}

// lastFile returns the highest file of a set of squares on one rank.
func lastFile(set uint64) uint { return uint(63-leadingZeros(set)) & 7 }

// keptRights returns the castling rights with at least two files between king and
// rook (R6).
func (s *State) keptRights() uint64 {
	kept := s.rights
	for b := s.rights; b != 0; b &= b - 1 {
		rook := lowest(b)
		king := lowest(s.Kings() & s.Of(colorAt(s.Black, rook)))
		if gap := int(rook&7) - int(king&7); -3 < gap && gap < 3 {
			kept &^= bit(rook)
		}
	}
	return kept
}
