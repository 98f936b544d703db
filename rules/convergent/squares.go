package convergent

import (
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
)

// Squares are numbered rank·8 + file on the frame of 8×8, and a set of squares
// is a word with one bit for each.
const (
	inner       uint64 = 0x007e7e7e7e7e7e00      // b2 to g7
	royals      uint64 = 0x18<<56 | 0x18         // d1 e1 d8 e8
	Squares            = inner | royals          // all forty squares
	westCorners uint64 = 1<<(8*1+1) | 1<<(8*6+1) // b2 b7
	eastCorners uint64 = 1<<(8*1+6) | 1<<(8*6+6) // g2 g7
)

// reach is how far rooks and bishops slide, in squares.
const reach = 3

// royal holds the royal squares by color.
var royal = [2]uint64{0x18, 0x18 << 56}

var (
	rookSteps   = [4][2]int{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}
	bishopSteps = [4][2]int{{1, 1}, {1, -1}, {-1, -1}, {-1, 1}}
	knightSteps = [8][2]int{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}
)

// RoyalSquares returns the set of a color's royal squares: d1 and e1, d8 and e8.
func RoyalSquares(color game.Color) uint64 { return royal[color&1] }

func init() {
	for set := Squares; set != 0; set &= set - 1 {
		fillRays(bitboard.Lowest(set))
	}
	fillSliders()
}

// step returns the square that lies (dx, dy) away, as a set, empty if the board
// has none there.
func step(sq game.Square, dx, dy int) uint64 {
	file, rank := int(sq&7)+dx, int(sq>>3)+dy
	if file < 0 || file > 7 || rank < 0 || rank > 7 {
		return 0
	}
	return 1 << (8*rank + file) & Squares
}

// slide returns the squares up to most steps away in one direction, up to the edge of
// the board or the first blocker, which is included.
func slide(sq game.Square, d [2]int, most int, blockers uint64) uint64 {
	var set uint64
	for i := 1; i <= most; i++ {
		next := step(sq, i*d[0], i*d[1])
		set |= next
		if next == 0 || next&blockers != 0 {
			break
		}
	}
	return set
}
