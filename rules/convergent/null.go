package convergent

import mathbits "math/bits"

// enoughOfficers is how many men other than king and pawns a side must have for
// passing to teach anything. With fewer it may be the duty to move that loses,
// the more so as whoever cannot move has lost (R4).
const enoughOfficers = 2

// MakeNullMove implements game.Position. No repetition is counted across a pass.
func (p *Position) MakeNullMove() bool {
	s := p.top()
	officers := s.Of(s.turn) &^ (s.Pawns() | s.Kings())
	if mathbits.OnesCount64(officers) < enoughOfficers || s.inCheck() {
		return false
	}
	next := p.push()
	*next = p.states[p.ply-1]
	next.turn ^= 1
	next.halfmoves = 0
	p.keys[p.ply] = p.keys[p.ply-1] ^ turnKey
	return true
}
