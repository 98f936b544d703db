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

// Fill writes the attacks for every subset of Mask to the table, which is empty from base
// on, and returns where they end. It panics if Factor gives two different attacks the
// same place.
func (m *Magic) Fill(table []uint64, base int, attacks func(occupied uint64) uint64) int {
	table = m.begin(table, base)
	if !m.try(table, func(_ int, occupied uint64) uint64 { return attacks(occupied) }) {
		panic("bitboard: two attacks of a slider share a place")
	}
	return base + len(table)
}

// Search is Fill with the first factor of next that gives no two different attacks the
// same place.
func (m *Magic) Search(table []uint64, base int, attacks func(occupied uint64) uint64, next func() uint64) int {
	table = m.begin(table, base)
	sets := make([]uint64, 0, len(table)) // found once: many factors are tried
	for subset, more := uint64(0), true; more; more = subset != 0 {
		sets = append(sets, attacks(subset))
		subset = (subset - m.Mask) & m.Mask // the next subset
	}
	for {
		m.Factor = next()
		if m.try(table, func(i int, _ uint64) uint64 { return sets[i] }) {
			return base + len(table)
		}
		clear(table)
	}
}

// begin returns the square's part of the table.
func (m *Magic) begin(table []uint64, base int) []uint64 {
	width := max(mathbits.OnesCount64(m.Mask), 1)
	m.Base, m.Shift = uint32(base), uint8(64-width)
	return table[base : base+1<<width]
}

// try fills an empty table with the present factor, or reports false if two different
// attacks would share a place.
func (m *Magic) try(table []uint64, attacks func(i int, occupied uint64) uint64) bool {
	subset := uint64(0)
	for i := range 1 << mathbits.OnesCount64(m.Mask) {
		place, set := &table[subset*m.Factor>>m.Shift], attacks(i, subset)
		if *place != 0 && *place != set {
			return false
		}
		*place = set
		subset = (subset - m.Mask) & m.Mask
	}
	return true
}
