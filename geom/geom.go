// Package geom describes the boards that wane's games are played on, for
// drawing: squares with a name, an outline and a tint. It knows no rules.
//
// Two families exist: rectangles of any size with any squares missing (Rect),
// and the hexagonal board of 43 squares with its double square (Hex43).
//
// Lengths are in units of one square's side, or of one hexagon's side. X grows to the
// right and Y grows upwards, away from White, so a renderer that counts rows from the top
// flips Y.
package geom

// Point is a place on the board's plane.
type Point struct{ X, Y float64 }

// Tint says which of a board's colors a square has.
type Tint uint8

// The tints. Rectangles are made Dark and Light in turn, the hexagonal board
// Dark, Light and Middle, so that no two neighbors are alike. Special marks
// squares that the rules single out: the double square, or squares of a rectangle
// that a game repaints before it shows the board.
const (
	Dark Tint = iota
	Light
	Middle
	Special
)

// Square is one place where a piece can stand.
type Square struct {
	ID   int    // the number that moves and positions use; below 128
	Name string // "e4"; the double square is "z"
	File string // "e"; the double square has "z"
	Rank string // "4"; the double square has ""
	// Col and Row place the square for navigation and text drawing. On a
	// rectangle they are file and rank, from 0. On the hexagonal board Col is
	// the file from 0 and Row is the height: 2·rank + |file−3|, so that
	// neighbors in a file differ by 2 and neighbors across files by 1; the
	// double square has the mean of its halves.
	Col, Row int
	Tint     Tint
	Center   Point
	Outline  []Point // corners, counter-clockwise
}

// Shape is a family of boards.
type Shape uint8

// The shapes.
const (
	Rectangle Shape = iota
	Hexagonal
)

// Board is a set of squares. It is immutable once made, and safe to share.
type Board struct {
	Shape   Shape
	Files   int // columns of squares, at least 1
	Ranks   int // rows of squares; on the hexagonal board, of the longest file
	Stride  int // Rectangle only: ID = rank·Stride + file
	Squares []Square
	byID    [128]int16 // 1 + index into Squares; 0 where there is no such square
}

// Square returns the square with that number, or nil if the board has none.
func (b *Board) Square(id int) *Square {
	if id < 0 || id >= len(b.byID) || b.byID[id] == 0 {
		return nil
	}
	return &b.Squares[b.byID[id]-1]
}

// SquareByName returns the square with that name, or nil if the board has none.
func (b *Board) SquareByName(name string) *Square {
	if s := b.Square(b.number(name)); s != nil && s.Name == name {
		return s
	}
	return nil
}

// number returns the number of the square with that name if the board has one.
func (b *Board) number(name string) int {
	if len(name) < 2 {
		return DoubleSquare // z
	}
	file, rank := int(name[0])-'a', int(name[1])-'0'
	if len(name) > 2 {
		rank = 10*rank + int(name[2]) - '0'
	}
	if b.Shape == Hexagonal {
		for _, ranks := range HexFiles[:max(0, min(file, len(HexFiles)))] {
			rank += ranks
		}
		return rank - 1
	}
	return (rank-1)*b.Stride + file
}

// Name returns the name of the square with that number, or "?" if the board has
// none.
func (b *Board) Name(id int) string {
	if sq := b.Square(id); sq != nil {
		return sq.Name
	}
	return "?"
}

// Bounds returns the corners of the smallest box that holds every square.
func (b *Board) Bounds() (lo, hi Point) {
	first := true
	for i := range b.Squares {
		for _, p := range b.Squares[i].Outline {
			if first {
				lo, hi, first = p, p, false
				continue
			}
			lo.X, lo.Y = min(lo.X, p.X), min(lo.Y, p.Y)
			hi.X, hi.Y = max(hi.X, p.X), max(hi.Y, p.Y)
		}
	}
	return lo, hi
}

// At returns the square that holds the point, or nil if it lies on none.
func (b *Board) At(p Point) *Square {
	for i := range b.Squares {
		if inside(b.Squares[i].Outline, p) {
			return &b.Squares[i]
		}
	}
	return nil
}

// inside reports whether a polygon holds a point, by counting the edges that a
// ray from the point to the right crosses.
func inside(poly []Point, p Point) bool {
	in := false
	for i, a := range poly {
		b := poly[(i+1)%len(poly)]
		if (a.Y > p.Y) != (b.Y > p.Y) &&
			p.X < (b.X-a.X)*(p.Y-a.Y)/(b.Y-a.Y)+a.X {
			in = !in
		}
	}
	return in
}

func (b *Board) add(sq Square) {
	b.Squares = append(b.Squares, sq)
	b.byID[sq.ID] = int16(len(b.Squares))
}
