package tui

import (
	"image/color"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/geom"
	"github.com/wane-chess/wane/render"
)

// squareSize is the inside of a square in characters. Hexagons are two wider.
type squareSize struct{ w, h int }

// squareSizes are the possible sizes, the largest first.
var squareSizes = []squareSize{{7, 3}, {5, 1}, {3, 1}}

func (s squareSize) layout(b *geom.Board, flip, ascii bool) *render.TextBoard {
	if b.Shape == geom.Hexagonal {
		s.w += 2
	}
	return render.Layout(b, render.LayoutOptions{
		SquareWidth: s.w, SquareHeight: s.h, Grid: true, ASCII: ascii, Coordinates: true, Flip: flip,
	})
}

// layout lays out a board as large as fits into w×h characters; if no size fits, with
// the smallest.
func layout(b *geom.Board, w, h int, flip, ascii bool) (squareSize, *render.TextBoard) {
	for _, size := range squareSizes {
		if t := size.layout(b, flip, ascii); t.Width <= w && t.Height <= h {
			return size, t
		}
	}
	least := squareSizes[len(squareSizes)-1]
	return least, least.layout(b, flip, ascii)
}

// board draws positions on a canvas.
type board struct {
	*theme
	glyphs bool // chess glyphs instead of letters
	flip   bool
}

// draw puts a board on the canvas with its upper left corner at (x, y).
func (b *board) draw(c *canvas, x, y int, t *render.TextBoard, v *game.View, m *marks) {
	for i, line := range t.Lines {
		for j, r := range []rune(line) {
			isLabel := r >= '0' && r <= '9' || r >= 'a' && r <= 'z'
			switch {
			case isLabel:
				c.put(x+j, y+i, string(r), b.label)
			case r != ' ' && !b.tiled(v.Board):
				c.put(x+j, y+i, string(r), b.grid)
			}
		}
	}
	grounds := map[int]color.Color{}
	for i := range v.Board.Squares {
		sq := &v.Board.Squares[i]
		grounds[sq.ID] = b.drawSquare(c, x, y, t, sq, v, m)
	}
	switch {
	case b.tiled(v.Board):
		b.seams(c, x, y, t, grounds)
	case v.Board.Shape == geom.Hexagonal && b.depth == color256:
		b.slants(c, x, y, t, grounds)
	}
	b.vanishingLabels(c, x, y, t, v.Board, m)
}

// drawSquare draws a square: its background, which it returns, its piece and its marks.
func (b *board) drawSquare(
	c *canvas, x, y int, t *render.TextBoard, sq *geom.Square, v *game.View, m *marks,
) color.Color {
	k := m.square[sq.ID]
	if sq.ID == m.cursor {
		k |= markCursor
	}
	ground := b.groundOf(sq, k)
	if v.Vanished[sq.ID] && k&markCursor == 0 {
		ground = nil
	}
	b.background(c, x, y, t, sq.ID, ground)
	if v.Vanished[sq.ID] && !b.tiled(v.Board) {
		r := t.Squares[sq.ID]
		c.fill(render.Rect{X: r.X + x, Y: r.Y + y, W: r.W, H: r.H}, '░', b.dim)
	}
	sx, sy := t.Spot(sq.ID)
	b.content(c, sx+x, sy+y, sq, k, ground, v, m)
	return ground
}

// background colors the inside of a square. It keeps the characters of the layout there,
// such as a hexagon's lower edge.
func (b *board) background(c *canvas, x, y int, t *render.TextBoard, id int, ground color.Color) {
	s := b.grid
	if s.Bg = ground; ground != nil {
		s.Fg = indexed(inkColor)
	}
	r := t.Squares[id]
	for j := r.Y; j < r.Y+r.H; j++ {
		line := []rune(t.Lines[j])
		c.put(x+r.X, y+j, string(line[r.X:r.X+r.W]), s)
	}
}

// content draws the piece and the marks of a square around its middle.
func (b *board) content(
	c *canvas, sx, sy int, sq *geom.Square, k mark, ground color.Color, v *game.View, m *marks,
) {
	if k&markVanishing != 0 && (b.depth != color256 || v.Pieces[sq.ID] == game.NoPiece) {
		c.fill(render.Rect{X: sx - 1, Y: sy, W: 3, H: 1}, '/', style{Fg: b.markColor(243), Bg: ground})
	}
	pc, faceStyle := v.Pieces[sq.ID], b.piece(v.Pieces[sq.ID], ground)
	if k&markNew != 0 && m.comes[sq.ID] != game.NoPiece {
		pc = m.comes[sq.ID]
		faceStyle = b.piece(pc, ground)
	}
	switch {
	case pc != game.NoPiece:
		c.put(sx, sy, string(b.face(pc, b.glyphs)), faceStyle)
	case k&(markTarget|markCapture) != 0:
		c.put(sx, sy, "·", style{Fg: b.markColor(229), Bg: ground, Attrs: bold(b.depth != plain)})
	case k&markFrom != 0 && k&(markCursor|markVanishing) == 0:
		c.put(sx, sy, "-", style{Fg: b.markColor(254), Bg: ground})
	}
	left, right := markRunes(k, b.depth == color256)
	s := style{Fg: b.markColor(229), Bg: ground, Attrs: bold(b.depth != plain)}
	if left != ' ' {
		c.put(sx-1, sy, string(left), s)
	}
	if right != ' ' {
		c.put(sx+1, sy, string(right), s)
	}
}

// markRunes returns the characters left and right of the piece that show a square's
// marks, the most urgent first.
func markRunes(k mark, colored bool) (left, right rune) {
	left, right = ' ', ' '
	put := func(l, r rune) {
		if left == ' ' {
			left = l
		}
		if right == ' ' {
			right = r
		}
	}
	if k&markCursor != 0 {
		put('[', ']')
	}
	if k&markNow != 0 {
		put('>', '<')
	}
	if k&markPromote != 0 {
		put(' ', '=')
	}
	if k&markNew != 0 {
		put('>', '<')
	}
	if k&markCapture != 0 {
		put('x', ' ')
	}
	if k&markVanishing != 0 && !colored {
		put('/', '/')
	}
	if k&markChosen != 0 {
		put('(', ')')
	}
	if k&markIgnored != 0 {
		put(' ', '~')
	}
	if k&markCheck != 0 {
		put(' ', '+')
	}
	if k&markHint != 0 {
		put('?', '?')
	}
	if k&markTo != 0 && k&markVanishing == 0 && !colored {
		put('-', ' ')
	}
	return left, right
}

// groundOf returns the background of a square with its marks.
func (b *board) groundOf(sq *geom.Square, k mark) color.Color {
	if b.depth != color256 {
		return nil
	}
	for _, m := range []struct {
		k mark
		n int
	}{
		{markNow, 133}, {markCapture, 160}, {markChosen, 28}, {markNew, 166}, {markVanishing, 238}, {markPromote, 133},
		{markCursor, 31}, {markHint, 133}, {markCheck, 161}, {markTo, 100}, {markFrom, 58},
	} {
		if k&m.k != 0 {
			return indexed(m.n)
		}
	}
	return b.ground(sq.Tint)
}

// markColor returns the color of a mark; nil without colors.
func (b *board) markColor(n int) color.Color {
	switch b.depth {
	case color256:
		return indexed(n)
	case basic:
		return b.accent.Fg
	}
	return nil
}

// vanishingLabels marks the coordinates of the ranks and files that the move removes.
func (b *board) vanishingLabels(c *canvas, x, y int, t *render.TextBoard, g *geom.Board, m *marks) {
	if g.Stride == 0 || m.ranks|m.files == 0 {
		return
	}
	for i := range g.Squares {
		sq := &g.Squares[i]
		sx, sy := t.Spot(sq.ID)
		if m.ranks>>sq.Row&1 != 0 {
			c.put(x+2-len(sq.Rank), y+sy, sq.Rank, b.vanishingLabel)
		}
		if m.files>>sq.Col&1 != 0 {
			c.put(x+sx, y+t.Height-1, sq.File, b.vanishingLabel)
		}
	}
}
