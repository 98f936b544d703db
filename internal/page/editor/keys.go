package editor

import (
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/page/boardview"
)

// state returns the setup as it is kept until the next edit.
func (t *table) state() DraftState {
	s := DraftState{Variant: t.game.Name(), FEN: t.String(), Next: int(t.next)}
	for i := range t.Board.Cells {
		id := t.Board.Cells[i].ID
		s.Cells = append(s.Cells, int(t.keys.Cell[id]))
		if t.Pieces[id] != game.NoPiece {
			s.Pieces = append(s.Pieces, int(t.keys.Piece[id]))
		}
	}
	return s
}

// restore takes the keys of a state, if they fit.
func (t *table) restore(s DraftState) {
	cells, pieces := t.keys.Cell, t.keys.Piece
	n, used := 0, [2]map[int]bool{{}, {}}
	fits := func(keys []int, i, which int) bool {
		if i >= len(keys) || keys[i] < 0 || keys[i] > 255 || used[which][keys[i]] {
			return false
		}
		used[which][keys[i]] = true
		return true
	}
	if len(s.Cells) != len(t.Board.Cells) {
		return
	}
	for i := range t.Board.Cells {
		id := t.Board.Cells[i].ID
		if !fits(s.Cells, i, 0) {
			return
		}
		cells[id] = uint8(s.Cells[i])
		if t.Pieces[id] == game.NoPiece {
			continue
		}
		if !fits(s.Pieces, n, 1) || s.Pieces[n] == 0 {
			return
		}
		pieces[id] = uint8(s.Pieces[n])
		n++
	}
	t.keys.Cell, t.keys.Piece = cells, pieces
}

// fresh returns a key that no cell and no piece has, and that none has had for long:
// who draws must not take a new piece for one that has just gone.
func (t *table) fresh() uint8 {
	used := map[uint8]bool{0: true}
	for i := range t.Board.Cells {
		id := t.Board.Cells[i].ID
		used[t.keys.Cell[id]], used[t.keys.Piece[id]] = true, true
	}
	for used[t.next] { // a board has at most 100 cells, and as many pieces
		t.next++
	}
	t.next++
	return t.next - 1
}

// rekey gives keys to a setup that has taken the place of another: cells of the
// same place keep theirs, so do pieces who stay where they are; other pieces take
// those of their like.
func (t *table) rekey(old game.View, keys boardview.Keys) {
	t.keys.Cell, t.keys.Piece = [128]uint8{}, [128]uint8{}
	spare := map[game.Piece][]uint8{}
	for i := range old.Board.Cells {
		id := old.Board.Cells[i].ID
		if t.Board.Cell(id) != nil {
			t.keys.Cell[id] = keys.Cell[id]
		}
		switch pt := old.Pieces[id]; {
		case pt == game.NoPiece:
		case t.Board.Cell(id) != nil && t.Pieces[id] == pt:
			t.keys.Piece[id] = keys.Piece[id]
		default:
			spare[pt] = append(spare[pt], keys.Piece[id])
		}
	}
	for i := range t.Board.Cells {
		id := t.Board.Cells[i].ID
		if like := spare[t.Pieces[id]]; t.keys.Piece[id] == 0 && len(like) > 0 {
			t.keys.Piece[id], spare[t.Pieces[id]] = like[0], like[1:]
		}
	}
	for i := range t.Board.Cells { // only now is it known which keys are free
		id := t.Board.Cells[i].ID
		if old.Board.Cell(id) == nil {
			t.keys.Cell[id] = t.fresh()
		}
		if t.Pieces[id] != game.NoPiece && t.keys.Piece[id] == 0 {
			t.keys.Piece[id] = t.fresh()
		}
	}
}
