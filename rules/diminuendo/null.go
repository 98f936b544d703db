package diminuendo

import (
	mathbits "math/bits"

	"github.com/wane-chess/wane/game"
)

// nullPieces is how many men a side needs besides its kings and pawns to pass:
// with fewer, having to move is often what loses.
const nullPieces = 2

// MakeNullMove implements game.Position. Nor does a side pass whose king stands on z:
// its captures are barred, and what moves are left counts for more.
func (p *Position) MakeNullMove() bool {
	s := p.top()
	own := s.Of(s.turn)
	if mathbits.OnesCount64(own&^(s.Kings()|s.Pawns())) < nullPieces || own&s.Kings()&z != 0 || s.inCheck(&p.rules) {
		return false
	}
	next := p.ply + 1
	if next >= len(p.states) || next >= len(p.keys) {
		p.grow()
		s = p.top()
	}
	after := &p.states[next]
	*after = *s
	after.key ^= turnKey
	after.turn = s.turn.Other()
	after.halfmoves = min(s.halfmoves+1, game.MaxCount)
	after.sinceFewer = 0 // nothing from before the pass is a repetition
	p.keys[next] = after.key
	p.ply = next
	return true
}
