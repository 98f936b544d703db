package tui

import (
	"image/color"

	"github.com/wane-chess/wane/geom"
	"github.com/wane-chess/wane/render"
)

// With colors, a rectangular board is drawn without gaps. The lines of its grid become
// seams of block characters, half in one square's color and half in its neighbor's.

// quadrants are the block characters by the quarters they fill: 1 upper left, 2 upper
// right, 4 lower left, 8 lower right.
var quadrants = []rune(" ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█")

// tiled reports whether a board is drawn with seams.
func (b *board) tiled(g *geom.Board) bool {
	return b.depth == color256 && !b.ascii && g.Shape == geom.Rectangle
}

// seams draws the seams of a board whose squares have the given backgrounds.
func (b *board) seams(c *canvas, x, y int, t *render.TextBoard, grounds map[int]color.Color) {
	var first render.Rect
	for _, r := range t.Squares { // all have the same size; the grid begins at the upper left corner
		if first.W == 0 {
			first = r
		}
		first.X, first.Y = min(first.X, r.X), min(first.Y, r.Y)
	}
	w, h := first.W+1, first.H+1
	type spot struct{ column, row int }
	tile := map[spot]color.Color{}
	columns, rows := 0, 0
	for id, r := range t.Squares {
		s := spot{(r.X - first.X) / w, (r.Y - first.Y) / h}
		tile[s] = grounds[id]
		columns, rows = max(columns, s.column+1), max(rows, s.row+1)
	}
	left, top := first.X-1, first.Y-1
	for j := 0; j <= rows*h; j++ {
		for i := 0; i <= columns*w; i++ {
			if i%w != 0 && j%h != 0 {
				continue // inside a square
			}
			// The squares of the four quarters of this character.
			before, after := spot{(i - 1 + w) / w, (j - 1 + h) / h}, spot{i/w + 1, j/h + 1}
			quarter := [4]color.Color{
				tile[spot{before.column - 1, before.row - 1}], tile[spot{after.column - 1, before.row - 1}],
				tile[spot{before.column - 1, after.row - 1}], tile[spot{after.column - 1, after.row - 1}],
			}
			r, s := b.blend(quarter)
			c.put(x+left+i, y+top+j, string(r), s)
		}
	}
}

// blend returns the character and the two colors that come nearest to four quarters.
// Only a background can be the terminal's own color, 0, so all else around the board
// has one color.
func (b *board) blend(quarter [4]color.Color) (rune, style) {
	count := func(of color.Color) (n int) {
		for _, q := range quarter {
			if q == of {
				n++
			}
		}
		return n
	}
	var ground color.Color
	if count(nil) == 0 {
		for _, q := range quarter {
			if count(q) > count(ground) {
				ground = q
			}
		}
	}
	var fg color.Color
	for _, q := range quarter { // a mark, not the square's own color
		if q != ground && (fg == nil || fg == b.ground(geom.Dark) || fg == b.ground(geom.Light)) {
			fg = q
		}
	}
	bits := 0
	for i, q := range quarter {
		if q != ground && (q == fg || ground == nil) {
			bits |= 1 << i
		}
	}
	return quadrants[bits], style{Fg: fg, Bg: ground}
}

// inkColor is the color of the lines between hexagons.
const inkColor = 235

// slants gives the slanted edges between hexagons the background of the one on whose
// upper line they are, where its piece is.
func (b *board) slants(c *canvas, x, y int, t *render.TextBoard, grounds map[int]color.Color) {
	at := func(x, y int) color.Color {
		id, ok := t.At(x, y)
		if !ok {
			return nil
		}
		return grounds[id]
	}
	for j, line := range t.Lines {
		for i, r := range []rune(line) {
			if r != '/' && r != '\\' {
				continue
			}
			before, after := at(i-1, j), at(i+1, j)
			if before == nil || after == nil {
				continue // the rim
			}
			ground := before
			if r == '/' {
				ground = after
			}
			c.put(x+i, y+j, string(r), style{Fg: indexed(inkColor), Bg: ground})
		}
	}
}
