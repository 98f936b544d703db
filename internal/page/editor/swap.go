package editor

import (
	"strings"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/geom"
)

// swap gives White what Black has, and the other way round: pieces change sides and
// go to where they stand from the other side's view; so do vanished cells, the
// turn, the rights and en passant.
func (t *table) swap(DraftEdit) error {
	old, keys := t.View, t.keys
	t.Pieces, t.Vanished, t.Turn = [128]game.Piece{}, [128]bool{}, old.Turn.Other()
	for i := range old.Board.Cells {
		c := &old.Board.Cells[i]
		to := across(old.Board, c).ID
		t.Vanished[to] = old.Vanished[c.ID]
		if pt := old.Pieces[c.ID]; pt != game.NoPiece {
			t.Pieces[to], t.keys.Piece[to] = pt.Type().Of(pt.Color().Other()), keys.Piece[c.ID]
		}
	}
	if c := t.Board.SquareByName(t.EnPassant.Text); c != nil {
		t.EnPassant.Text = across(t.Board, c).Name
	}
	return t.rights(DraftEdit{Text: strings.Map(func(letter rune) rune { return letter ^ 0x20 }, strings.Trim(t.Rights.Text, "-"))})
}

// across returns the cell that the other side has where this side has that one.
func across(b *geom.Board, c *geom.Cell) *geom.Cell {
	lo, hi := b.Bounds()
	return b.At(geom.Point{X: c.Center.X, Y: lo.Y + hi.Y - c.Center.Y})
}
