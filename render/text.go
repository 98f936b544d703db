package render

import (
	"strings"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/geom"
)

// Text returns the position in plain characters, within 80 columns and 24
// lines, each line ending in a newline and with no blanks at its end. Pieces are
// FEN letters, or chess symbols with Options.Glyphs.
//
// On rectangular boards an empty dark square is a colon, an empty light square
// a point, an empty special one a plus; a square that has vanished or never was
// is blank, so that the board has a hole where one cannot go. The hexagonal board is drawn in / \ and _,
// with empty squares empty. The squares of the last move stand in (brackets), a
// piece in check between !exclamation marks!. Where two marked squares touch,
// one | serves both.
func Text(v game.View, o Options) string {
	if v.Board == nil {
		return ""
	}
	t := Layout(v.Board, LayoutOptions{
		SquareWidth: textSquareWidth(v.Board),
		Coordinates: !o.Plain,
		Flip:        o.Flip,
	})
	p := make(page, len(t.Lines))
	for y, l := range t.Lines {
		p[y] = []rune(l + " ") // room for the last file's mark
	}
	for i := range v.Board.Squares {
		sq := &v.Board.Squares[i]
		x, y := t.Spot(sq.ID)
		if r := textPiece(v, sq, o.Glyphs); r != 0 {
			p[y][x] = r
		}
	}
	mark(p, t, v.Board, o.Last, '(', ')')
	mark(p, t, v.Board, o.Check, '!', '!')
	var s strings.Builder
	for y, l := range p {
		line := strings.TrimRight(string(l), " ")
		if line == "" && y == 0 && v.Board.Shape == geom.Hexagonal {
			continue // the room for numbers that stand at the foot if flipped
		}
		s.WriteString(line)
		s.WriteByte('\n')
	}
	return s.String()
}

// textSquareWidth is 2 on rectangular boards: the piece, and room for a mark
// before the next.
func textSquareWidth(b *geom.Board) int {
	if b.Shape == geom.Hexagonal {
		return 5
	}
	return 2
}

// glyphs are the chess symbols in the order of game.PieceType, White's first.
var glyphs = [2][]rune{[]rune(" ♔♕♖♗♘♙"), []rune(" ♚♛♜♝♞♟")}

// textPiece returns the character for what is on a square; 0 leaves it as it is.
func textPiece(v game.View, sq *geom.Square, symbols bool) rune {
	pc := v.Pieces[sq.ID]
	known := staunton[pc.Type()] != nil
	switch {
	case known && symbols:
		return glyphs[pc.Color()&1][pc.Type()]
	case known:
		return rune(pc.Letter())
	case v.Vanished[sq.ID], v.Board.Shape == geom.Hexagonal:
		return 0
	case sq.Tint == geom.Light:
		return '.'
	case sq.Tint == geom.Special:
		return '+'
	}
	return ':'
}

// mark encloses the pieces on the given squares. Squares that are not on the
// board are skipped.
func mark(p page, t *TextBoard, b *geom.Board, squares []game.Square, before, after rune) {
	for _, sq := range squares {
		if b.Square(int(sq)) == nil {
			continue
		}
		x, y := t.Spot(int(sq))
		if x > 0 {
			p[y][x-1] = join(p[y][x-1], before)
		}
		p[y][x+1] = join(p[y][x+1], after)
	}
}

// join puts a mark where perhaps another stands.
func join(old, mark rune) rune {
	if old == '(' || old == ')' {
		if mark != '!' {
			return '|'
		}
	}
	return mark
}
