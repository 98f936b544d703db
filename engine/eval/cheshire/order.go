package cheshireeval

import (
	"github.com/wane-chess/wane/game"
)

// Scores of moves. Captures take the most valuable piece with the least valuable
// one, promotions count what they win, quiet moves the little that can be told at
// sight.
const (
	firstKingMove    = -60 // gives the queen's move away (R2)
	pawnGuardedScore = -40 // where an enemy pawn captures
)

// victimScore is the worth of a piece as a victim; promotionScore what a pawn wins
// that becomes a piece of that type.
var (
	victimScore    = [8]int32{game.King: 1000, game.Queen: 990, game.Rook: 500, game.Bishop: 330, game.Knight: 290, game.Pawn: 100}
	promotionScore = [8]int32{game.Queen: 800, game.Rook: 200, game.Bishop: 200, game.Knight: 200}
)

// AppendMoves implements engine.Board.
func (b *board) AppendMoves(dst []game.ScoredMove, k game.Kind) []game.ScoredMove {
	first := len(dst)
	dst = b.position.AppendMoves(dst, k)
	s := b.State()
	kingScore := int32(0)
	if s.KingUnmoved(s.Turn) {
		kingScore = firstKingMove
	}
	last := b.game.LastRank(s.Turn)
	list := dst[first:]
	for i := range list {
		m := &list[i]
		pt := m.Piece.Type() & 7
		if m.Kind == game.Quiet {
			m.Score *= -pawnGuardedScore
			if pt == game.King {
				m.Score += kingScore
			}
			continue
		}
		if m.Captured != game.NoPiece {
			m.Score = victimScore[m.Captured.Type()&7] - victimScore[pt]/16
		}
		if pt == game.Pawn && last.Has(uint8(m.Move.To())) {
			m.Score += promotionScore[m.Move.Promotion(0)&7]
		}
	}
	return dst
}
