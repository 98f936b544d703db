package tui

import "github.com/wane-chess/wane/game"

// mark is a set of things to show on a square besides its piece.
type mark uint16

const (
	markCursor    mark = 1 << iota
	markChosen         // the chosen piece
	markTarget         // a legal destination
	markCapture        // a legal destination with a piece to capture
	markFrom           // the last move's origin
	markTo             // the last move's destination
	markCheck          // a king in check
	markVanishing      // the move under the cursor removes this square
	markNew            // the move under the cursor puts another piece here
	markPromote        // a pawn that promotes
	markNow            // the promoting pawn that the dialog asks about
	markHint           // the hinted move's squares
	markIgnored        // the king whose check does not count in this move
)

// marks are the marks of a board.
type marks struct {
	square [128]mark
	comes  [128]game.Piece // with markNew: the piece to come
	ranks  uint32          // those that the move removes, by index
	files  uint32
	cursor int // a square, or -1
}

func newMarks() *marks { return &marks{cursor: -1} }

func (m *marks) add(s game.Square, k mark) {
	if s < 128 {
		m.square[s] |= k
	}
}

// preview adds what a move changes, on the board before the move.
func (m *marks) preview(v *game.View, effects []game.Effect) {
	for _, e := range effects {
		switch e.Kind {
		case game.Capture:
			m.add(e.To, markCapture)
		case game.Vanish:
			m.add(e.From, markVanishing)
		case game.CollapseRank:
			m.ranks |= 1 << e.Index
		case game.CollapseFile:
			m.files |= 1 << e.Index
		case game.Drop, game.Demote:
			m.add(e.To, markNew)
			m.comes[e.To&127] = e.Into
		case game.DropCheck:
			m.add(e.To, markIgnored)
		case game.Promote:
			m.add(source(v, effects, e.To), markPromote)
		}
	}
	for i := range v.Board.Squares {
		sq := &v.Board.Squares[i]
		if sq.Row < 32 && m.ranks>>sq.Row&1 != 0 || sq.Col < 32 && m.files>>sq.Col&1 != 0 {
			if v.Board.Stride > 0 {
				m.add(game.Square(sq.ID), markVanishing)
			}
		}
	}
}

// afterCollapse returns the square's place after the collapses among the effects, or
// NoSquare if it vanishes. The effects name ranks and files of the board before the
// move. Of two files the higher one goes first, so that no index shifts.
func afterCollapse(v *game.View, effects []game.Effect, s game.Square) game.Square {
	if v.Board.Stride == 0 || s == game.NoSquare {
		return s
	}
	rank, file := int(s)/v.Board.Stride, int(s)%v.Board.Stride
	r, f := rank, file
	for _, e := range effects {
		switch e.Kind {
		case game.CollapseRank:
			if rank == e.Index {
				return game.NoSquare
			}
			if rank > e.Index {
				r--
			}
		case game.CollapseFile:
			if file == e.Index {
				return game.NoSquare
			}
			if file > e.Index {
				f--
			}
		}
	}
	return game.Square(r*v.Board.Stride + f)
}

// source returns the square, before the move, of the piece that is on a square after
// it.
func source(v *game.View, effects []game.Effect, after game.Square) game.Square {
	for _, e := range effects {
		if e.Kind == game.Slide && afterCollapse(v, effects, e.To) == after {
			return e.To
		}
	}
	for i := range v.Board.Squares {
		s := game.Square(v.Board.Squares[i].ID)
		if v.Pieces[s] != game.NoPiece && afterCollapse(v, effects, s) == after {
			return s
		}
	}
	return game.NoSquare
}

// notable reports whether a move has unusual effects, such as collapses and drops. The
// program shows such a move before it plays it, however it is entered.
func notable(effects []game.Effect) bool {
	for _, e := range effects {
		switch e.Kind {
		case game.Expel, game.Drop, game.Demote, game.DropCheck, game.CollapseRank, game.CollapseFile:
			return true
		}
	}
	return false
}
