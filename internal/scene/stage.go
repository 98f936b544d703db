package scene

import (
	"cmp"
	"slices"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/geom"
)

// stage is a view whose cells and men have keys.
type stage struct {
	view game.View
	cell [128]uint8 // keys of cells, by square
	man  [128]uint8 // keys of men, by square; 0 where nobody stands
	// taken is a man who has been captured and is about to drop: he still lies
	// where he was taken, under his captor.
	taken Man
	lost  string // letters of the men that have left for good
}

// newStage gives keys to what a line begins with. Cells get their numbers; men
// count from 1, in the board's order.
func newStage(v game.View) stage {
	s := stage{view: v}
	men := uint8(0)
	for i := range v.Board.Cells {
		id := v.Board.Cells[i].ID
		s.cell[id] = uint8(id)
		if v.Men[id] != game.NoMan {
			men++
			s.man[id] = men
		}
	}
	return s
}

// apply changes the stage as a move's effects say, and tells the film, unless
// that is nil, of each. The view's turn stays with the mover.
func (s *stage) apply(effects []game.Effect, f *film) {
	drops := slices.ContainsFunc(effects, func(e game.Effect) bool { return e.Kind == game.Drop })
	var under uint8 // key of the man on whom the mover has come to stand
	for len(effects) > 0 {
		together := effects[:scope(effects)]
		effects = effects[len(together):]
		f.open(s, together)
		for _, e := range together {
			key := s.man[e.At] // of the man whom it is about, in most kinds
			if e.Kind == game.Take && under != 0 {
				key = under
			}
			f.tell(s, e, key)
			switch e.Kind {
			case game.Slide:
				under = key
				s.man[e.At], s.man[e.From] = s.man[e.From], 0
			case game.Take:
				if drops {
					s.taken = Man{Key: int(key), Man: letter(e.Man), Cell: int(s.cell[e.At])}
				} else {
					s.lost += letter(e.Man)
				}
				if under == 0 { // in passing
					s.man[e.At] = 0
				}
				under = 0
			case game.Expel:
				s.lost += letter(e.Man)
				s.man[e.At] = 0
			case game.Drop:
				s.man[e.At], s.taken = uint8(s.taken.Key), Man{}
			case game.Transmute:
				if e.Into == game.NoMan {
					s.lost += letter(e.Man)
					s.man[e.At] = 0
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
		case (a == game.Slide || a == game.Take) && (b == game.Slide || b == game.Take):
		case a == game.Promote && b == game.Promote:
		default:
			return n
		}
	}
	return len(effects)
}

// collapse moves the keys to the squares that stay, as View.Apply does the men.
func (s *stage) collapse(e game.Effect) {
	old := *s
	s.cell, s.man = [128]uint8{}, [128]uint8{}
	for i := range old.view.Board.Cells {
		c := &old.view.Board.Cells[i]
		row, col := c.Row, c.Col
		at := &row
		if e.Kind == game.CollapseFile {
			at = &col
		}
		if *at == e.Line {
			continue
		}
		if *at > e.Line {
			*at--
		}
		to := row*old.view.Board.Stride + col
		s.cell[to], s.man[to] = old.cell[c.ID], old.man[c.ID]
	}
}

// men lists the men, by key: so a page never has to rearrange them.
func (s *stage) men() []Man {
	men := make([]Man, 0, 32)
	for i := range s.view.Board.Cells {
		id := s.view.Board.Cells[i].ID
		if m := s.view.Men[id]; m != game.NoMan {
			men = append(men, Man{Key: int(s.man[id]), Man: letter(m), Cell: int(s.cell[id])})
		}
	}
	if s.taken.Key != 0 {
		men = append(men, s.taken)
	}
	slices.SortFunc(men, func(a, b Man) int { return cmp.Compare(a.Key, b.Key) })
	return men
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
		if at == e.Line {
			keys = append(keys, int(s.cell[c.ID]))
		}
	}
	return keys
}

// hasCell tells whether the board still has the cell with that key.
func (s *stage) hasCell(key int) bool {
	return slices.ContainsFunc(s.view.Board.Cells, func(c geom.Cell) bool { return int(s.cell[c.ID]) == key })
}

// sameCells tells whether two stages show the same cells.
func (s *stage) sameCells(t *stage) bool {
	return s.view.Board == t.view.Board && s.view.Gone == t.view.Gone && s.cell == t.cell
}

// letter returns a man's FEN letter as text, "" for none.
func letter(m game.Man) string {
	if m == game.NoMan {
		return ""
	}
	return string(rune(m.Letter()))
}
