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
	if v.Board == nil {
		return false
	}
	s := v.Board.Square(int(sq))
	return s != nil && s.Tint == geom.Special && v.Board.Shape == geom.Rectangle &&
		(2*s.Row < v.Board.Ranks) == (c == White)
}

// Apply returns the view after a move with these effects. It skips effects on squares,
// ranks and files that the view does not have.
func (v View) Apply(effects []Effect) View {
	for i := range effects {
		e := &effects[i]
		if !v.has(e) {
			continue
		}
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

// has reports whether the view has the squares, the rank or the file of an effect.
func (v *View) has(e *Effect) bool {
	switch e.Kind {
	case CollapseRank, CollapseFile:
		b := v.Board
		if b == nil || b.Shape != geom.Rectangle {
			return false
		}
		lines := b.Ranks
		if e.Kind == CollapseFile {
			lines = b.Files
		}
		return e.Index >= 0 && e.Index < lines && lines > 1
	case Slide:
		return int(max(e.From, e.To)) < len(v.Pieces)
	case Vanish:
		return int(e.From) < len(v.Vanished)
	}
	return int(e.To) < len(v.Pieces)
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
		sq := &old.Squares[i]
		rank, file := sq.Row, sq.Col
		switch {
		case kind == CollapseRank && rank == line, kind == CollapseFile && file == line:
			continue
		case kind == CollapseRank && rank > line:
			rank--
		case kind == CollapseFile && file > line:
			file--
		}
		to := rank*old.Stride + file
		w.Pieces[to], w.Vanished[to] = v.Pieces[sq.ID], v.Vanished[sq.ID]
	}
	return w
}

// Equal reports whether two views show the same.
func (v View) Equal(w View) bool {
	if v.Pieces != w.Pieces || v.Vanished != w.Vanished || v.Turn != w.Turn {
		return false
	}
	if v.Board == nil || w.Board == nil {
		return v.Board == w.Board
	}
	if v.Board.Shape != w.Board.Shape || len(v.Board.Squares) != len(w.Board.Squares) {
		return false
	}
	for i := range v.Board.Squares {
		if a, b := &v.Board.Squares[i], &w.Board.Squares[i]; a.ID != b.ID || a.Name != b.Name {
			return false
		}
	}
	return true
}
