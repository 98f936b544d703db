// Package bitboard holds what the rules packages share about sets of squares, one bit a
// square: pieces, magic attack tables, and the random words for keys.
package bitboard

import (
	mathbits "math/bits"

	"github.com/wane-chess/wane/game"
)

// Pop removes and returns the lowest square of a set, which must not be empty.
func Pop(b *uint64) int {
	n := mathbits.TrailingZeros64(*b)
	*b &= *b - 1
	return n
}

// Squares lists the squares of a set, lowest first; nil if it is empty.
func Squares(b uint64) (list []game.Square) {
	for b != 0 {
		list = append(list, game.Square(Pop(&b)))
	}
	return list
}

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
