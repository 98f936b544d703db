package convergent

import (
	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval/weights"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
	"github.com/wane-chess/wane/rules/convergent"
)

// maxEval bounds what Eval returns, well below the scores of mates.
const maxEval = engine.MateBound - 1000

// side is what the evaluation knows about one side's pieces.
type side struct {
	score         weights.Tapered
	king          game.Square // the square of its king
	own           uint64      // its pieces
	pinned        uint64      // those that may not leave the line to the king
	pawns         uint64      // what its pawns attack
	attacks       uint64      // what its pieces attack
	by            [8]uint64   // what its pieces attack, by type
	kingAttackers int         // how many pieces attack squares at the enemy king, and one if pawns do
}

// Eval implements engine.Node: pieces and where they stand, what they attack, the
// kings, and above all which side outnumbers the other on the royal squares. An entry there
// must be answered by a capture, so that the side that can put the last piece there
// wins.
func (b *node) Eval() engine.Score {
	e, s := b.evaluator, b.State()
	occupied := s.Occupied()
	var mine, theirs side
	me, they := s.Turn, s.Turn.Other()
	e.pawns(s, &mine, me, s.Of(me), occupied)
	e.pawns(s, &theirs, they, s.Of(they), occupied)
	var home, away sights // the royal squares of the side to move and the other's
	home.fill(me, occupied)
	away.fill(they, occupied)
	e.pieces(s, &mine, me,
		&outlook{^(mine.own | theirs.pawns), convergent.KingAttacks(theirs.king), &away, &home}, occupied)
	e.pieces(s, &theirs, they,
		&outlook{^(theirs.own | mine.pawns), convergent.KingAttacks(mine.king), &home, &away}, occupied)
	e.pin(s, &mine, occupied)
	e.pin(s, &theirs, occupied)

	sum := e.terms.tempo + mine.score - theirs.score +
		e.threats(s, &mine, &theirs, me) - e.threats(s, &theirs, &mine, they) +
		e.kingDanger(&mine, &theirs, occupied) - e.kingDanger(&theirs, &mine, occupied)
	score := sum.Mix(phase(s), fullPhase) + e.race(s, me, &mine, &theirs, 1) - e.race(s, they, &theirs, &mine, 0)
	return max(-maxEval, min(score, maxEval))
}

// phase returns how far from the endgame the position is, by the pieces other than
// king and pawns.
func phase(s *convergent.State) int {
	n := queenPhase*bitboard.Count(s.Queens()) + rookPhase*bitboard.Count(s.Rooks()) +
		minorPhase*bitboard.Count(s.High&^s.Mid)
	return min(n, fullPhase)
}
