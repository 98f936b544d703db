package shrink

import (
	mathbits "math/bits"

	"github.com/wane-chess/wane/game"
)

// Squares and sets of squares are those of shrink.State.
const (
	fileA = 0x0101010101010101
	fileH = fileA << 7
	rank1 = 0xff
)

// shifted moves a set forward by a signed number of squares. Sets are masked so
// that nothing wraps around.
func shifted(b uint64, by int) uint64 { return mathbits.RotateLeft64(b, by) }

// ahead returns a set with all squares above it on its files.
func ahead(b uint64) uint64 {
	b |= b << 8
	b |= b << 16
	return b | b<<32
}

// behind returns a set with all squares below it on its files.
func behind(b uint64) uint64 {
	b |= b >> 8
	b |= b >> 16
	return b | b>>32
}

// beside returns the squares to the left and right of a set.
func beside(b uint64) uint64 { return b<<1&^fileA | b>>1&^fileH }

// fileAhead returns the squares above one on its file.
func fileAhead(sq game.Square) uint64 { return (fileA - 1) << (sq & 63) }

// nextRank returns the squares before a set, seen from a side.
func nextRank(b uint64, color game.Color) uint64 {
	if color == game.Black {
		return b >> 8
	}
	return b << 8
}

// sameColor returns the squares of a square's color.
func sameColor(sq game.Square) uint64 {
	const dark = 0xaa55aa55aa55aa55
	return dark ^ -uint64((sq^sq>>3)&1)
}

// distance is the number of king's steps between two squares.
func distance(a, b game.Square) int {
	return max(abs(int(a&7)-int(b&7)), abs(int(a>>3)-int(b>>3)))
}

func abs(n int) int { return max(n, -n) }
