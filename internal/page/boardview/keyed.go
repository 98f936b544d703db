package boardview

import (
	"slices"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/geom"
)

// Keys are the keys of squares and pieces, by square; 0 where there is no piece.
type Keys struct{ Square, Piece [128]uint8 }

// NewKeys returns the keys of a view at the start of a line: the numbers of the squares,
// and pieces counted from 1 in the board's order.
func NewKeys(v game.View) Keys {
	s := newKeyedView(v)
	return Keys{s.square, s.piece}
}

// keyedView is a view whose squares and pieces have keys.
type keyedView struct {
	view   game.View
	square [128]uint8 // keys of squares
	piece  [128]uint8 // keys of pieces, by square; 0 where there is none
	// captured is a piece that is about to drop: it stays on the square of its capture,
	// under the piece that captured it.
	captured Piece
	removed  string // letters of the pieces that have left for good
}

// newKeyedView gives keys to a view as NewKeys does.
func newKeyedView(v game.View) keyedView {
	s := keyedView{view: v}
	pieces := uint8(0)
	for i := range v.Board.Squares {
		id := v.Board.Squares[i].ID
		s.square[id] = uint8(id)
		if v.Pieces[id] != game.NoPiece {
			pieces++
			s.piece[id] = pieces
		}
	}
	return s
}

// apply applies the effects of a move and records each in the animation, if that is not
// nil. The view's turn stays with the mover.
func (s *keyedView) apply(effects []game.Effect, a *animation) {
	drops := slices.ContainsFunc(effects, func(e game.Effect) bool { return e.Kind == game.Drop })
	var under uint8 // key of the piece on the square where the mover has arrived
	for len(effects) > 0 {
		together := effects[:scope(effects)]
		effects = effects[len(together):]
		a.open(s, together)
		for _, e := range together {
			key := s.piece[e.To] // of the piece that the effect is about, in most kinds
			if e.Kind == game.Capture && under != 0 {
				key = under
			}
			a.record(s, e, key)
			switch e.Kind {
			case game.Slide:
				under = key
				s.piece[e.To], s.piece[e.From] = s.piece[e.From], 0
			case game.Capture:
				if drops {
					s.captured = Piece{Key: int(key), Piece: letter(e.Piece), Square: int(s.square[e.To])}
				} else {
					s.removed += letter(e.Piece)
				}
				if under == 0 { // en passant
					s.piece[e.To] = 0
				}
				under = 0
			case game.Expel:
				s.removed += letter(e.Piece)
				s.piece[e.To] = 0
			case game.Drop:
				s.piece[e.To], s.captured = uint8(s.captured.Key), Piece{}
			case game.Demote:
				if e.Into == game.NoPiece {
					s.removed += letter(e.Piece)
					s.piece[e.To] = 0
				}
			case game.CollapseRank, game.CollapseFile:
				s.collapse(e)
			case game.DropCheck, game.Vanish, game.Promote:
			}
			turn := s.view.Turn
			s.view = s.view.Apply([]game.Effect{e})
			s.view.Turn = turn
		}
		a.close(s)
	}
}

// scope returns how many of the next effects are simultaneous: the slides and captures
// of a move, and all promotions.
func scope(effects []game.Effect) int {
	for n := 1; n < len(effects); n++ {
		switch a, b := effects[0].Kind, effects[n].Kind; {
		case (a == game.Slide || a == game.Capture) && (b == game.Slide || b == game.Capture):
		case a == game.Promote && b == game.Promote:
		default:
			return n
		}
	}
	return len(effects)
}

// collapse moves the keys to the remaining squares, as View.Apply moves the pieces.
func (s *keyedView) collapse(e game.Effect) {
	old := *s
	s.square, s.piece = [128]uint8{}, [128]uint8{}
	for i := range old.view.Board.Squares {
		sq := &old.view.Board.Squares[i]
		row, col := sq.Row, sq.Col
		at := &row
		if e.Kind == game.CollapseFile {
			at = &col
		}
		if *at == e.Index {
			continue
		}
		if *at > e.Index {
			*at--
		}
		to := row*old.view.Board.Stride + col
		s.square[to], s.piece[to] = old.square[sq.ID], old.piece[sq.ID]
	}
}

// pieces lists the pieces by key, so that a page never has to rearrange them.
func (s *keyedView) pieces() []Piece {
	pieces := make([]Piece, 0, 32)
	for i := range s.view.Board.Squares {
		id := s.view.Board.Squares[i].ID
		if pc := s.view.Pieces[id]; pc != game.NoPiece {
			pieces = append(pieces, Piece{Key: int(s.piece[id]), Piece: letter(pc), Square: int(s.square[id])})
		}
	}
	if s.captured.Key != 0 {
		pieces = append(pieces, s.captured)
	}
	sortBy(pieces, func(p *Piece) int { return p.Key })
	return pieces
}

// line lists the keys of the squares of a rank or file that collapses.
func (s *keyedView) line(e game.Effect) []int {
	var keys []int
	for i := range s.view.Board.Squares {
		sq := &s.view.Board.Squares[i]
		at := sq.Row
		if e.Kind == game.CollapseFile {
			at = sq.Col
		}
		if at == e.Index {
			keys = append(keys, int(s.square[sq.ID]))
		}
	}
	return keys
}

// hasSquare reports whether the board still has the square with that key.
func (s *keyedView) hasSquare(key int) bool {
	return slices.ContainsFunc(s.view.Board.Squares, func(sq geom.Square) bool { return int(s.square[sq.ID]) == key })
}

// sameSquares reports whether two views show the same squares.
func (s *keyedView) sameSquares(t *keyedView) bool {
	return s.view.Board == t.view.Board && s.view.Vanished == t.view.Vanished && s.square == t.square
}

// letter returns a piece's FEN letter, "" for none.
func letter(pc game.Piece) string {
	if pc == game.NoPiece {
		return ""
	}
	return string(rune(pc.Letter()))
}
