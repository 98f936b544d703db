package boardview

import (
	"cmp"
	"slices"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/geom"
)

// stage is a view whose cells and pieces have keys.
type stage struct {
	view  game.View
	cell  [128]uint8 // keys of cells, by square
	piece [128]uint8 // keys of pieces, by square; 0 where no one stands
	// taken is a piece who has been captured and is about to drop: he still lies
	// where he was taken, under his captor.
	taken Piece
	lost  string // letters of the pieces that have left for good
}

// newStage gives keys to what a line begins with. Cells get their numbers; pieces
// count from 1, in the board's order.
func newStage(v game.View) stage {
	s := stage{view: v}
	pieces := uint8(0)
	for i := range v.Board.Cells {
		id := v.Board.Cells[i].ID
		s.cell[id] = uint8(id)
		if v.Pieces[id] != game.NoPiece {
			pieces++
			s.piece[id] = pieces
		}
	}
	return s
}

// apply changes the stage as a move's effects say, and tells the film, unless
// that is nil, of each. The view's turn stays with the mover.
func (s *stage) apply(effects []game.Effect, f *film) {
	drops := slices.ContainsFunc(effects, func(e game.Effect) bool { return e.Kind == game.Drop })
	var under uint8 // key of the piece on whom the mover has come to stand
	for len(effects) > 0 {
		together := effects[:scope(effects)]
		effects = effects[len(together):]
		f.open(s, together)
		for _, e := range together {
			key := s.piece[e.To] // of the piece whom it is about, in most kinds
			if e.Kind == game.Capture && under != 0 {
				key = under
			}
			f.tell(s, e, key)
			switch e.Kind {
			case game.Slide:
				under = key
				s.piece[e.To], s.piece[e.From] = s.piece[e.From], 0
			case game.Capture:
				if drops {
					s.taken = Piece{Key: int(key), Piece: letter(e.Piece), Cell: int(s.cell[e.To])}
				} else {
					s.lost += letter(e.Piece)
				}
				if under == 0 { // in passing
					s.piece[e.To] = 0
				}
				under = 0
			case game.Expel:
				s.lost += letter(e.Piece)
				s.piece[e.To] = 0
			case game.Drop:
				s.piece[e.To], s.taken = uint8(s.taken.Key), Piece{}
			case game.Demote:
				if e.Into == game.NoPiece {
					s.lost += letter(e.Piece)
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
		f.close(s)
	}
}

// scope returns how many of the next effects happen at once: the slides and
// captures of a move, and all promotions.
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

// collapse moves the keys to the squares that stay, as View.Apply does the pieces.
func (s *stage) collapse(e game.Effect) {
	old := *s
	s.cell, s.piece = [128]uint8{}, [128]uint8{}
	for i := range old.view.Board.Cells {
		c := &old.view.Board.Cells[i]
		row, col := c.Row, c.Col
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
		s.cell[to], s.piece[to] = old.cell[c.ID], old.piece[c.ID]
	}
}

// pieces lists the pieces, by key: so a page never has to rearrange them.
func (s *stage) pieces() []Piece {
	pieces := make([]Piece, 0, 32)
	for i := range s.view.Board.Cells {
		id := s.view.Board.Cells[i].ID
		if m := s.view.Pieces[id]; m != game.NoPiece {
			pieces = append(pieces, Piece{Key: int(s.piece[id]), Piece: letter(m), Cell: int(s.cell[id])})
		}
	}
	if s.taken.Key != 0 {
		pieces = append(pieces, s.taken)
	}
	slices.SortFunc(pieces, func(a, b Piece) int { return cmp.Compare(a.Key, b.Key) })
	return pieces
}

// line lists the keys of the cells of a rank or file that collapses.
func (s *stage) line(e game.Effect) []int {
	var keys []int
	for i := range s.view.Board.Cells {
		c := &s.view.Board.Cells[i]
		at := c.Row
		if e.Kind == game.CollapseFile {
			at = c.Col
		}
		if at == e.Index {
			keys = append(keys, int(s.cell[c.ID]))
		}
	}
	return keys
}

// hasCell reports whether the board still has the cell with that key.
func (s *stage) hasCell(key int) bool {
	return slices.ContainsFunc(s.view.Board.Cells, func(c geom.Cell) bool { return int(s.cell[c.ID]) == key })
}

// sameCells reports whether two stages show the same cells.
func (s *stage) sameCells(t *stage) bool {
	return s.view.Board == t.view.Board && s.view.Vanished == t.view.Vanished && s.cell == t.cell
}

// letter returns a piece's FEN letter as text, "" for none.
func letter(m game.Piece) string {
	if m == game.NoPiece {
		return ""
	}
	return string(rune(m.Letter()))
}
