package convergent

// MakeNullMove passes the turn, and Unmake takes it back. The halfmove clock restarts
// at 0, so no repetition is counted across a null move. It does not ask
// whether the side to move is in check.
func (p *Position) MakeNullMove() {
	next := p.push()
	*next = p.states[p.ply-1]
	next.Turn ^= 1
	next.halfmoves = 0
	p.keys[p.ply] = p.keys[p.ply-1] ^ turnKey
}
