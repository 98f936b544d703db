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
// A step of one in height (geom.Square.Row) is one line, so a step straight
// ahead is two.
func layoutHex(b *geom.Board, o LayoutOptions) *TextBoard {
	w := max(o.SquareWidth, 3)
	if o.SquareWidth == 0 {
		w = 5
	}
	low, high := heights(b)
	left, head, foot := 0, 1, 0
	if o.Coordinates {
		left, head, foot = 3, 2, 1
	}
	t := &TextBoard{
		Width:   left + b.Files*(w+1) + 1,
		Height:  head + high - low + 2 + foot,
		Squares: map[int]Rect{},
	}
	p := newPage(t.Width, t.Height)
	edge := strings.Repeat("_", w)
	for i := range b.Squares {
		sq := &b.Squares[i]
		r := hexRect(sq, b, o.Flip, w, low, high)
		r.X += left
		r.Y += head
		t.Squares[sq.ID] = r
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

// hexLabels writes each file's letter at its foot (the whole name of the square
// there if Black is below), the number of its last rank above it, and the
// numbers of the first file's ranks at the left. The double square has its name
// on its lower edge.
func hexLabels(p page, b *geom.Board, t *TextBoard, left int) {
	top, foot := map[int]*geom.Square{}, map[int]*geom.Square{} // by column on the page
	for i := range b.Squares {
		sq := &b.Squares[i]
		r := t.Squares[sq.ID]
		if old := top[r.X]; old == nil || r.Y < t.Squares[old.ID].Y {
			top[r.X] = sq
		}
		if old := foot[r.X]; old == nil || r.Y > t.Squares[old.ID].Y {
			foot[r.X] = sq
		}
		switch {
		case sq.Rank == "":
			p.put(r.X+r.W/2, r.Y+r.H-1, sq.Name)
		case r.X == left+1:
			p.put(r.X-2-len(sq.Rank), r.Y, sq.Rank)
		}
	}
	for x, sq := range foot {
		name := sq.File
		if sq.Rank != "1" {
			name = sq.Name
		}
		p.put(x+(t.Squares[sq.ID].W)/2, t.Squares[sq.ID].Y+2, name)
	}
	for x, sq := range top {
		if x != left+1 && sq.Rank != "1" {
			p.put(x+t.Squares[sq.ID].W/2, t.Squares[sq.ID].Y-2, sq.Rank)
		}
	}
}

// heights returns the lowest and the highest height of the board's squares.
func heights(b *geom.Board) (low, high int) {
	low, high = b.Squares[0].Row, b.Squares[0].Row
	for i := range b.Squares {
		low, high = min(low, b.Squares[i].Row), max(high, b.Squares[i].Row)
	}
	return low, high
}

// hexRect returns the inside of a square on a page whose first line of insides
// is 0. The double square has twice the height of the others.
func hexRect(sq *geom.Square, b *geom.Board, flip bool, w, low, high int) Rect {
	col, up := sq.Col, high-sq.Row
	if flip {
		col, up = b.Files-1-col, sq.Row-low
	}
	r := Rect{col*(w+1) + 1, up, w, 2}
	if len(sq.Outline) > 6 {
		r.Y, r.H = r.Y-1, 4
	}
	return r
}
