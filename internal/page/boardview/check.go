package boardview

import (
	"strings"

	"github.com/wane-chess/wane/game"
)

// Checked returns the squares in check: those of the attacked kings of the side to move,
// and those of enemy pieces on its royal squares. It is nil without a check.
func Checked(p game.Position) []game.Square {
	if !p.InCheck() {
		return nil
	}
	v := p.View()
	var kings, intruders []game.Square
	for i := range v.Board.Squares {
		c := &v.Board.Squares[i]
		m, sq := v.Pieces[c.ID], game.Square(c.ID)
		switch {
		case m == game.King.Of(v.Turn):
			kings = append(kings, sq)
		case m != game.NoPiece && m.Color() != v.Turn && v.IsRoyal(sq, v.Turn):
			intruders = append(intruders, sq)
		}
	}
	if len(kings) == 1 && len(intruders) == 0 {
		return kings
	}
	out := intruders
	for i, king := range kings {
		others := append(append([]game.Square{}, kings[:i]...), kings[i+1:]...)
		attacked, known := alone(p, v, append(others, intruders...))
		if attacked || !known && len(intruders) == 0 {
			out = append(out, king)
		}
	}
	return out
}

// alone reports whether the side to move would be in check if the pieces on the given
// squares were harmless pieces of its own. So the rules say whether the only king left
// is attacked. Not every such position is legal; known is false then.
func alone(p game.Position, v game.View, harmless []game.Square) (attacked, known bool) {
	// The side that is not to move must not be in check, so pieces that attack few
	// squares are tried first.
	for _, pt := range []game.PieceType{game.Pawn, game.Knight, game.Bishop, game.Rook, game.Queen} {
		w := v
		for _, sq := range harmless {
			w.Pieces[sq] = pt.Of(v.Turn)
		}
		fen := strings.Fields(p.String())
		fen[0] = w.BoardFEN()
		if q, err := p.Game().Parse(strings.Join(fen, " ")); err == nil {
			return q.InCheck(), true
		}
	}
	return false, false
}
