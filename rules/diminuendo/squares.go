package diminuendo

import (
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/geom"
	"github.com/wane-chess/wane/internal/bitboard"
)

// Squares have the numbers of geom.Hex43: file by file, rank by rank, below NumSquares.
// The double square z has the number of its lower half; that of the upper half is in no
// set. A set of squares is a word with one bit for each.
const (
	NumSquares        = 44
	Squares    uint64 = (1<<NumSquares - 1) &^ (1 << upper) // all squares of the board
	ZSquare           = geom.DoubleSquare                   // the number of z
	Z          uint64 = 1 << ZSquare                        // the set of z alone

	upper         = ZSquare + 1      // the upper half of z, never a square
	aboveZ uint64 = 1 << (upper + 1) // d6
)

// The squares of each file.
const (
	fileA uint64 = 0x1f
	fileB uint64 = 0x3f << 5
	fileC uint64 = 0x7f << 11
	fileD uint64 = 0xff << 18 & Squares
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
	Forward [2]game.Square // the number of the square straight ahead, by color; NumSquares past the last
}

// Tables, filled by init.
var (
	attacksFrom [64]Attacks
	// Squares strictly between two on a rook's and on a bishop's line. From b3, b4, f3
	// and f4 z is on a line of either kind, hence two tables.
	rookBetween, bishopBetween [64][64]uint64
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
var places = func() (list [NumSquares]place) {
	n := 0
	for file, ranks := range geom.HexFiles {
		for rank := 1; rank <= ranks; rank++ {
			list[n] = place{file, geom.HexHeight(file, rank)}
			n++
		}
	}
	return list
}()

// neighbor returns the hexagon one step away, or game.NoSquare.
func neighbor(hexagon game.Square, d step) game.Square {
	file, height := places[hexagon].file+d[0], places[hexagon].height+d[1]
	if file < 0 || file >= len(geom.HexFiles) {
		return game.NoSquare
	}
	// The hexagons of a file have consecutive numbers, and heights two apart.
	foot := bitboard.Lowest(lastSquares[game.Black] & files[file])
	up := height - places[foot].height
	if up < 0 || up >= 2*geom.HexFiles[file] {
		return game.NoSquare
	}
	return foot + game.Square(up/2)
}

// walk visits the squares on one line from a hexagon, either half of z as z, until the
// board ends or visit returns false. It skips the square where it starts.
func walk(hexagon game.Square, d step, visit func(sq game.Square) bool) {
	start := squareOf(hexagon)
	for hexagon = neighbor(hexagon, d); hexagon != game.NoSquare; hexagon = neighbor(hexagon, d) {
		if sq := squareOf(hexagon); sq != start && !visit(sq) {
			return
		}
	}
}

// squareOf returns the square that a hexagon belongs to.
func squareOf(hexagon game.Square) game.Square {
	if hexagon == upper {
		return ZSquare
	}
	return hexagon
}

// hexagons returns the hexagons of a square: two for z, else one.
func hexagons(sq game.Square) []game.Square {
	if sq == ZSquare {
		return []game.Square{ZSquare, upper}
	}
	return []game.Square{sq}
}

// steps returns the squares one step away.
func steps(sq game.Square, list []step) (set uint64) {
	for _, h := range hexagons(sq) {
		for _, d := range list {
			walk(h, d, func(sq game.Square) bool { set |= bitboard.Bit(sq); return false })
		}
	}
	return set
}

// slide returns the squares that a slider on a hexagon attacks: up to and including
// the blockers.
func slide(hexagon game.Square, list []step, blockers uint64) (set uint64) {
	for _, d := range list {
		walk(hexagon, d, func(sq game.Square) bool { set |= bitboard.Bit(sq); return bitboard.Bit(sq)&blockers == 0 })
	}
	return set
}

func init() {
	for sq := range game.Square(NumSquares) {
		if sq != upper {
			fillRays(sq)
		}
	}
	fillSliders()
}

func fillRays(sq game.Square) {
	r := &attacksFrom[sq]
	r.King[0] = steps(sq, rookSteps)
	r.King[1] = r.King[0] | steps(sq, bishopSteps)
	r.Knight = steps(sq, knightSteps)
	for color := range 2 {
		r.Pawn[color] = steps(sq, pawnSteps[color])
		r.Forward[color] = NumSquares
		for _, h := range hexagons(sq) {
			walk(h, ahead[color], func(sq game.Square) bool { r.Forward[color] = sq; return false })
		}
	}
	for _, h := range hexagons(sq) {
		r.Rook |= slide(h, rookSteps, 0)
		r.Bishop |= slide(h, bishopSteps, 0)
		fillBetween(&rookBetween[sq], h, rookSteps)
		fillBetween(&bishopBetween[sq], h, bishopSteps)
	}
}

func fillBetween(lines *[64]uint64, hexagon game.Square, list []step) {
	for _, d := range list {
		var crossed uint64
		walk(hexagon, d, func(sq game.Square) bool {
			if crossed>>sq&1 == 0 { // else it is the second half of z
				lines[sq] = crossed
			}
			crossed |= bitboard.Bit(sq)
			return true
		})
	}
}
