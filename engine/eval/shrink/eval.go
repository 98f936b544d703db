package shrink

import (
	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval/weights"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
	"github.com/wane-chess/wane/rules/shrink"
)

// Eval implements engine.Node.
func (b *node) Eval() engine.Score {
	s, t := b.State(), &b.evaluator.terms
	var a attacks
	a.begin(s)
	sum := a.sum(t, &s.Pieces)
	sum += a.alone(t, s)
	sum += a.rankAhead(t, game.White) - a.rankAhead(t, game.Black)
	sum += a.kingRoom(t, game.White) - a.kingRoom(t, game.Black)
	return blend(sum, phase(s), s.Turn, t)
}

// Eval implements engine.Node.
func (b *chessNode) Eval() engine.Score {
	s, t := b.State(), &b.evaluator.terms
	var a attacks
	a.begin(s)
	middle, end := a.sum(t, &s.Pieces).Pair()
	end = end * a.scale(&s.Pieces, end) / fullScale
	return blend(weights.Taper(pair{middle, end}), chessPhase(&s.Pieces), s.Turn, t)
}

// sum adds up the terms that the two games share, for White.
func (a *attacks) sum(t *terms, m *bitboard.Pieces) tapered {
	sum := a.pawnStructure(t, game.White) - a.pawnStructure(t, game.Black)
	sum += a.pieces(t, m, game.White) - a.pieces(t, m, game.Black)
	sum += a.kingSafety(t, game.White) - a.kingSafety(t, game.Black)
	sum += a.threats(t, m, game.White) - a.threats(t, m, game.Black)
	sum += a.passedPawns(t, game.White) - a.passedPawns(t, game.Black)
	if a.nonPawns[0]|a.pawns[0] == 0 || a.nonPawns[1]|a.pawns[1] == 0 {
		sum += a.mopUp(t)
	}
	return sum
}

// blend returns the evaluation for the side to move, given White's sum and how much
// is left of the middle game.
func blend(sum tapered, phase int, turn game.Color, t *terms) engine.Score {
	if turn == game.Black {
		sum = -sum
	}
	return min(max((sum+t.tempo).Mix(phase, fullPhase), -maxEval), maxEval)
}

// maxEval is the largest evaluation that is no mate.
const maxEval = engine.MateBound - 1

// fullPhase is the phase of a board with all its pieces.
const fullPhase = 24

// chessPhase returns how much of the middle game is left: 1 for each knight and
// bishop, 2 for each rook, 4 for each queen.
func chessPhase(m *bitboard.Pieces) int {
	minors, majors := m.Knights()|m.Bishops(), m.Straight()
	return min(bitboard.Count(minors)+2*bitboard.Count(majors)+2*bitboard.Count(m.Queens()), fullPhase)
}

// The squares of the smallest board that counts as one, and of the full board.
const (
	fewSquares  = 12
	fullSquares = 64
)

// phase returns how far the board and the pieces are from the end in Shrink Chess:
// the mean of the two.
func phase(s *shrink.State) int {
	squares := max(s.Ranks()*s.Files()-fewSquares, 0)
	return (chessPhase(&s.Pieces) + squares*fullPhase/(fullSquares-fewSquares)) / 2
}
