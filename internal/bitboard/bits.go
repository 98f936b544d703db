// Package bitboard holds what the rules packages share about sets of squares, one bit a
// square: pieces, magic attack tables, and the random words for keys.
package bitboard

import (
	mathbits "math/bits"

	"github.com/wane-chess/wane/game"
)

// Bit returns the set of one square. The square counts modulo 64.
func Bit(sq game.Square) uint64 { return 1 << (sq & 63) }

// Count returns the number of squares of a set.
func Count(set uint64) int { return mathbits.OnesCount64(set) }

// Lowest returns the lowest square of a set, 64 if it is empty.
func Lowest(set uint64) game.Square { return game.Square(mathbits.TrailingZeros64(set)) }

// Highest returns the highest square of a set, game.NoSquare if it is empty.
func Highest(set uint64) game.Square { return game.Square(63 - mathbits.LeadingZeros64(set)) }

// Pop removes and returns the lowest square of a set, which must not be empty. It does
// not call Lowest: where Pop is inlined, a second call leaves a no-op in the loop.
func Pop(set *uint64) game.Square {
	sq := mathbits.TrailingZeros64(*set)
	*set &= *set - 1
	return game.Square(sq)
}

// Squares lists the squares of a set, lowest first; nil if it is empty.
func Squares(set uint64) (list []game.Square) {
	for set != 0 {
		list = append(list, Pop(&set))
	}
	return list
}

// SquareName returns the name of a square numbered rank·8 + file, such as "e4".
func SquareName(sq game.Square) string { return string([]byte{'a' + byte(sq&7), '1' + byte(sq>>3&7)}) }

// Keys yields the pseudo-random words that Zobrist keys are made of: SplitMix64
// (Steele, Lea and Flood, 2014). The same seed yields the same words.
type Keys struct{ state uint64 }

// NewKeys starts a sequence.
func NewKeys(seed uint64) *Keys { return &Keys{seed} }

// Next returns the next word.
func (k *Keys) Next() uint64 {
	k.state += 0x9e3779b97f4a7c15
	z := k.state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Sparse returns a word with one bit in eight set on average, as a candidate for a magic
// multiplier.
func (k *Keys) Sparse() uint64 {
	a, b, c := k.Next(), k.Next(), k.Next()
	return a & b & c
}
