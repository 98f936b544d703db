package diminuendo

import (
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/game/rulekit"
)

// Position is a position of a game of Diminuendo Chess with the moves that led
// to it. It implements game.Position; Game makes it.
type Position struct {
	states  rulekit.Stack[State]
	rules   rules
	game    Game
	targets [NumSquares]PieceTargets // what Targets returned last
}

// newPosition returns a position with no moves made.
func newPosition(g Game, s State) *Position {
	return &Position{states: rulekit.NewStack(s), rules: g.rules(), game: g}
}

// State returns the current state. It is valid until the next Make or Unmake, and must
// not be changed.
func (p *Position) State() *State { return p.states.Top() }

// Make implements game.Position.
func (p *Position) Make(m game.Move) {
	now, next := p.states.Push()
	now.move(&p.rules, next, m)
}

// MakeNullMove passes the turn. The halfmove clock continues, but no repetition is
// counted across a null move. Unmake takes it back. MakeNullMove does not check whether
// the side to move is in check.
func (p *Position) MakeNullMove() {
	now, next := p.states.Push()
	*next = *now
	next.key ^= turnKey
	next.Turn ^= 1
	next.halfmoves, next.reversible = min(next.halfmoves+1, rulekit.MaxCount), 0
}

// Unmake implements game.Position.
func (p *Position) Unmake() { p.states.Pop() }

// Clone implements game.Position.
func (p *Position) Clone() game.Position {
	c := *p
	c.states = p.states.Clone()
	return &c
}

// Ply implements game.Position.
func (p *Position) Ply() int { return p.states.Ply() }

// Turn implements game.Position.
func (p *Position) Turn() game.Color { return p.State().Turn }

// Key implements game.Position.
func (p *Position) Key() uint64 { return p.State().key }

// InCheck implements game.Position.
func (p *Position) InCheck() bool { return p.State().inCheck(&p.rules) }

// Halfmoves implements game.Position.
func (p *Position) Halfmoves() int { return int(p.State().halfmoves) }

// Fullmove implements game.Position.
func (p *Position) Fullmove() int { return int(p.State().fullmove) }

// Game implements game.Position.
func (p *Position) Game() game.Game { return p.game }
