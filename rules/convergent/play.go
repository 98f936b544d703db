package convergent

import (
	"slices"

	"github.com/wane-chess/wane/game"
)

// Position is a position of Convergent Chess with the moves that led to it. It
// implements game.Position; Game makes it.
type Position struct {
	ply     int
	states  []State    // states[ply] is the present one; those beyond are room
	keys    []uint64   // their keys
	targets targetList // what Targets returned last
}

// newPosition returns a position with no moves made.
func newPosition(s State) *Position {
	const room = 64 // plies before the first growth
	p := &Position{states: make([]State, 1, room), keys: make([]uint64, 1, room)}
	p.states[0], p.keys[0] = s, s.key()
	return p
}

// key returns the key, from scratch.
func (s *State) key() uint64 {
	key := turnKey * uint64(s.Turn)
	for sq := range game.Square(64) {
		key ^= piecesKeys[s.Piece(sq)][sq]
	}
	return key
}

// State returns the current state. It is valid until the next Make or Unmake, and
// must not be changed.
func (p *Position) State() *State { return &p.states[p.ply] }

// Make implements game.Position.
func (p *Position) Make(m game.Move) {
	next := p.push()
	p.keys[p.ply] = p.keys[p.ply-1] ^ next.after(&p.states[p.ply-1], m)
}

// push moves on to the next ply and returns its state, to be filled like its key.
func (p *Position) push() *State {
	p.ply++
	if p.ply >= len(p.states) || p.ply >= len(p.keys) {
		p.grow()
	}
	return &p.states[p.ply]
}

// grow makes room for more plies.
func (p *Position) grow() {
	p.states = slices.Grow(p.states, 1)
	p.states = p.states[:cap(p.states)]
	p.keys = slices.Grow(p.keys, len(p.states)-len(p.keys))[:len(p.states)]
}

// MakeNullMove passes the turn. The halfmove clock continues, but no repetition is
// counted across a null move. Unmake takes it back. MakeNullMove does not ask whether
// the side to move is in check.
func (p *Position) MakeNullMove() {
	next := p.push()
	*next = p.states[p.ply-1]
	next.Turn ^= 1
	next.halfmoves, next.reversible = min(next.halfmoves+1, game.MaxCount), 0
	p.keys[p.ply] = p.keys[p.ply-1] ^ turnKey
}

// Unmake implements game.Position.
func (p *Position) Unmake() {
	if p.ply == 0 {
		panic("convergent: Unmake without a move made")
	}
	p.ply--
}

// Clone implements game.Position.
func (p *Position) Clone() game.Position {
	return &Position{ply: p.ply, states: slices.Clone(p.states[:p.ply+1]), keys: slices.Clone(p.keys[:p.ply+1])}
}

// Ply implements game.Position.
func (p *Position) Ply() int { return p.ply }

// Turn implements game.Position.
func (p *Position) Turn() game.Color { return p.State().Turn }

// Key implements game.Position.
func (p *Position) Key() uint64 { return p.keys[p.ply] }

// InCheck implements game.Position.
func (p *Position) InCheck() bool { return p.State().inCheck() }

// Halfmoves implements game.Position.
func (p *Position) Halfmoves() int { return int(p.State().halfmoves) }

// Fullmove implements game.Position.
func (p *Position) Fullmove() int { return int(p.State().fullmove) }

// Game implements game.Position.
func (p *Position) Game() game.Game { return Game{} }
