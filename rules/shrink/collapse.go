package shrink

import "github.com/wane-chess/wane/internal/bitboard"

// cut is a rank or a file that disappears: the squares in low stay where they
// are, those beyond come one line closer to a1, into high. The line itself must
// be empty.
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

// close returns where a set of squares comes to be.
func (c cut) close(set uint64) uint64 { return set&c.low | set>>(c.shift&63)&c.high }

// open returns where a set of squares of the smaller board came from.
func (c cut) open(set uint64) uint64 { return set&c.low | set&c.high<<(c.shift&63) }

// square is close for one square.
func (c cut) square(sq uint) uint { return lowest(c.close(bit(sq))) }

// closed returns the men after a line has disappeared.
func (c cut) closed(m bitboard.Pieces) bitboard.Pieces {
	return bitboard.Pieces{Low: c.close(m.Low), Mid: c.close(m.Mid), High: c.close(m.High), Black: c.close(m.Black)}
}

// lonelyInRank returns the men that stand alone in their rank.
func lonelyInRank(occ uint64) uint64 {
	const low, high = fileA, fileH
	// In each byte, clearing the lowest man leaves something if there are two.
	more := occ & (occ | high - low)
	crowded := (more&^high + ^uint64(high) | more) & high
	return occ &^ (crowded<<1 - crowded>>7)
}

// lonelyInFile returns the men that stand alone in their file.
func lonelyInFile(occ uint64) uint64 {
	up, down := occ<<8, occ>>8
	up |= up << 8
	up |= up << 16
	up |= up << 32
	down |= down >> 8
	down |= down >> 16
	down |= down >> 32
	return occ &^ (up | down)
}

// collapse removes the lines that a move has emptied, given the squares that
// its men have left (R1), and what depends on them: rights (R6) and the square
// passed over (R5).
func (s *state) collapse(left uint64) {
	occ := s.Occupied()
	from := lowest(left)
	if rankOf(from)&occ == 0 {
		c := rankCut(from >> 3)
		s.Pieces, s.rights = c.closed(s.Pieces), c.close(s.rights)
		s.ranks--
		if s.passed != noSquare {
			s.passed = uint8(c.square(uint(s.passed)))
		}
	}
	for ; left != 0; left &^= fileOf(lastFile(left)) {
		file := lastFile(left)
		if fileOf(file)&occ != 0 {
			continue
		}
		c := fileCut(file)
		s.Pieces, s.rights = c.closed(s.Pieces), c.close(s.rights)
		s.files--
		s.rights = s.spacious()
	}
}

// lastFile returns the highest file that a set of squares of one rank is on.
func lastFile(set uint64) uint { return uint(63-leadingZeros(set)) & 7 }

// spacious returns the rights that have at least two files between king and
// rook (R6).
func (s *state) spacious() uint64 {
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
