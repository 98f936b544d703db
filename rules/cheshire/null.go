package cheshire

import "github.com/wane-chess/wane/game"

// Each move takes away what one lives on, and in the end the duty to move
// decides. So passing is no measure when a side's men other than the king have
// fewer moves than spareMoves, or when the empty squares are less than one in
// emptyPart of the board.
const (
	spareMoves = 8
	emptyPart  = 8
)

// MakeNullMove implements game.Position. A pass takes no square away. Two do not follow
// each other.
func (p *Position) MakeNullMove() bool {
	s := p.top()
	if s.pass || s.inCheck() || !s.hasSpareMoves(p.game) {
		return false
	}
	next := &p.states[p.ply+1]
	*next = *s
	next.running ^= turnKey
	next.turn ^= 1
	next.passed = none
	next.pass = true
	next.halfmoves = min(s.halfmoves+1, game.MaxCount)
	p.ply++
	return true
}

// hasSpareMoves tells whether the side to move can do without this move: it has
// others that do not matter, not by pawns alone, and there is room for more.
func (s *state) hasSpareMoves(g *Game) bool {
	occ := s.occupied()
	landing := set{full, full}.andNot(s.gone.or(occ))
	if landing.count()*emptyPart < g.size*g.size {
		return false
	}
	own := s.of(s.turn, occ)
	pawns := own.and(s.pawns())
	if s.turn == game.White {
		pawns = pawns.up()
	} else {
		pawns = pawns.down()
	}
	n := min(pawns.and(landing).count(), spareMoves-1)
	for pieces := own.and(s.knights()); !pieces.empty() && n < spareMoves; {
		n += knightSteps[pieces.pop()&127].and(landing).count()
	}
	for pieces := own.and(s.slanting()); !pieces.empty() && n < spareMoves; {
		n += bishopAttacks(pieces.pop(), occ).and(landing).count()
	}
	for pieces := own.and(s.straight()); !pieces.empty() && n < spareMoves; {
		n += rookAttacks(pieces.pop(), occ).and(landing).count()
	}
	return n >= spareMoves
}
