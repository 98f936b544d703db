package geom

import (
	"math"
	"strconv"
)

// DoubleSquare is the number of z, the double square of the hexagonal board. It is
// the number that d4 would have; that of d5, one higher, is not used.
const DoubleSquare = 21

// HexFiles holds the number of ranks in each file of the hexagonal board, the
// double square counted as the two ranks that it covers.
var HexFiles = [7]int{5, 6, 7, 8, 7, 6, 5}

// HexHeight returns the height of a square of the hexagonal board: 2·rank +
// |file−3|, with file from 0 and rank from 1. A step straight ahead adds 2.
func HexHeight(file, rank int) int {
	d := file - 3
	if d < 0 {
		d = -d
	}
	return 2*rank + d
}

// Hex43 makes the board of 43 squares: files a to g of 5 6 7 8 7 6 5 ranks,
// hexagons with flat tops, where d4 and d5 are one square, z. Squares are numbered
// from 0, file by file and rank by rank; see DoubleSquare.
func Hex43() *Board {
	b := &Board{Shape: Hexagonal, Files: 7, Ranks: 8}
	id := 0
	for file, ranks := range HexFiles {
		for rank := 1; rank <= ranks; rank++ {
			switch {
			case id == DoubleSquare:
				b.add(doubleSquare(id, file, rank))
			case id != DoubleSquare+1:
				b.add(hexagon(id, file, rank))
			}
			id++
		}
	}
	return b
}

// hexCenter returns the center of a hexagon with side 1.
func hexCenter(file, height int) Point {
	return Point{1.5*float64(file) + 1, math.Sqrt(3) / 2 * float64(height-4)}
}

// corner returns one of a hexagon's six corners, counter-clockwise from the
// right.
func corner(c Point, i int) Point {
	a := math.Pi / 3 * float64(i)
	return Point{c.X + math.Cos(a), c.Y + math.Sin(a)}
}

func hexagon(id, file, rank int) Square {
	h := HexHeight(file, rank)
	sq := Square{
		ID: id, File: FileName(file), Rank: strconv.Itoa(rank),
		Col: file, Row: h, Tint: hexTint(h), Center: hexCenter(file, h),
	}
	sq.Name = sq.File + sq.Rank
	for i := range 6 {
		sq.Outline = append(sq.Outline, corner(sq.Center, i))
	}
	return sq
}

// hexTint colors the squares in three colors. A step to a neighbor, (0,±2) or
// (±1,±1), changes the height modulo 3; a bishop's, (±1,±3) or (±2,0), does not.
func hexTint(height int) Tint { return [3]Tint{Dark, Light, Middle}[height%3] }

// doubleSquare unites the hexagons d4 and d5.
func doubleSquare(id, file, rank int) Square {
	low, high := hexCenter(file, HexHeight(file, rank)), hexCenter(file, HexHeight(file, rank+1))
	sq := Square{
		ID: id, Name: "z", File: "z", Col: file, Row: HexHeight(file, rank) + 1, Tint: Special,
		Center: Point{low.X, (low.Y + high.Y) / 2},
	}
	// The lower hexagon's corners from the shared edge's left end round to its
	// right end, then the upper one's the rest of the way.
	for _, i := range []int{2, 3, 4, 5, 0, 1} {
		sq.Outline = append(sq.Outline, corner(low, i))
	}
	for _, i := range []int{0, 1, 2, 3} {
		sq.Outline = append(sq.Outline, corner(high, i))
	}
	return sq
}
