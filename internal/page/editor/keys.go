package editor

import (
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/page/boardview"
)

// state returns the state of the setup until the next edit.
func (t *table) state() DraftState {
	s := DraftState{Variant: t.game.Name(), FEN: t.String(), Next: int(t.next)}
	for i := range t.Board.Squares {
		id := t.Board.Squares[i].ID
		s.Squares = append(s.Squares, int(t.keys.Square[id]))
		if t.Pieces[id] != game.NoPiece {
			s.Pieces = append(s.Pieces, int(t.keys.Piece[id]))
		}
	}
	return s
}

// restore takes the keys of a state if they are valid.
func (t *table) restore(s DraftState) {
	squares, pieces := t.keys.Square, t.keys.Piece
	n, used := 0, [2]map[int]bool{{}, {}}
	fits := func(keys []int, i, which int) bool {
		if i >= len(keys) || keys[i] < 0 || keys[i] > 255 || used[which][keys[i]] {
			return false
		}
		used[which][keys[i]] = true
		return true
	}
	if len(s.Squares) != len(t.Board.Squares) {
		return
	}
	for i := range t.Board.Squares {
		id := t.Board.Squares[i].ID
		if !fits(s.Squares, i, 0) {
			return
		}
		squares[id] = uint8(s.Squares[i])
		if t.Pieces[id] == game.NoPiece {
			continue
		}
		if !fits(s.Pieces, n, 1) || s.Pieces[n] == 0 {
			return
		}
		pieces[id] = uint8(s.Pieces[n])
		n++
	}
	t.keys.Square, t.keys.Piece = squares, pieces
}

// fresh returns a key that no square and no piece has, nor had recently: a page must not
// take a new piece for one that was just removed.
func (t *table) fresh() uint8 {
	used := map[uint8]bool{0: true}
	for i := range t.Board.Squares {
		id := t.Board.Squares[i].ID
		used[t.keys.Square[id]], used[t.keys.Piece[id]] = true, true
	}
	for used[t.next] { // a board has at most 100 squares, and as many pieces
		t.next++
	}
	t.next++
	return t.next - 1
}

// rekey gives keys to a setup that has replaced another: squares and the pieces that stay
// on them keep theirs; other pieces take keys of the same kind of piece.
func (t *table) rekey(old game.View, keys boardview.Keys) {
	t.keys.Square, t.keys.Piece = [128]uint8{}, [128]uint8{}
	spare := map[game.Piece][]uint8{}
	for i := range old.Board.Squares {
		id := old.Board.Squares[i].ID
		if t.Board.Square(id) != nil {
			t.keys.Square[id] = keys.Square[id]
		}
		switch pc := old.Pieces[id]; {
		case pc == game.NoPiece:
		case t.Board.Square(id) != nil && t.Pieces[id] == pc:
			t.keys.Piece[id] = keys.Piece[id]
		default:
			spare[pc] = append(spare[pc], keys.Piece[id])
		}
	}
	for i := range t.Board.Squares {
		id := t.Board.Squares[i].ID
		if like := spare[t.Pieces[id]]; t.keys.Piece[id] == 0 && len(like) > 0 {
			t.keys.Piece[id], spare[t.Pieces[id]] = like[0], like[1:]
		}
	}
	for i := range t.Board.Squares { // after the others, so that the free keys are known
		id := t.Board.Squares[i].ID
		if old.Board.Square(id) == nil {
			t.keys.Square[id] = t.fresh()
		}
		if t.Pieces[id] != game.NoPiece && t.keys.Piece[id] == 0 {
			t.keys.Piece[id] = t.fresh()
		}
	}
}
