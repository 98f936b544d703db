package game

import "github.com/wane-chess/wane/geom"

// View is a position as a player sees it: the board, the pieces on it, the squares that
// are gone. It is a value: copies do not share anything that changes.
type View struct {
	Board    *geom.Board
	Pieces   [128]Piece // by square
	Vanished [128]bool  // by square: vanished, though the board still has a place for it
	Turn     Color
}

// IsRoyal reports whether a square is a royal square of that color, on which an enemy
// piece gives check: a special square in its half of a rectangular board.
func (v *View) IsRoyal(sq Square, c Color) bool {
	s := v.Board.Square(int(sq))
	return s != nil && s.Tint == geom.Special && v.Board.Shape == geom.Rectangle &&
		(2*s.Row < v.Board.Ranks) == (c == White)
}

// Apply returns the view after a move with these effects.
func (v View) Apply(effects []Effect) View {
	for _, e := range effects {
		switch e.Kind {
		case Slide:
			v.Pieces[e.From] = NoPiece
			v.Pieces[e.To] = e.Piece
		case Capture, Expel:
			if v.Pieces[e.To] == e.Piece { // otherwise the capturer stands there already
				v.Pieces[e.To] = NoPiece
			}
		case Drop, Demote, Promote:
			v.Pieces[e.To] = e.Into
		case Vanish:
			v.Vanished[e.From] = true
		case CollapseRank, CollapseFile:
			v = v.collapse(e.Kind, e.Index)
		case DropCheck:
		}
	}
	v.Turn = v.Turn.Other()
	return v
}

// collapse removes a rank or a file of a rectangular board.
func (v View) collapse(kind EffectKind, line int) View {
	old := v.Board
	files, ranks := old.Files, old.Ranks
	if kind == CollapseRank {
		ranks--
	} else {
		files--
	}
	w := View{Board: geom.Rect(files, ranks, old.Stride), Turn: v.Turn}
	for i := range old.Squares {
		c := &old.Squares[i]
		rank, file := c.Row, c.Col
		switch {
		case kind == CollapseRank && rank == line, kind == CollapseFile && file == line:
			continue
		case kind == CollapseRank && rank > line:
			rank--
		case kind == CollapseFile && file > line:
			file--
		}
		to := rank*old.Stride + file
		w.Pieces[to], w.Vanished[to] = v.Pieces[c.ID], v.Vanished[c.ID]
	}
	return w
}

// Equal reports whether two views show the same.
func (v View) Equal(w View) bool {
	if v.Pieces != w.Pieces || v.Vanished != w.Vanished || v.Turn != w.Turn ||
		v.Board.Shape != w.Board.Shape || len(v.Board.Squares) != len(w.Board.Squares) {
		return false
	}
	for i := range v.Board.Squares {
		if a, b := &v.Board.Squares[i], &w.Board.Squares[i]; a.ID != b.ID || a.Name != b.Name {
			return false
		}
	}
	return true
}
