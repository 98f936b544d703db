package render

import (
	"strings"

	"github.com/wane-chess/wane/geom"
)

// A hexagon with a flat top takes two lines, and shares its slanting edges
// with its neighbors:
//
//	 _____
//	/     \
//	\_____/
//
// A step of one in height (geom.Cell.Row) is one line, so a step straight
// ahead is two.
func layoutHex(b *geom.Board, o LayoutOptions) *TextBoard {
	w := max(o.CellWidth, 3)
	if o.CellWidth == 0 {
		w = 5
	}
	low, high := heights(b)
	left, head, foot := 0, 1, 0
	if o.Coordinates {
		left, head, foot = 3, 2, 1
	}
	t := &TextBoard{
		Width:  left + b.Files*(w+1) + 1,
		Height: head + high - low + 2 + foot,
		Cells:  map[int]Rect{},
	}
	p := newPage(t.Width, t.Height)
	edge := strings.Repeat("_", w)
	for i := range b.Cells {
		c := &b.Cells[i]
		r := hexRect(c, b, o.Flip, w, low, high)
		r.X += left
		r.Y += head
		t.Cells[c.ID] = r
		p.put(r.X, r.Y-1, edge)
		p.put(r.X, r.Y+r.H-1, edge)
		for y := r.Y; y < r.Y+r.H; y += 2 {
			p.put(r.X-1, y, "/")
			p.put(r.X+w, y, "\\")
			p.put(r.X-1, y+1, "\\")
			p.put(r.X+w, y+1, "/")
		}
	}
	if o.Coordinates {
		hexLabels(p, b, t, left)
	}
	t.Lines = p.lines()
	return t
}

// hexLabels writes each file's letter at its foot (the whole name of the cell
// there if Black is below), the number of its last rank above it, and the
// numbers of the first file's ranks at the left. The double cell has its name
// on its lower edge.
func hexLabels(p page, b *geom.Board, t *TextBoard, left int) {
	top, foot := map[int]*geom.Cell{}, map[int]*geom.Cell{} // by column on the page
	for i := range b.Cells {
		c := &b.Cells[i]
		r := t.Cells[c.ID]
		if old := top[r.X]; old == nil || r.Y < t.Cells[old.ID].Y {
			top[r.X] = c
		}
		if old := foot[r.X]; old == nil || r.Y > t.Cells[old.ID].Y {
			foot[r.X] = c
		}
		switch {
		case c.Rank == "":
			p.put(r.X+r.W/2, r.Y+r.H-1, c.Name)
		case r.X == left+1:
			p.put(r.X-2-len(c.Rank), r.Y, c.Rank)
		}
	}
	for x, c := range foot {
		name := c.File
		if c.Rank != "1" {
			name = c.Name
		}
		p.put(x+(t.Cells[c.ID].W)/2, t.Cells[c.ID].Y+2, name)
	}
	for x, c := range top {
		if x != left+1 && c.Rank != "1" {
			p.put(x+t.Cells[c.ID].W/2, t.Cells[c.ID].Y-2, c.Rank)
		}
	}
}

// heights returns the lowest and the highest height of the board's cells.
func heights(b *geom.Board) (low, high int) {
	low, high = b.Cells[0].Row, b.Cells[0].Row
	for i := range b.Cells {
		low, high = min(low, b.Cells[i].Row), max(high, b.Cells[i].Row)
	}
	return low, high
}

// hexRect returns the inside of a cell on a page whose first line of insides
// is 0. The double cell has twice the height of the others.
func hexRect(c *geom.Cell, b *geom.Board, flip bool, w, low, high int) Rect {
	col, up := c.Col, high-c.Row
	if flip {
		col, up = b.Files-1-col, c.Row-low
	}
	r := Rect{col*(w+1) + 1, up, w, 2}
	if len(c.Outline) > 6 {
		r.Y, r.H = r.Y-1, 4
	}
	return r
}
