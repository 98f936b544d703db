package bitboard

import mathbits "math/bits"

// Magic finds the attacks of a slider on one square in a table: the occupied squares
// that matter, times a factor, have the place of their attacks in the top bits ("fancy
// magic bitboards", Pradyumna Kannan, 2007).
type Magic struct {
	Mask   uint64 // the squares that matter when occupied
	Factor uint64
	Base   uint32 // where the square's attacks begin in the table
	Shift  uint8  // leaves the bits of a place
}

// Index returns the place of the attacks in the table.
func (m *Magic) Index(occupied uint64) uint64 {
	return uint64(m.Base) + occupied&m.Mask*m.Factor>>(m.Shift&63)
}

// Fill writes the attacks for every subset of Mask to the table from base on, and
// returns where they end. It takes the first factor of next by which no two different
// attacks share a place.
func (m *Magic) Fill(table []uint64, base int, attacks func(occupied uint64) uint64, next func() uint64) int {
	width := max(mathbits.OnesCount64(m.Mask), 1)
	m.Base, m.Shift = uint32(base), uint8(64-width)
	table = table[base : base+1<<width]
	sets := make([]uint64, 0, len(table)) // found once: many factors are tried
	for subset, more := uint64(0), true; more; more = subset != 0 {
		sets = append(sets, attacks(subset))
		subset = (subset - m.Mask) & m.Mask // the next subset
	}
	for {
		if m.Factor = next(); m.try(table, sets) {
			return base + len(table)
		}
	}
}

// try fills the table with the present factor, or reports false if two of the sets
// would share a place.
func (m *Magic) try(table, sets []uint64) bool {
	clear(table)
	subset := uint64(0)
	for _, set := range sets {
		place := &table[subset*m.Factor>>m.Shift]
		if *place != 0 && *place != set {
			return false
		}
		*place = set
		subset = (subset - m.Mask) & m.Mask
	}
	return true
}
