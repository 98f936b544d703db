package diminuendo

import "github.com/wane-chess/wane/game"

// MakeNullMove passes the turn, and Unmake takes it back. The halfmove clock
// continues, but no repetition is counted across a null move. It does not ask whether the
// side to move is in check.
func (p *Position) MakeNullMove() {
	next := p.ply + 1
	if next >= len(p.states) || next >= len(p.keys) {
		p.grow()
	}
	after := &p.states[next]
	*after = p.states[p.ply]
	after.key ^= turnKey
	after.Turn ^= 1
	after.halfmoves = min(after.halfmoves+1, game.MaxCount)
	after.sinceFewer = 0 // no repetition is counted across the null move
	p.keys[next] = after.key
	p.ply = next
}
