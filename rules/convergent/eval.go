package convergent

import "github.com/wane-chess/wane/game"

// highest bounds what Eval returns, well below the scores of mates.
const highest = game.MateBound - 1000

// army is what the evaluation knows about one side's men.
type army struct {
	score      tapered
	king       int       // the square of its king
	own        uint64    // its men
	pinned     uint64    // those that may not leave the line to the king
	pawns      uint64    // what its pawns attack
	attacks    uint64    // what its men attack
	by         [8]uint64 // what its officers attack, by type
	ringPieces int       // how many officers attack squares at the enemy king, and one if pawns do
}

// Eval implements game.Position: men and where they stand, what they attack, the
// kings, and above all who outnumbers whom on the royal squares. An entry there
// must be answered by a capture, so that the side that can put the last man there
// wins.
func (p *Position) Eval() game.Score {
	s := p.top()
	occupied := s.Occupied()
	var mine, theirs army
	me, they := s.turn, s.turn.Other()
	s.pawns(&mine, me, s.Of(me), occupied)
	s.pawns(&theirs, they, s.Of(they), occupied)
	var home, away sights // the royal squares of the side to move and the other's
	home.look(me, occupied)
	away.look(they, occupied)
	s.officers(&mine, me, &outlook{^(mine.own | theirs.pawns), from[theirs.king&63].king, &away, &home}, occupied)
	s.officers(&theirs, they, &outlook{^(theirs.own | mine.pawns), from[mine.king&63].king, &home, &away}, occupied)
	s.pin(&mine, occupied)
	s.pin(&theirs, occupied)

	sum := derived.tempo + mine.score - theirs.score +
		s.threats(&mine, &theirs, me) - s.threats(&theirs, &mine, they) +
		s.siegeKing(&mine, &theirs, occupied) - s.siegeKing(&theirs, &mine, occupied)
	score := sum.mix(s.phase()) + s.race(me, &mine, &theirs, 1) - s.race(they, &theirs, &mine, 0)
	return max(-highest, min(score, highest))
}

// phase tells how far from the ending the position is, by the officers left.
func (s *state) phase() int {
	n := queenPhase*count(s.Queens()) + rookPhase*count(s.Rooks()) + minorPhase*count(s.High&^s.Mid)
	return min(n, fullPhase)
}
