package cheshire

import mathbits "math/bits"

// set is a set of squares, one bit each: square n < half is bit n of lo, any
// other is bit n−half of hi. Both boards use the numbers of the ten-wide one, so
// that five whole ranks share a word and every line can be gathered from it with
// one multiplication.
type set struct{ lo, hi uint64 }

const (
	width = 10 // of the numbering, on both boards
	half  = 50 // squares in a word
	cells = 2 * half
	full  = 1<<half - 1
	fileA = 1 | 1<<10 | 1<<20 | 1<<30 | 1<<40 // the a-file in one word
	fileJ = fileA << 9
)

// single holds the set of each square alone. Those past the last are empty.
var single = func() (t [128]set) {
	for sq := range half {
		t[sq].lo = 1 << sq
		t[half+sq].hi = 1 << sq
	}
	return t
}()

func (a set) and(b set) set    { return set{a.lo & b.lo, a.hi & b.hi} }
func (a set) or(b set) set     { return set{a.lo | b.lo, a.hi | b.hi} }
func (a set) xor(b set) set    { return set{a.lo ^ b.lo, a.hi ^ b.hi} }
func (a set) andNot(b set) set { return set{a.lo &^ b.lo, a.hi &^ b.hi} }

func (a set) empty() bool       { return a.lo|a.hi == 0 }
func (a set) meets(b set) bool  { return a.lo&b.lo|a.hi&b.hi != 0 }
func (a set) has(sq uint8) bool { return a.meets(single[sq&127]) }

// count returns the number of squares.
func (a set) count() int {
	return mathbits.OnesCount64(a.lo) + mathbits.OnesCount64(a.hi)
}

// pop removes the lowest square of a set that is not empty and returns it.
func (a *set) pop() uint8 {
	if a.lo != 0 {
		n := mathbits.TrailingZeros64(a.lo)
		a.lo &= a.lo - 1
		return uint8(n)
	}
	n := mathbits.TrailingZeros64(a.hi)
	a.hi &= a.hi - 1
	return uint8(half + n)
}

// The sets moved by one square; what leaves the ten-wide board is lost.
func (a set) up() set {
	return set{a.lo << width & full, (a.hi<<width | a.lo>>(half-width)) & full}
}

func (a set) down() set {
	return set{a.lo>>width | a.hi<<(half-width)&full, a.hi >> width}
}

func (a set) west() set { return set{a.lo &^ fileA >> 1, a.hi &^ fileA >> 1} }
func (a set) east() set { return set{a.lo &^ fileJ << 1, a.hi &^ fileJ << 1} }
