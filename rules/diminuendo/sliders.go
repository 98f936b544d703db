package diminuendo

import (
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/geom"
	"github.com/wane-chess/wane/internal/bitboard"
)

// The attacks of a slider along some lines of a hexagon depend on the squares of those
// lines, except the last in each direction. z has two entries, one for each half.

// rook splits the lines of a rook into the file, whose squares are adjacent bits, and
// the two lines across it. So the tables fit into the first-level cache, and
// factors are easy to find.
type rook struct {
	across bitboard.Magic
	base   uint16 // of the file's part of attacks
	shift  uint8  // shifts the inner squares of the file to the lowest bits
	mask   uint8  // keeps those
}

var (
	rooks   [64]rook
	bishops [64]bitboard.Magic
	attacks [8192]uint64
)

// RookAttacks returns the squares that a rook attacks, occupied or not.
func RookAttacks(sq game.Square, occupied uint64) uint64 {
	r := &rooks[sq&63]
	i := uint64(r.base) + occupied>>(r.shift&63)&uint64(r.mask)
	set := attacks[i%uint64(len(attacks))] | slider(&r.across, occupied)
	if sq == ZSquare {
		set |= slider(&rooks[upper].across, occupied)
	}
	return set
}

// BishopAttacks returns the squares that a bishop attacks, occupied or not.
func BishopAttacks(sq game.Square, occupied uint64) uint64 {
	set := slider(&bishops[sq&63], occupied)
	if sq == ZSquare {
		set |= slider(&bishops[upper], occupied)
	}
	return set
}

func slider(m *bitboard.Magic, occupied uint64) uint64 {
	return attacks[m.Index(occupied)%uint64(len(attacks))]
}

// fillSliders finds the factors and fills the attacks of both sliders.
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
	for hexagon := range game.Square(NumSquares) {
		b.fillFile(&rooks[hexagon], hexagon, along)
		b.fill(&rooks[hexagon].across, hexagon, across)
		b.fill(&bishops[hexagon], hexagon, bishopSteps)
	}
}

// builder fills attacks from the front.
type builder struct {
	keys *bitboard.Keys
	used int
}

// fillFile writes the attacks along the file of a hexagon.
func (b *builder) fillFile(r *rook, hexagon game.Square, along []step) {
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

// fill writes the attacks along some lines of a hexagon.
func (b *builder) fill(m *bitboard.Magic, hexagon game.Square, list []step) {
	for _, d := range list {
		var ray, last uint64
		walk(hexagon, d, func(sq game.Square) bool { last = bitboard.Bit(sq); ray |= last; return true })
		m.Mask |= ray &^ last
	}
	slider := func(occupied uint64) uint64 { return slide(hexagon, list, occupied) }
	b.used = m.Search(attacks[:], b.used, slider, b.keys.Sparse)
}
