package cheshire

import (
	mathbits "math/bits"

	"github.com/wane-chess/wane/game"
)

// Set is a set of squares, one bit each: square n < half is bit n of lo, any other is
// bit n−half of hi. Both boards use the numbers of the ten-wide one, so that a word
// holds five whole ranks and one multiplication gathers a line from it.
type Set struct{ lo, hi uint64 }

const (
	width   = 10 // of the numbering, on both boards
	half    = 50 // squares in a word
	squares = 2 * half
	full    = 1<<half - 1
	fileA   = 1 | 1<<10 | 1<<20 | 1<<30 | 1<<40 // the a-file in one word
	fileJ   = fileA << 9
)

// single holds the set of each square alone. Those beyond the board are empty.
var single = func() (t [128]Set) {
	for sq := range half {
		t[sq].lo = 1 << sq
		t[half+sq].hi = 1 << sq
	}
	return t
}()

// And returns the squares of both sets.
func (a Set) And(b Set) Set { return Set{a.lo & b.lo, a.hi & b.hi} }

// Or returns the squares of either set.
func (a Set) Or(b Set) Set { return Set{a.lo | b.lo, a.hi | b.hi} }

// Xor returns the squares of exactly one of the sets.
func (a Set) Xor(b Set) Set { return Set{a.lo ^ b.lo, a.hi ^ b.hi} }

// AndNot returns the squares of a that b does not have.
func (a Set) AndNot(b Set) Set { return Set{a.lo &^ b.lo, a.hi &^ b.hi} }

// Empty reports whether the set has no square.
func (a Set) Empty() bool { return a.lo|a.hi == 0 }

// Meets reports whether the sets share a square.
func (a Set) Meets(b Set) bool { return a.lo&b.lo|a.hi&b.hi != 0 }

// Has reports whether the set has a square.
func (a Set) Has(sq game.Square) bool { return a.Meets(single[sq&127]) }

// Count returns the number of squares.
func (a Set) Count() int {
	return mathbits.OnesCount64(a.lo) + mathbits.OnesCount64(a.hi)
}

// Pop removes and returns the lowest square of a set, which must not be empty.
func (a *Set) Pop() game.Square {
	if a.lo != 0 {
		n := mathbits.TrailingZeros64(a.lo)
		a.lo &= a.lo - 1
		return game.Square(n)
	}
	n := mathbits.TrailingZeros64(a.hi)
	a.hi &= a.hi - 1
	return game.Square(half + n)
}

// Up returns the set one rank higher; squares that leave the ten-wide board are lost.
func (a Set) Up() Set {
	return Set{a.lo << width & full, (a.hi<<width | a.lo>>(half-width)) & full}
}

// Down returns the set one rank lower.
func (a Set) Down() Set {
	return Set{a.lo>>width | a.hi<<(half-width)&full, a.hi >> width}
}

// West returns the set one file closer to the a-file.
func (a Set) West() Set { return Set{a.lo &^ fileA >> 1, a.hi &^ fileA >> 1} }

// East returns the set one file farther from the a-file.
func (a Set) East() Set { return Set{a.lo &^ fileJ << 1, a.hi &^ fileJ << 1} }
