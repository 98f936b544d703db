package cheshire

import (
	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/rules/cheshire"
)

// Scores of moves. Captures take the most valuable piece with the least valuable
// one, promotions count what they win, quiet moves what their squares say.
const (
	firstKingMove    = -60 // gives the queen's move away (R2)
	pawnGuardedScore = -40 // where an enemy pawn captures
)

// victimScore is the worth of a piece as a victim; promotionScore what a pawn wins
// that becomes a piece of that type.
var (
	victimScore = [8]int32{
		game.King: 1000, game.Queen: 990, game.Rook: 500, game.Bishop: 330, game.Knight: 290, game.Pawn: 100,
	}
	promotionScore = [8]int32{game.Queen: 800, game.Rook: 200, game.Bishop: 200, game.Knight: 200}
)

// AppendMoves implements engine.Node.
func (b *node) AppendMoves(dst []engine.ScoredMove) []engine.ScoredMove {
	return b.appendTargets(dst, b.Targets(cheshire.AllSquares(), cheshire.AllSquares()))
}

// AppendNoisy implements engine.Node. Noisy are captures and promotions.
func (b *node) AppendNoisy(dst []engine.ScoredMove) []engine.ScoredMove {
	s := b.State()
	return b.appendTargets(dst, b.Targets(s.Of(s.Turn^1, s.Occupied()), b.game.LastRank(s.Turn)))
}

// appendTargets appends the moves with their scores. Of the moves of one piece,
// captures come first.
func (b *node) appendTargets(dst []engine.ScoredMove, t *cheshire.Targets) []engine.ScoredMove {
	s := b.State()
	enemy := s.Of(s.Turn^1, s.Occupied())
	guarded := cheshire.PawnsAttacks(s.Turn^1, enemy.And(s.Pawns()))
	for i := range t.Pieces {
		dst = appendPieceMoves(dst, s, &t.Pieces[i], enemy, guarded)
	}
	last := b.game.LastRank(s.Turn)
	for i := range t.Pawns {
		pawns := &t.Pawns[i]
		for set := pawns.Push; !set.Empty(); {
			to := set.Pop()
			dst = appendPawnMove(dst, s, pawns.PushedFrom(s.Turn, to), to, game.NoPiece, last)
		}
		for set := pawns.West; !set.Empty(); {
			to := set.Pop()
			dst = appendPawnMove(dst, s, cheshire.Behind(s.Turn, to)+1, to, s.Piece(to), last)
		}
		for set := pawns.East; !set.Empty(); {
			to := set.Pop()
			dst = appendPawnMove(dst, s, cheshire.Behind(s.Turn, to)-1, to, s.Piece(to), last)
		}
	}
	for set := t.EnPassant; !set.Empty(); {
		dst = appendPawnMove(dst, s, set.Pop(), s.EnPassant, game.Pawn.Of(s.Turn^1), last)
	}
	return dst
}

// appendPieceMoves appends the moves of a piece other than a pawn.
func appendPieceMoves(
	dst []engine.ScoredMove, s *cheshire.State, t *cheshire.PieceTargets, enemy, guarded cheshire.Set,
) []engine.ScoredMove {
	from, pt := t.From, t.Type&7
	piece := pt.Of(s.Turn)
	for prey := t.To.And(enemy); !prey.Empty(); {
		to := prey.Pop()
		captured := s.Piece(to)
		dst = append(dst, engine.ScoredMove{
			Move: game.NewMove(from, to), Score: victimScore[captured.Type()&7] - victimScore[pt]/16,
			Piece: piece, Captured: captured, Noisy: true,
		})
	}
	quiet := t.To.AndNot(enemy)
	score := int32(0)
	if pt == game.King && s.KingUnmoved(s.Turn) {
		score = firstKingMove
	}
	for set := quiet.And(guarded); !set.Empty(); {
		m := game.NewMove(from, set.Pop())
		dst = append(dst, engine.ScoredMove{Move: m, Score: score + pawnGuardedScore, Piece: piece})
	}
	for set := quiet.AndNot(guarded); !set.Empty(); {
		dst = append(dst, engine.ScoredMove{Move: game.NewMove(from, set.Pop()), Score: score, Piece: piece})
	}
	return dst
}

// appendPawnMove appends a pawn's move, once for each choice if it promotes.
func appendPawnMove(
	dst []engine.ScoredMove, s *cheshire.State, from, to game.Square, captured game.Piece, last cheshire.Set,
) []engine.ScoredMove {
	m := engine.ScoredMove{
		Move: game.NewMove(from, to), Piece: game.Pawn.Of(s.Turn), Captured: captured,
	}
	if captured != game.NoPiece {
		m.Score, m.Noisy = victimScore[captured.Type()&7]-victimScore[game.Pawn]/16, true
	}
	if !last.Has(to) {
		return append(dst, m)
	}
	move, score := m.Move, m.Score
	m.Noisy = true
	for _, pt := range game.Promotions {
		m.Move, m.Score = move.WithPromotion(0, pt), score+promotionScore[pt&7]
		dst = append(dst, m)
	}
	return dst
}
