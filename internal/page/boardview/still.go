package boardview

import "github.com/wane-chess/wane/game"

// Keys are the keys that cells and pieces have, by square.
type Keys struct{ Cell, Piece [128]uint8 }

// NewKeys gives keys to a view that nothing is known of: cells get their numbers;
// pieces count from 1, in the board's order.
func NewKeys(v game.View) Keys {
	s := newStage(v)
	return Keys{s.cell, s.piece}
}

// Still returns the scene of a view by itself, which no position need have. If
// there is a position, the scene has its FEN too, and tells of check and of the
// game's end.
func Still(v game.View, k Keys, pos game.Position) Scene {
	s := stage{view: v, cell: k.Cell, piece: k.Piece}
	return s.still(pos)
}

// still returns the scene of what stands on the stage; see Still.
func (s *stage) still(pos game.Position) Scene {
	out := Scene{Turn: colorName(s.view.Turn), Box: s.box(), Pieces: s.pieces()}
	out.Cells, out.Shapes = s.cells()
	if pos == nil {
		return out
	}
	out.FEN = pos.String()
	for _, sq := range Checked(pos) {
		out.Check = append(out.Check, int(s.cell[sq]))
	}
	if o := pos.Outcome(); o.Over() {
		out.Result, out.Reason = o.Result.String(), string(o.Reason)
	}
	return out
}
