// Package geom describes the boards that wane's games are played on, as things
// one can draw: cells with a name, an outline and a tint. It knows no rules.
//
// Two families exist: rectangles of any size with any squares missing (Rect),
// and the hexagonal board of 43 cells with its double cell (Hex43).
//
// Lengths are in units of one square's side, or of one hexagon's side. X grows
// to the right and Y grows upwards, away from White, so a renderer that counts
// rows from the top turns Y around.
package geom

// Point is a place on the board's plane.
type Point struct{ X, Y float64 }

// Tint says which of a board's colors a cell has.
type Tint uint8

// The tints. Rectangles are made Dark and Light in turn, the hexagonal board
// Dark, Light and Middle, so that no two neighbors are alike. Special marks
// cells that the rules single out: the double cell, or squares of a rectangle
// that a game repaints before it shows the board.
const (
	Dark Tint = iota
	Light
	Middle
	Special
)

// Cell is one place where a piece can stand.
type Cell struct {
	ID   int    // the number that moves and positions use; below 128
	Name string // "e4"; the double cell is "z"
	File string // "e"; the double cell has "z"
	Rank string // "4"; the double cell has ""
	// Col and Row place the cell for navigation and text drawing. On a
	// rectangle they are file and rank, from 0. On the hexagonal board Col is
	// the file from 0 and Row is the height: 2·rank + |file−3|, so that
	// neighbors in a file differ by 2 and neighbors across files by 1; the
	// double cell has the mean of its halves.
	Col, Row int
	Tint     Tint
	Center   Point
	Outline  []Point // corners, counter-clockwise
}

// Shape tells the families of boards apart.
type Shape uint8

// The shapes.
const (
	Rectangle Shape = iota
	Hexagonal
)

// Board is a set of cells. It is immutable once made, and safe to share.
type Board struct {
	Shape  Shape
	Files  int // columns of cells, at least 1
	Ranks  int // rows of cells; on the hexagonal board, of the longest file
	Stride int // Rectangle only: ID = rank·Stride + file
	Cells  []Cell
	byID   [128]int16 // 1 + index into Cells; 0 where there is no such cell
}

// Cell returns the cell with that number, or nil if the board has none.
func (b *Board) Cell(id int) *Cell {
	if id < 0 || id >= len(b.byID) || b.byID[id] == 0 {
		return nil
	}
	return &b.Cells[b.byID[id]-1]
}

// SquareByName returns the cell with that name, or nil if the board has none.
func (b *Board) SquareByName(name string) *Cell {
	for i := range b.Cells {
		if b.Cells[i].Name == name {
			return &b.Cells[i]
		}
	}
	return nil
}

// Name returns the name of the cell with that number, or "?" if the board has
// none.
func (b *Board) Name(id int) string {
	if c := b.Cell(id); c != nil {
		return c.Name
	}
	return "?"
}

// Bounds returns the corners of the smallest box that holds every cell.
func (b *Board) Bounds() (lo, hi Point) {
	first := true
	for i := range b.Cells {
		for _, p := range b.Cells[i].Outline {
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

// At returns the cell that holds the point, or nil if it lies on none.
func (b *Board) At(p Point) *Cell {
	for i := range b.Cells {
		if inside(b.Cells[i].Outline, p) {
			return &b.Cells[i]
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

func (b *Board) add(c Cell) {
	b.Cells = append(b.Cells, c)
	b.byID[c.ID] = int16(len(b.Cells))
}
