package diminuendo

import (
	mathbits "math/bits"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/geom"
)

// Squares have the numbers of geom.Hex43: file by file, rank by rank, below 44. The
// double square has the number of its lower half; that of the upper half is in no
// set. A set of squares is a word with one bit for each.
const (
	numSquares        = 44
	double            = geom.DoubleSquare // z
	upper             = double + 1        // its upper half, never a square
	z          uint64 = 1 << double
	aboveZ     uint64 = 1 << (upper + 1) // d6
	board      uint64 = (1<<numSquares - 1) &^ (1 << upper)
)

// The squares of each file.
const (
	fileA uint64 = 0x1f
	fileB uint64 = 0x3f << 5
	fileC uint64 = 0x7f << 11
	fileD uint64 = 0xff << 18 & board
	fileE uint64 = 0x7f << 26
	fileF uint64 = 0x3f << 33
	fileG uint64 = 0x1f << 39
)

var files = [7]uint64{fileA, fileB, fileC, fileD, fileE, fileF, fileG}

// lastSquares holds, by color, the squares where pawns promote (R5).
var lastSquares = [2]uint64{
	1<<4 | 1<<10 | 1<<17 | 1<<25 | 1<<32 | 1<<38 | 1<<43,
	1<<0 | 1<<5 | 1<<11 | 1<<18 | 1<<26 | 1<<33 | 1<<39,
}

// Attacks holds the squares that a piece attacks from one square on an empty board;
// from z, from either half (R1). No piece attacks its own square. Its size is one
// cache line.
type Attacks struct {
	King    [2]uint64 // one step of a king, rookish and queenish (R8)
	Knight  uint64
	Pawn    [2]uint64 // one step sideways-forward, by color
	Rook    uint64
	Bishop  uint64
	Forward [2]uint8 // the number of the square straight ahead, by color; NumSquares past the last
}

// Tables, filled by init.
var (
	attacksFrom [64]Attacks
	// Squares strictly between two on a rook's and on a bishop's line. From b3, b4, f3
	// and f4 z is on a line of either kind, hence two tables.
	rookLane, bishopLane [64][64]uint64
)

// A step changes the file and the height, 2·rank + |file−3|.
type step [2]int

var (
	rookSteps   = []step{{0, 2}, {1, 1}, {1, -1}, {0, -2}, {-1, -1}, {-1, 1}}
	bishopSteps = []step{{1, 3}, {2, 0}, {1, -3}, {-1, -3}, {-2, 0}, {-1, 3}}
	knightSteps = []step{
		{1, 5}, {2, 4}, {3, 1}, {3, -1}, {2, -4}, {1, -5}, {-1, -5}, {-2, -4}, {-3, -1}, {-3, 1}, {-2, 4}, {-1, 5},
	}
	pawnSteps = [2][]step{{{1, 1}, {-1, 1}}, {{1, -1}, {-1, -1}}}
	ahead     = [2]step{{0, 2}, {0, -2}}
)

// A place is where a single hexagon is, such as a half of z.
type place struct{ file, height int }

// places holds the hexagons by number, upper among them.
var places = func() (list [numSquares]place) {
	n := 0
	for file, ranks := range geom.HexFiles {
		for rank := 1; rank <= ranks; rank++ {
			list[n] = place{file, geom.HexHeight(file, rank)}
			n++
		}
	}
	return list
}()

// neighbor returns the hexagon one step away, or -1.
func neighbor(hexagon int, d step) int {
	file, height := places[hexagon].file+d[0], places[hexagon].height+d[1]
	if file < 0 || file >= len(geom.HexFiles) {
		return -1
	}
	// The hexagons of a file have consecutive numbers, and heights two apart.
	foot := mathbits.TrailingZeros64(lastSquares[game.Black] & files[file])
	up := height - places[foot].height
	if up < 0 || up >= 2*geom.HexFiles[file] {
		return -1
	}
	return foot + up/2
}

// walk visits the squares on one line from a hexagon, either half of z as z, until the
// board ends or visit returns false. It skips the square where it starts.
func walk(hexagon int, d step, visit func(sq int) bool) {
	start := squareOf(hexagon)
	for hexagon = neighbor(hexagon, d); hexagon >= 0; hexagon = neighbor(hexagon, d) {
		if sq := squareOf(hexagon); sq != start && !visit(sq) {
			return
		}
	}
}

// squareOf returns the square that a hexagon belongs to.
func squareOf(hexagon int) int {
	if hexagon == upper {
		return double
	}
	return hexagon
}

// hexagons returns the hexagons of a square: two for z, else one.
func hexagons(sq int) []int {
	if sq == double {
		return []int{double, upper}
	}
	return []int{sq}
}

// steps returns the squares one step away.
func steps(sq int, list []step) (set uint64) {
	for _, h := range hexagons(sq) {
		for _, d := range list {
			walk(h, d, func(c int) bool { set |= 1 << c; return false })
		}
	}
	return set
}

// slide returns the squares that a slider on a hexagon attacks: up to and including
// the blockers.
func slide(hexagon int, list []step, blockers uint64) (set uint64) {
	for _, d := range list {
		walk(hexagon, d, func(c int) bool { set |= 1 << c; return 1<<c&blockers == 0 })
	}
	return set
}

func init() {
	for sq := range numSquares {
		if sq != upper {
			fillRays(sq)
		}
	}
	fillSliders()
}

func fillRays(sq int) {
	r := &attacksFrom[sq]
	r.King[0] = steps(sq, rookSteps)
	r.King[1] = r.King[0] | steps(sq, bishopSteps)
	r.Knight = steps(sq, knightSteps)
	for color := range 2 {
		r.Pawn[color] = steps(sq, pawnSteps[color])
		r.Forward[color] = numSquares
		for _, h := range hexagons(sq) {
			walk(h, ahead[color], func(c int) bool { r.Forward[color] = uint8(c); return false })
		}
	}
	for _, h := range hexagons(sq) {
		r.Rook |= slide(h, rookSteps, 0)
		r.Bishop |= slide(h, bishopSteps, 0)
		fillLanes(&rookLane[sq], h, rookSteps)
		fillLanes(&bishopLane[sq], h, bishopSteps)
	}
}

func fillLanes(lanes *[64]uint64, hexagon int, list []step) {
	for _, d := range list {
		var crossed uint64
		walk(hexagon, d, func(sq int) bool {
			if crossed>>sq&1 == 0 { // else it is the second half of z
				lanes[sq] = crossed
			}
			crossed |= 1 << sq
			return true
		})
	}
}
