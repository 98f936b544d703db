package diminuendo

import (
	"slices"

	"github.com/wane-chess/wane/game"
)

// Position is a position of a game of Diminuendo Chess with the moves that led
// to it. It implements game.Position; Game makes it.
type Position struct {
	ply     int
	states  []State  // states[ply] is the current one
	keys    []uint64 // their keys
	rules   rules
	game    Game
	targets [numSquares]PieceTargets // what Targets returned last
}

// newPosition returns a position with no moves made.
func newPosition(g Game, s State) *Position {
	const room = 64 // plies before the first growth
	p := &Position{states: make([]State, 1, room), keys: make([]uint64, 1, room), rules: g.rules(), game: g}
	p.states[0], p.keys[0] = s, s.key
	return p
}

// State returns the current state. It is valid until the next Make or Unmake, and must
// not be changed.
func (p *Position) State() *State { return &p.states[p.ply] }

// Make implements game.Position.
func (p *Position) Make(m game.Move) {
	next := p.push()
	next.play(&p.rules, &p.states[p.ply-1], m)
	p.keys[p.ply] = next.key
}

// MakeNullMove passes the turn. The halfmove clock continues, but no repetition is
// counted across a null move. Unmake takes it back. MakeNullMove does not ask whether
// the side to move is in check.
func (p *Position) MakeNullMove() {
	next := p.push()
	*next = p.states[p.ply-1]
	next.key ^= turnKey
	next.Turn ^= 1
	next.halfmoves, next.sinceFewer = min(next.halfmoves+1, game.MaxCount), 0
	p.keys[p.ply] = next.key
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

// Unmake implements game.Position.
func (p *Position) Unmake() {
	if p.ply == 0 {
		panic("diminuendo: Unmake without a move made")
	}
	p.ply--
}

// Clone implements game.Position.
func (p *Position) Clone() game.Position {
	c := *p
	c.states, c.keys = slices.Clone(p.states[:p.ply+1]), slices.Clone(p.keys[:p.ply+1])
	return &c
}

// Ply implements game.Position.
func (p *Position) Ply() int { return p.ply }

// Turn implements game.Position.
func (p *Position) Turn() game.Color { return p.State().Turn }

// Key implements game.Position.
func (p *Position) Key() uint64 { return p.keys[p.ply] }

// InCheck implements game.Position.
func (p *Position) InCheck() bool { return p.State().inCheck(&p.rules) }

// Halfmoves implements game.Position.
func (p *Position) Halfmoves() int { return int(p.State().halfmoves) }

// Fullmove implements game.Position.
func (p *Position) Fullmove() int { return int(p.State().fullmove) }

// Game implements game.Position.
func (p *Position) Game() game.Game { return p.game }
