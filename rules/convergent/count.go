package convergent

import (
	mathbits "math/bits"

	"github.com/wane-chess/wane/internal/bitboard"
)

// LegalCount implements game.Position. It counts the targets of pieces that are not
// pinned by type, and those of pawns all at once.
func (p *Position) LegalCount() int {
	s := p.State()
	var f checkInfo
	s.findChecks(&f)
	n := bitboard.Count(s.kingTargets(&f, Squares))
	if f.evasions == 0 {
		return n
	}
	occupied := f.own | f.enemy
	reachable := f.evasions & Squares &^ f.own
	free := f.own &^ f.pinned
	for set := s.Knights() & free; set != 0; {
		n += bitboard.Count(attacksFrom[bitboard.Pop(&set)&63].Knight & reachable)
	}
	for set := s.Queens() & free; set != 0; {
		n += bitboard.Count(attacksFrom[bitboard.Pop(&set)&63].Queen & reachable)
	}
	for set := s.Rooks() & free; set != 0; {
		n += bitboard.Count(RookAttacks(bitboard.Pop(&set), occupied) & reachable)
	}
	for set := s.Bishops() & free; set != 0; {
		n += bitboard.Count(BishopAttacks(bitboard.Pop(&set), occupied) & reachable)
	}
	n += s.countPawns(s.Pawns()&free, reachable, occupied)
	for set := f.pinned; set != 0; {
		sq := bitboard.Pop(&set)
		n += bitboard.Count(s.targets(sq, occupied) & reachable & s.pinLine(&f, sq))
	}
	return n
}

// countPawns counts the moves of pawns of the side to move (R2). The squares ahead
// are 7, 8 and 9 bits away. Squares off the board are not reachable, and no pawn of
// the side to move stands on the last rank: it would have been captured there.
func (s *State) countPawns(pawns, reachable, occupied uint64) int {
	ahead := 8 - 16*int(s.Turn)
	n := bitboard.Count(mathbits.RotateLeft64(pawns, ahead-1)&reachable) +
		bitboard.Count(mathbits.RotateLeft64(pawns, ahead+1)&reachable) +
		bitboard.Count(mathbits.RotateLeft64(pawns, ahead)&reachable&^occupied)
	if corners := pawns & (westCorners | eastCorners); corners != 0 {
		sideways := (corners&westCorners)<<1 | (corners&eastCorners)>>1
		n += bitboard.Count(sideways & reachable &^ occupied)
	}
	return n
}
