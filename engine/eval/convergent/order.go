package convergent

import (
	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
	"github.com/wane-chess/wane/rules/convergent"
)

// Scores of noisy moves: captures by what they win, then by the least valuable
// attacker; entries of an empty royal square below them.
const (
	captureScore = 200
	entryScore   = 150
)

// AppendMoves implements engine.Node.
func (b *node) AppendMoves(dst []engine.ScoredMove) []engine.ScoredMove {
	return b.appendTargets(dst, b.Targets(convergent.Squares))
}

// AppendNoisy implements engine.Node. Noisy are captures and entries of an enemy
// royal square, which must be answered at once.
func (b *node) AppendNoisy(dst []engine.ScoredMove) []engine.ScoredMove {
	return b.appendTargets(dst, b.Targets(noisySquares(b.State())))
}

// noisySquares returns the squares to which the moves of the side to move are noisy.
func noisySquares(s *convergent.State) uint64 {
	them := s.Turn.Other()
	return s.Of(them) | convergent.RoyalSquares(them)
}

// appendTargets appends the moves with their scores.
func (b *node) appendTargets(dst []engine.ScoredMove, targets []convergent.PieceTargets) []engine.ScoredMove {
	s, worth := b.State(), &b.evaluator.worth
	noisy, places := noisySquares(s), &placeScore[s.Turn&1]
	for i := range targets {
		t := &targets[i]
		from := t.From & 63
		piece := s.Piece(from)
		attacker := int32(worth[piece.Type()&7] / 16)
		for set := t.To & noisy; set != 0; {
			to := bitboard.Pop(&set)
			m := engine.ScoredMove{
				Move: game.NewMove(from, to), Score: entryScore - attacker, Piece: piece, Captured: s.Piece(to), Noisy: true,
			}
			if m.Captured != game.NoPiece {
				m.Score = captureScore + int32(worth[m.Captured.Type()&7]) - attacker
			}
			dst = append(dst, m)
		}
		here := int32(places[from&63])
		for set := t.To &^ noisy; set != 0; {
			to := bitboard.Pop(&set)
			dst = append(dst, engine.ScoredMove{Move: game.NewMove(from, to), Score: int32(places[to&63]) - here, Piece: piece})
		}
	}
	return dst
}

// placeScore is how good a square is to stand on, by color.
var placeScore = func() (t [2][64]int8) {
	for sq := range 64 {
		file, rank := sq&7, sq>>3
		central := min(file, 7-file)
		t[game.White][sq] = int8(4*rank + 3*central)
		t[game.Black][sq] = int8(4*(7-rank) + 3*central)
	}
	return t
}()
