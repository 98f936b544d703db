package cheshire

import "github.com/wane-chess/wane/game"

// MakeNullMove passes the turn, and Unmake takes it back. No square vanishes. The
// halfmove clock continues. It does not ask whether the side to move is in check. Two
// null moves must not follow each other.
func (p *Position) MakeNullMove() {
	s := p.State()
	next := &p.states[p.ply+1]
	*next = *s
	next.running ^= turnKey
	next.Turn ^= 1
	next.EnPassant = none
	next.AfterNull = true
	next.halfmoves = min(s.halfmoves+1, game.MaxCount)
	p.ply++
}
