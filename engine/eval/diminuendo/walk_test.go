package diminuendo

import (
	"github.com/wane-chess/wane/geom"
	"github.com/wane-chess/wane/rules/diminuendo"
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
)

// upper is the number of the upper half of z.
const upper = diminuendo.ZSquare + 1

// Hexagons have the numbers of squares, upper among them.
var placeOf, hexagonAt = func() (places []step, numbers map[step]int) {
	numbers = map[step]int{}
	for file, ranks := range geom.HexFiles {
		for rank := 1; rank <= ranks; rank++ {
			place := step{file, geom.HexHeight(file, rank)}
			numbers[place] = len(places)
			places = append(places, place)
		}
	}
	return places, numbers
}()

// walk visits the squares on one line from a hexagon, the halves of z as z, until
// the board ends or visit returns false. It leaves out the square it started on.
func walk(hexagon int, d step, visit func(sq int) bool) {
	start, at := squareOf(hexagon), placeOf[hexagon]
	for {
		at = step{at[0] + d[0], at[1] + d[1]}
		next, ok := hexagonAt[at]
		if !ok {
			return
		}
		if sq := squareOf(next); sq != start && !visit(sq) {
			return
		}
	}
}

// squareOf returns the square that a hexagon belongs to.
func squareOf(hexagon int) int {
	if hexagon == upper {
		return diminuendo.ZSquare
	}
	return hexagon
}

// halves returns the hexagons that make up a square.
func halves(sq int) []int {
	if sq == diminuendo.ZSquare {
		return []int{sq, upper}
	}
	return []int{sq}
}
