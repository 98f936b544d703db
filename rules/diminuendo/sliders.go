package diminuendo

import (
	mathbits "math/bits"

	"github.com/wane-chess/wane/geom"
	"github.com/wane-chess/wane/internal/bitboard"
)

// The attacks of a slider along some lines of a hexagon depend on the squares of those
// lines, except the last in each direction. A multiplication gathers their occupancy
// into an index ("magic bitboards", Pradu Kannan). z has two entries, one for each
// half.
type slider struct {
	relevant uint64
	magic    uint64
	base     uint16 // of its part of attacks
	shift    uint8
}

// rook splits the lines of a rook into the file, whose squares are adjacent bits, and
// the two lines across it. So the tables fit into the first-level cache, and
// multipliers are easy to find.
type rook struct {
	across slider
	base   uint16 // of the file's part of attacks
	shift  uint8  // shifts the inner squares of the file to the lowest bits
	mask   uint8  // keeps those
}

var (
	rooks   [64]rook
	bishops [64]slider
	attacks [8192]uint64
)

// RookAttacks returns the squares that a rook attacks, occupied or not.
func RookAttacks(sq int, occupied uint64) uint64 {
	r := &rooks[sq&63]
	i := uint64(r.base) + occupied>>(r.shift&63)&uint64(r.mask)
	set := attacks[i%uint64(len(attacks))] | r.across.attacks(occupied)
	if sq == double {
		set |= rooks[upper].across.attacks(occupied)
	}
	return set
}

// BishopAttacks returns the squares that a bishop attacks, occupied or not.
func BishopAttacks(sq int, occupied uint64) uint64 {
	set := bishops[sq&63].attacks(occupied)
	if sq == double {
		set |= bishops[upper].attacks(occupied)
	}
	return set
}

func (s *slider) attacks(occupied uint64) uint64 {
	i := uint64(s.base) + occupied&s.relevant*s.magic>>(s.shift&63)
	return attacks[i%uint64(len(attacks))]
}

// fillSliders finds the multipliers and fills the attacks of both sliders.
func fillSliders() {
	b := builder{keys: bitboard.NewKeys(105)} // a seed that finds them in a third of the usual time
	var along, across []step
	for _, d := range rookSteps {
		if d[0] == 0 {
			along = append(along, d)
		} else {
			across = append(across, d)
		}
	}
	for hexagon := range numSquares {
		b.fillFile(&rooks[hexagon], hexagon, along)
		b.fill(&rooks[hexagon].across, hexagon, across)
		b.fill(&bishops[hexagon], hexagon, bishopSteps)
	}
}

// builder fills attacks from the front.
type builder struct {
	keys *bitboard.Keys
	used int
	sets []uint64 // the attacks for each subset of the relevant squares, in order
}

// fillFile writes the attacks along the file of a hexagon.
func (b *builder) fillFile(r *rook, hexagon int, along []step) {
	first := hexagon
	for first > 0 && places[first-1].file == places[hexagon].file {
		first--
	}
	ranks := geom.HexFiles[places[hexagon].file]
	r.base, r.shift, r.mask = uint16(b.used), uint8(first+1), uint8(1<<(ranks-2)-1)
	for i := range uint64(r.mask) + 1 {
		attacks[b.used] = slide(hexagon, along, i<<r.shift)
		b.used++
	}
}

// fill finds a multiplier for some lines of a hexagon and writes their attacks.
func (b *builder) fill(s *slider, hexagon int, list []step) {
	for _, d := range list {
		var ray, last uint64
		walk(hexagon, d, func(c int) bool { last = 1 << c; ray |= last; return true })
		s.relevant |= ray &^ last
	}
	b.sets = b.sets[:0]
	for subset, more := uint64(0), true; more; more = subset != 0 {
		b.sets = append(b.sets, slide(hexagon, list, subset))
		subset = (subset - s.relevant) & s.relevant // the next subset
	}
	width := max(mathbits.OnesCount64(s.relevant), 1)
	s.base, s.shift = uint16(b.used), uint8(64-width)
	table := attacks[b.used : b.used+1<<width] // panics if attacks is too small
	for {
		s.magic = b.keys.Sparse()
		if b.try(s, table) {
			b.used += len(table)
			return
		}
	}
}

// try fills the table with the present multiplier. It fails if two occupancies
// with different attacks would share a place.
func (b *builder) try(s *slider, table []uint64) bool {
	clear(table)
	subset := uint64(0)
	for _, set := range b.sets {
		place := &table[subset*s.magic>>s.shift]
		if *place != 0 && *place != set {
			return false
		}
		*place = set
		subset = (subset - s.relevant) & s.relevant
	}
	return true
}
