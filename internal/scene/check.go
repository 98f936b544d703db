package scene

import (
	"strings"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/geom"
)

// Checked returns the squares that are in check: those of the attacked kings of
// the side to move, and those of the intruders on its royal squares.
func Checked(p game.Position) []game.Square {
	if !p.InCheck() {
		return nil
	}
	v := p.View()
	var kings, intruders []game.Square
	for i := range v.Board.Cells {
		c := &v.Board.Cells[i]
		m, sq := v.Men[c.ID], game.Square(c.ID)
		switch {
		case m == game.King.Of(v.Turn):
			kings = append(kings, sq)
		case m != game.NoMan && m.Side() != v.Turn && isHome(v.Board, c, v.Turn):
			intruders = append(intruders, sq)
		}
	}
	if len(kings) == 1 && len(intruders) == 0 {
		return kings
	}
	out := intruders
	for i, king := range kings {
		others := append(append([]game.Square{}, kings[:i]...), kings[i+1:]...)
		attacked, known := alone(p, v, append(others, intruders...))
		if attacked || !known && len(intruders) == 0 {
			out = append(out, king)
		}
	}
	return out
}

// isHome tells whether a cell is a royal square of that side: one in its half of
// a board of squares.
func isHome(b *geom.Board, c *geom.Cell, side game.Side) bool {
	return b.Shape == geom.Rectangle && c.Tint == geom.Special && (2*c.Row < b.Ranks) == (side == game.White)
}

// alone tells whether the side to move would be in check if the men on the given
// squares were harmless men of its own: so one learns from the rules whether it
// is the one king left that is attacked. Not every such position can be set up;
// known is false then.
func alone(p game.Position, v game.View, harmless []game.Square) (attacked, known bool) {
	// The side that is not to move must not be attacked, so men who attack few
	// squares are tried first.
	for _, piece := range []game.Piece{game.Pawn, game.Knight, game.Bishop, game.Rook, game.Queen} {
		w := v
		for _, sq := range harmless {
			w.Men[sq] = piece.Of(v.Turn)
		}
		fen := strings.Fields(p.String())
		fen[0] = boardField(w)
		if q, err := p.Game().Parse(strings.Join(fen, " ")); err == nil {
			return q.InCheck(), true
		}
	}
	return false, false
}

// boardField writes the men as the first field of a FEN.
func boardField(v game.View) string {
	b := v.Board
	if b.Shape == geom.Rectangle {
		g := game.Grid{Files: b.Files, Ranks: b.Ranks}
		for rank := range b.Ranks {
			for file := range b.Files {
				id := rank*b.Stride + file
				switch {
				case b.Cell(id) == nil || v.Gone[id]:
					g.Cells[rank][file] = '*'
				case v.Men[id] == game.NoMan:
					g.Cells[rank][file] = ' '
				default:
					g.Cells[rank][file] = v.Men[id].Letter()
				}
			}
		}
		return g.String()
	}
	var s strings.Builder
	empty := 0
	flush := func() {
		if empty > 0 {
			s.WriteByte('0' + byte(empty)) // no file has ten cells
			empty = 0
		}
	}
	for i := range b.Cells {
		c := &b.Cells[i]
		if i > 0 && b.Cells[i-1].Col != c.Col {
			flush()
			s.WriteByte('/')
		}
		if m := v.Men[c.ID]; m == game.NoMan {
			empty++
		} else {
			flush()
			s.WriteByte(m.Letter())
		}
	}
	flush()
	return s.String()
}
