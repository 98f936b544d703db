package diminuendo

import (
	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/geom"
	"github.com/wane-chess/wane/internal/bitboard"
	"github.com/wane-chess/wane/rules/diminuendo"
)

// captureScore is what every capture scores above quiet moves.
const captureScore = 200

// AppendMoves implements engine.Node.
func (b *node) AppendMoves(dst []engine.ScoredMove) []engine.ScoredMove {
	return b.appendTargets(dst, b.Targets(diminuendo.Squares), false)
}

// AppendNoisy implements engine.Node. Noisy are captures, promotions and the entry
// to z of a piece that gains by it.
func (b *node) AppendNoisy(dst []engine.ScoredMove) []engine.ScoredMove {
	s := b.State()
	within := s.Of(s.Turn.Other()) | diminuendo.LastSquares(s.Turn) | diminuendo.Z
	return b.appendTargets(dst, b.Targets(within), true)
}

// appendTargets appends the moves, or the noisy ones among them, with their scores.
func (b *node) appendTargets(
	dst []engine.ScoredMove, targets []diminuendo.PieceTargets, noisyOnly bool,
) []engine.ScoredMove {
	s, t := b.State(), b.terms
	h := t.hint(s)
	enemy, lastSquares := s.Of(s.Turn.Other()), diminuendo.LastSquares(s.Turn)
	for i := range targets {
		from, set := targets[i].From&63, targets[i].To
		piece := s.Piece(from)
		pt := piece.Type() & 7
		noisy, last := enemy|t.entry[pt], uint64(0)
		if pt == game.Pawn {
			last = lastSquares
			noisy |= last
		}
		if noisyOnly {
			set &= noisy
		}
		for set != 0 {
			to := bitboard.Pop(&set) & 63
			m := engine.ScoredMove{
				Move: game.NewMove(from, to), Piece: piece,
				Captured: s.Piece(to), Noisy: noisy>>to&1 != 0,
			}
			m.Score = h.score(t, s.Turn, pt, m.Captured.Type(), from, to)
			if last>>to&1 == 0 {
				dst = append(dst, m)
				continue
			}
			move, score := m.Move, m.Score
			for _, pt := range game.Promotions {
				m.Move, m.Score = move.WithPromotion(0, pt), score+int32(t.value[pt&7]-t.value[game.Pawn])
				dst = append(dst, m)
			}
		}
	}
	return dst
}

// hints holds what the scores of all moves of a position have in common.
type hints struct {
	pushed engine.Score // what a capture gains by pushing off the piece on z
	onZ    engine.Score // what the piece on z is worth to the side to move; 0 if it is empty
}

// hint works out the hints for the side to move.
func (t *terms) hint(s *diminuendo.State) (h hints) {
	if pc := s.Piece(diminuendo.ZSquare); pc != game.NoPiece {
		h.pushed = t.pushed(&s.Pieces, s.Turn)
		if pc.Color() != s.Turn {
			h.onZ = t.onZ[pc.Type()&7]
		}
	}
	return h
}

// score is the hint for the order in which to search moves: captures by what they
// gain at once, moves to z by what the piece becomes there, others by how far
// forward and how central they lead.
func (h *hints) score(t *terms, color game.Color, pt, taken game.PieceType, from, to game.Square) int32 {
	var gain engine.Score
	switch {
	case to == diminuendo.ZSquare:
		gain = h.onZ - t.loss[pt&7]
	case taken == game.NoPieceType:
		return int32(advance[color&1][to&63]) - int32(advance[color&1][from&63])
	default:
		gain = t.loss[taken&7]
		if from != diminuendo.ZSquare {
			gain += h.pushed
		}
	}
	if taken != game.NoPieceType {
		gain += captureScore - t.loss[pt&7]/8
	}
	return int32(gain)
}

// advance is a hint of how good a square is, by color: higher up the board, and
// nearer the middle file.
var advance = func() (t [2][64]int8) {
	sq := 0
	for file, ranks := range geom.HexFiles {
		for rank := 1; rank <= ranks; rank++ {
			central := min(file, 6-file)
			height := geom.HexHeight(file, rank) - 9 // above the middle of the board
			if sq == diminuendo.ZSquare {
				height = 0
			}
			t[game.White][sq] = int8(9*max(height, 0) + 3*central)
			t[game.Black][sq] = int8(9*max(-height, 0) + 3*central)
			sq++
		}
	}
	return t
}()
