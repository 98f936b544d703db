package diminuendo

import "github.com/wane-chess/wane/game"

// captureRank is what every capture ranks above quiet moves.
const captureRank = 200

// hints is what the ranks of the moves of a position follow from.
type hints struct {
	pushed game.Score // what a capture gains by pushing off the man on z
	onZ    game.Score // what the man on z is worth to the side to move; 0 if it is empty
}

// hint works out the hints for the side to move.
func (s *state) hint(w *worth) (h hints) {
	if pt := s.Piece(double); pt != game.NoPiece {
		h.pushed = w.pushed(&s.Pieces, s.turn)
		if pt.Color() != s.turn {
			h.onZ = w.value[pt.Type()&7]
		}
	}
	return h
}

// rank is the hint for the order in which to search moves: captures by what they
// gain at once, moves to z by what the man becomes there, others by how far
// forward and how central they lead.
func (h *hints) rank(w *worth, who game.Color, pt, taken game.PieceType, from, to int) int32 {
	var gain game.Score
	switch {
	case to == double:
		gain = h.onZ - w.loss[pt&7]
	case taken == game.NoPieceType:
		return int32(advance[who&1][to&63]) - int32(advance[who&1][from&63])
	default:
		gain = w.loss[taken&7]
		if from != double {
			gain += h.pushed
		}
	}
	if taken != game.NoPieceType {
		gain += captureRank - w.loss[pt&7]/8
	}
	return int32(gain)
}

// advance is a hint of how good a cell is, by side: higher up the board, and
// nearer the middle file.
var advance = func() (t [2][64]int8) {
	for cell := range numCells {
		p := places[cell]
		central := min(p.file, 6-p.file)
		for color := range 2 {
			height := p.height - 9 // above the middle of the board
			if cell == double {
				height = 0
			}
			if color == int(game.Black) {
				height = -height
			}
			t[color][cell] = int8(9*max(height, 0) + 3*central)
		}
	}
	return t
}()
