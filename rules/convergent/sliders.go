package convergent

import (
	mathbits "math/bits"

	"github.com/wane-chess/wane/internal/bitboard"
)

// The attacks of a slider from a square depend on at most two squares in each
// direction: the third is attacked whether it is occupied or not. A multiplication
// gathers the occupancy of those squares into an index ("magic bitboards", Pradu
// Kannan).
type slider struct {
	relevant uint64 // the squares whose occupancy matters
	magic    uint64
	base     uint16 // of the square's part of attacks
	shift    uint8
}

var (
	rooks, bishops [64]slider
	attacks        [4096]uint64
)

// RookAttacks returns the squares that a rook attacks, occupied or not.
func RookAttacks(sq int, occupied uint64) uint64 { return rooks[sq&63].attacks(occupied) }

// BishopAttacks returns the squares that a bishop attacks, occupied or not.
func BishopAttacks(sq int, occupied uint64) uint64 { return bishops[sq&63].attacks(occupied) }

func (s *slider) attacks(occupied uint64) uint64 {
	i := uint64(s.base) + occupied&s.relevant*s.magic>>(s.shift&63)
	return attacks[i%uint64(len(attacks))]
}

// fillSliders finds the multipliers and fills the attacks of both sliders.
func fillSliders() {
	keys := bitboard.NewKeys(0x636f6e76)
	used := 0
	for set := board; set != 0; {
		sq := bitboard.Pop(&set)
		used = rooks[sq].fill(sq, straight, used, keys)
		used = bishops[sq].fill(sq, diagonal, used, keys)
	}
	if used > len(attacks) {
		panic("convergent: the table of slider attacks is too small")
	}
}

// fill finds a multiplier for one square and writes its attacks from base on.
// It returns where they end.
func (s *slider) fill(sq int, directions [4][2]int, base int, keys *bitboard.Keys) int {
	for _, d := range directions {
		for n := reach - 1; n > 0; n-- {
			if step(sq, (n+1)*d[0], (n+1)*d[1]) != 0 {
				s.relevant |= slide(sq, d, n, 0)
				break
			}
		}
	}
	var known []prospect // found once: many multipliers are tried
	for subset, more := uint64(0), true; more; more = subset != 0 {
		v := prospect{occupied: subset}
		for _, d := range directions {
			v.attacks |= slide(sq, d, reach, subset)
		}
		known = append(known, v)
		subset = (subset - s.relevant) & s.relevant // the next subset
	}
	width := mathbits.OnesCount64(s.relevant)
	s.base, s.shift = uint16(base), uint8(64-width)
	table := attacks[base : base+1<<width]
	for {
		s.magic = keys.Sparse()
		if s.try(table, known) {
			return base + len(table)
		}
	}
}

// prospect is what a slider attacks if these of the squares that matter are occupied.
type prospect struct{ occupied, attacks uint64 }

// try fills the table with the present multiplier. It fails if two occupancies
// with different attacks would share a place.
func (s *slider) try(table []uint64, known []prospect) bool {
	clear(table)
	for _, v := range known {
		place := &table[v.occupied*s.magic>>s.shift]
		if *place != 0 && *place != v.attacks {
			return false
		}
		*place = v.attacks
	}
	return true
}
