package convergent

import (
	"math/bits"
	"slices"

	"github.com/wane-chess/wane/game"
)

// Squares are numbered rank·8 + file on the frame of 8×8, and a set of squares
// is a word with one bit for each.
const (
	inner       uint64 = 0x007e7e7e7e7e7e00      // b2 to g7
	royals      uint64 = 0x18<<56 | 0x18         // d1 e1 d8 e8
	board              = inner | royals          // the forty squares
	westCorners uint64 = 1<<(8*1+1) | 1<<(8*6+1) // b2 b7
	eastCorners uint64 = 1<<(8*1+6) | 1<<(8*6+6) // g2 g7
)

// reach is how far rooks and bishops slide, in squares.
const reach = 3

// royal holds the royal squares by color.
var royal = [2]uint64{0x18, 0x18 << 56}

// Attacks holds the squares that a piece attacks from one square on an empty board.
// Its size is one cache line.
type Attacks struct {
	King   uint64    // one step in the eight directions
	Queen  uint64    // one or two steps (R1)
	Knight uint64    // the knight's leaps
	Pawn   [2]uint64 // one step diagonally forward, by color (R2)
	Rook   uint64    // up to three steps on an empty board
	Bishop uint64    // up to three steps on an empty board
	_      uint64    // padding
}

// Tables, filled by init.
var (
	attacksFrom [64]Attacks
	advance     [2][64]uint64  // pawns: straight forward, and sideways in a corner (R2)
	between     [64][64]uint64 // squares strictly between two that lie within a slide
)

var (
	straight = [4][2]int{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}
	diagonal = [4][2]int{{1, 1}, {1, -1}, {-1, -1}, {-1, 1}}
	leaps    = [8][2]int{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}
)

// Squares is the set of all forty squares.
const Squares = board

// RoyalSquares returns the set of a color's royal squares: d1 and e1, d8 and e8.
func RoyalSquares(c game.Color) uint64 { return royal[c&1] }

// AttacksFrom returns what each type of piece attacks from a square. The square
// counts modulo 64.
func AttacksFrom(sq int) *Attacks { return &attacksFrom[sq&63] }

// PawnPushes returns the squares that a pawn may move to without capturing, if they
// are empty: straight forward, and sideways in a corner (R2).
func PawnPushes(c game.Color, sq int) uint64 { return advance[c&1][sq&63] }

// Between returns the squares strictly between two that are within a rook's or
// bishop's slide, and none for other pairs.
func Between(a, b int) uint64 { return between[a&63][b&63] }

func init() {
	for set := board; set != 0; set &= set - 1 {
		fillRays(bits.TrailingZeros64(set))
	}
	fillSliders()
}

// step returns the square that lies (dx, dy) away, as a set, empty if the board
// has none there.
func step(sq, dx, dy int) uint64 {
	file, rank := sq&7+dx, sq>>3+dy
	if file < 0 || file > 7 || rank < 0 || rank > 7 {
		return 0
	}
	return 1 << (8*rank + file) & board
}

// slide returns the squares up to most steps away in one direction, up to the edge of
// the board or the first blocker, which is included.
func slide(sq int, d [2]int, most int, blockers uint64) uint64 {
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

func fillRays(sq int) {
	r := &attacksFrom[sq]
	for _, d := range straight {
		r.Rook |= slide(sq, d, reach, 0)
	}
	for _, d := range diagonal {
		r.Bishop |= slide(sq, d, reach, 0)
	}
	for _, d := range slices.Concat(straight[:], diagonal[:]) {
		r.King |= step(sq, d[0], d[1])
		r.Queen |= step(sq, d[0], d[1]) | step(sq, 2*d[0], 2*d[1])
		for n := 2; n <= reach; n++ {
			if far := step(sq, n*d[0], n*d[1]); far != 0 {
				between[sq][bits.TrailingZeros64(far)] = slide(sq, d, n-1, 0)
			}
		}
	}
	for _, d := range leaps {
		r.Knight |= step(sq, d[0], d[1])
	}
	sideways := uint64(0)
	if 1<<sq&(westCorners|eastCorners) != 0 {
		sideways = step(sq, 1, 0) | step(sq, -1, 0)
	}
	for _, s := range [2]game.Color{game.White, game.Black} {
		ahead := 1 - 2*int(s)
		r.Pawn[s] = step(sq, 1, ahead) | step(sq, -1, ahead)
		advance[s][sq] = step(sq, 0, ahead) | sideways
	}
}
