package diminuendo

import (
	mathbits "math/bits"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/geom"
)

// Cells have the numbers that geom.Hex43 gives them: file by file, rank by
// rank, below 44. The double cell has that of its lower half; the upper half's
// number stands in no set. A set of cells is a word with one bit for each.
const (
	numCells        = 44
	double          = geom.DoubleCell // z
	upper           = double + 1      // the place of its upper half, never a cell
	z        uint64 = 1 << double
	aboveZ   uint64 = 1 << (upper + 1) // d6
	board    uint64 = (1<<numCells - 1) &^ (1 << upper)
)

// The sets of the cells of each file.
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

// lastCells holds, for each side, the cells where its pawns promote (R5).
var lastCells = [2]uint64{
	1<<4 | 1<<10 | 1<<17 | 1<<25 | 1<<32 | 1<<38 | 1<<43,
	1<<0 | 1<<5 | 1<<11 | 1<<18 | 1<<26 | 1<<33 | 1<<39,
}

// Attacks holds what a piece on a square attacks on an empty board, as sets of
// squares; on z, from either half (R1). No piece attacks its own square. Its size is
// one cache line.
type Attacks struct {
	King    [2]uint64 // one step of a king, rookish and queenish (R8)
	Knight  uint64
	Pawn    [2]uint64 // one step sideways-forward, by color
	Rook    uint64
	Bishop  uint64
	Forward [2]uint8 // the number of the square straight ahead, by color; NumSquares past the last
}

// Tables, made once and never changed.
var (
	attacksFrom [64]Attacks
	// Cells strictly between two on a rook's and on a bishop's line. z lies on
	// a line of either kind from b3, b4, f3 and f4, hence two tables.
	rookLane, bishopLane [64][64]uint64
)

// A step changes the file and the height, 2·rank + |file−3|.
type step [2]int

var (
	rookSteps   = []step{{0, 2}, {1, 1}, {1, -1}, {0, -2}, {-1, -1}, {-1, 1}}
	bishopSteps = []step{{1, 3}, {2, 0}, {1, -3}, {-1, -3}, {-2, 0}, {-1, 3}}
	knightSteps = []step{{1, 5}, {2, 4}, {3, 1}, {3, -1}, {2, -4}, {1, -5}, {-1, -5}, {-2, -4}, {-3, -1}, {-3, 1}, {-2, 4}, {-1, 5}}
	pawnSteps   = [2][]step{{{1, 1}, {-1, 1}}, {{1, -1}, {-1, -1}}}
	ahead       = [2]step{{0, 2}, {0, -2}}
)

// A place is where a single hexagon lies, a half of z included.
type place struct{ file, height int }

// places holds the hexagons by number, upper among them.
var places = func() (list [numCells]place) {
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
	// A file's hexagons are numbered in a row, two heights apart.
	foot := mathbits.TrailingZeros64(lastCells[game.Black] & files[file])
	up := height - places[foot].height
	if up < 0 || up >= 2*geom.HexFiles[file] {
		return -1
	}
	return foot + up/2
}

// walk visits the cells on one line from a hexagon, the halves of z as z, until
// the board ends or visit returns false. It leaves out the cell it started on.
func walk(hexagon int, d step, visit func(cell int) bool) {
	start := cellOf(hexagon)
	for hexagon = neighbor(hexagon, d); hexagon >= 0; hexagon = neighbor(hexagon, d) {
		if cell := cellOf(hexagon); cell != start && !visit(cell) {
			return
		}
	}
}

// cellOf returns the cell that a hexagon belongs to.
func cellOf(hexagon int) int {
	if hexagon == upper {
		return double
	}
	return hexagon
}

// halves returns the hexagons that make up a cell.
func halves(cell int) []int {
	if cell == double {
		return []int{double, upper}
	}
	return []int{cell}
}

// steps returns the cells one step away.
func steps(cell int, list []step) (set uint64) {
	for _, h := range halves(cell) {
		for _, d := range list {
			walk(h, d, func(c int) bool { set |= 1 << c; return false })
		}
	}
	return set
}

// slide returns the cells that a slider on a hexagon sees: the blockers, and
// what lies before them.
func slide(hexagon int, list []step, blockers uint64) (set uint64) {
	for _, d := range list {
		walk(hexagon, d, func(c int) bool { set |= 1 << c; return 1<<c&blockers == 0 })
	}
	return set
}

func init() {
	for cell := range numCells {
		if cell != upper {
			fillRays(cell)
		}
	}
	fillSliders()
}

func fillRays(cell int) {
	r := &attacksFrom[cell]
	r.King[0] = steps(cell, rookSteps)
	r.King[1] = r.King[0] | steps(cell, bishopSteps)
	r.Knight = steps(cell, knightSteps)
	for color := range 2 {
		r.Pawn[color] = steps(cell, pawnSteps[color])
		r.Forward[color] = numCells
		for _, h := range halves(cell) {
			walk(h, ahead[color], func(c int) bool { r.Forward[color] = uint8(c); return false })
		}
	}
	for _, h := range halves(cell) {
		r.Rook |= slide(h, rookSteps, 0)
		r.Bishop |= slide(h, bishopSteps, 0)
		fillLanes(&rookLane[cell], h, rookSteps)
		fillLanes(&bishopLane[cell], h, bishopSteps)
	}
}

func fillLanes(lanes *[64]uint64, hexagon int, list []step) {
	for _, d := range list {
		var passed uint64
		walk(hexagon, d, func(c int) bool {
			if passed>>c&1 == 0 { // else it is the second half of z
				lanes[c] = passed
			}
			passed |= 1 << c
			return true
		})
	}
}
