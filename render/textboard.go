package render

import (
	"strings"

	"github.com/wane-chess/wane/geom"
)

// Rect is a rectangle of characters. X and Y count columns and lines from the
// upper left corner of the layout, from 0.
type Rect struct{ X, Y, W, H int }

// Contains reports whether the rectangle holds the character at column x, line y.
func (r Rect) Contains(x, y int) bool {
	return x >= r.X && x < r.X+r.W && y >= r.Y && y < r.Y+r.H
}

// TextBoard is a board laid out in characters, without pieces. Lines holds what
// never changes: the lines between the squares and the coordinates. The squares'
// own characters are blank, or underscores where a hexagon's lower edge runs
// through its last line.
type TextBoard struct {
	Width, Height int
	Squares       map[int]Rect // by square number: the characters inside the square
	Lines         []string     // Height lines of Width characters, one rune each
}

// LayoutOptions say how to lay out a board in characters.
type LayoutOptions struct {
	// SquareWidth and SquareHeight are the characters inside one square; 0 means 3
	// and 1. Hexagons have an odd SquareWidth from 3, where 0 means 5, and always
	// two lines; the double square has four.
	SquareWidth, SquareHeight int
	// Grid draws lines between the squares of a rectangular board. Without it
	// squares touch. Hexagons always have lines.
	Grid bool
	// ASCII draws the grid with + - | instead of box-drawing characters.
	ASCII bool
	// Coordinates adds file letters at the foot and rank numbers at the left.
	Coordinates bool
	// Flip puts Black below.
	Flip bool
}

// Layout lays out a board. With a grid and coordinates, 10×10 squares take
// 44×22 characters; the hexagonal board takes 46×19.
func Layout(b *geom.Board, o LayoutOptions) *TextBoard {
	if b.Shape == geom.Hexagonal {
		return layoutHex(b, o)
	}
	return layoutRect(b, o)
}

// At returns the number of the square that the character at column x, line y
// belongs to; false if it belongs to none.
func (t *TextBoard) At(x, y int) (id int, ok bool) {
	for id, r := range t.Squares {
		if r.Contains(x, y) {
			return id, true
		}
	}
	return 0, false
}

// Spot returns the column and line where a square's piece stands: the middle of
// the square, and of two middle lines the upper.
func (t *TextBoard) Spot(id int) (x, y int) {
	r := t.Squares[id]
	return r.X + (r.W-1)/2, r.Y + (r.H-1)/2
}

// page is a sheet of characters to draw on.
type page [][]rune

func newPage(width, height int) page {
	p := make(page, height)
	for y := range p {
		p[y] = []rune(strings.Repeat(" ", width))
	}
	return p
}

// put writes a text; what lies beyond the sheet is cut off.
func (p page) put(x, y int, text string) {
	for _, r := range text {
		if y >= 0 && y < len(p) && x >= 0 && x < len(p[y]) {
			p[y][x] = r
		}
		x++
	}
}

func (p page) lines() []string {
	lines := make([]string, len(p))
	for y, l := range p {
		lines[y] = string(l)
	}
	return lines
}

func layoutRect(b *geom.Board, o LayoutOptions) *TextBoard {
	w, h := max(o.SquareWidth, 1), max(o.SquareHeight, 1)
	if o.SquareWidth == 0 {
		w = 3
	}
	line := 0 // the width of a line between two squares
	if o.Grid {
		line = 1
	}
	left, foot := 0, 0
	if o.Coordinates {
		left, foot = 3, 1
	}
	t := &TextBoard{
		Width:   left + b.Files*(w+line) + line,
		Height:  b.Ranks*(h+line) + line + foot,
		Squares: map[int]Rect{},
	}
	p := newPage(t.Width, t.Height)
	column := func(file int) int {
		if o.Flip {
			file = b.Files - 1 - file
		}
		return left + line + file*(w+line)
	}
	row := func(rank int) int {
		if !o.Flip {
			rank = b.Ranks - 1 - rank
		}
		return line + rank*(h+line)
	}
	for i := range b.Squares {
		sq := &b.Squares[i]
		t.Squares[sq.ID] = Rect{column(sq.Col), row(sq.Row), w, h}
	}
	if o.Grid {
		drawGrid(p, t, o.ASCII)
	}
	if o.Coordinates {
		for i := range b.Squares {
			sq := &b.Squares[i]
			p.put(2-len(sq.Rank), row(sq.Row)+(h-1)/2, sq.Rank)
			p.put(column(sq.Col)+(w-1)/2, t.Height-1, sq.File)
		}
	}
	t.Lines = p.lines()
	return t
}

// Characters for a crossing of lines, by the arms it has: 1 up, 2 right, 4
// down, 8 left.
const (
	boxLines   = " │─└││┌├─┘─┴┐┤┬┼"
	asciiLines = " |-+||++-+-+++++"
)

// drawGrid draws a line round every square; lines that meet are joined.
func drawGrid(p page, t *TextBoard, ascii bool) {
	arms := make([][]uint8, len(p))
	for y := range arms {
		arms[y] = make([]uint8, len(p[y]))
	}
	for _, r := range t.Squares {
		l, u, rr, d := r.X-1, r.Y-1, r.X+r.W, r.Y+r.H
		for x := l; x < rr; x++ {
			for _, y := range []int{u, d} {
				arms[y][x] |= 2
				arms[y][x+1] |= 8
			}
		}
		for y := u; y < d; y++ {
			for _, x := range []int{l, rr} {
				arms[y][x] |= 4
				arms[y+1][x] |= 1
			}
		}
	}
	set := []rune(boxLines)
	if ascii {
		set = []rune(asciiLines)
	}
	for y := range arms {
		for x, a := range arms[y] {
			if a != 0 {
				p[y][x] = set[a]
			}
		}
	}
}
