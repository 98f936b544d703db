package shrink

import (
	mathbits "math/bits"

	"github.com/wane-chess/wane/game"
)

// Squares are numbered rank·8 + file whatever the size of the board. So a collapse
// towards a1 shifts ranges of bits, and the attack tables of the full board serve
// every smaller one: beyond its edge nothing is occupied.
const (
	fileA = 0x0101010101010101
	fileH = fileA << 7
	rank1 = 0xff

	allSquares = ^uint64(0)
)

// shifted moves a set forward by a signed number of squares. The caller masks the
// files that would wrap around.
func shifted(b uint64, by int) uint64 { return mathbits.RotateLeft64(b, by) }

// RankSquares returns the eight squares of a square's rank.
func RankSquares(sq game.Square) uint64 { return rank1 << (sq & 56) }

// FileSquares returns the eight squares of a square's file.
func FileSquares(sq game.Square) uint64 { return fileA << (sq & 7) }

// Forward is what a pawn's step adds to its square: 8 for White, -8 for Black.
func Forward(color game.Color) int { return forward[color&1] }

var forward = [2]int{8, -8}

// DoubleStepRank returns the rank that a pawn of a color crosses in a double step, or
// 0 if a board with that many ranks allows none (R4).
func DoubleStepRank(color game.Color, ranks int) uint64 { return doubleStepRanks[color&1][ranks&15] }

var doubleStepRanks = [2][16]uint64{
	game.White: {8: rank1 << 16},
	game.Black: {8: rank1 << 40},
}

// LastRanks returns the two ranks on which pawns promote: rank 1 and the top rank
// of a board with that many ranks.
func LastRanks(ranks int) uint64 { return lastRanks[ranks&15] }

var (
	lastRanks [16]uint64
	// boards holds the squares of a board by ranks and files.
	boards [16][16]uint64
)

func init() {
	for ranks := 1; ranks <= 8; ranks++ {
		for files := 1; files <= 8; files++ {
			for rank := range ranks {
				boards[ranks][files] |= (1<<files - 1) << (8 * rank)
			}
		}
		lastRanks[ranks] = rank1 | rank1<<(8*(ranks-1))
	}
}
