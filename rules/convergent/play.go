package convergent

import "github.com/wane-chess/wane/game"

// Position is a position of Convergent Chess with the moves that led to it. It
// implements game.Position; Game makes it.
type Position struct {
	states  game.Stack[State]
	targets targetList // what Targets returned last
}

// newPosition returns a position with no moves made.
func newPosition(s State) *Position {
	s.key = s.hash()
	return &Position{states: game.NewStack(s)}
}

// hash returns the key, from scratch.
func (s *State) hash() uint64 {
	key := turnKey * uint64(s.Turn)
	for sq := range game.Square(64) {
		key ^= piecesKeys[s.Piece(sq)][sq]
	}
	return key
}

// State returns the current state. It is valid until the next Make or Unmake, and
// must not be changed.
func (p *Position) State() *State { return p.states.Top() }

// Make implements game.Position.
func (p *Position) Make(m game.Move) {
	now, next := p.states.Push()
	next.after(now, m)
}

// MakeNullMove passes the turn. The halfmove clock continues, but no repetition is
// counted across a null move. Unmake takes it back. MakeNullMove does not ask whether
// the side to move is in check.
func (p *Position) MakeNullMove() {
	now, next := p.states.Push()
	*next = *now
	next.key ^= turnKey
	next.Turn ^= 1
	next.halfmoves, next.reversible = min(next.halfmoves+1, game.MaxCount), 0
}

// Unmake implements game.Position.
func (p *Position) Unmake() { p.states.Pop() }

// Clone implements game.Position.
func (p *Position) Clone() game.Position { return &Position{states: p.states.Clone()} }

// Ply implements game.Position.
func (p *Position) Ply() int { return p.states.Ply() }

// Turn implements game.Position.
func (p *Position) Turn() game.Color { return p.State().Turn }

// Key implements game.Position.
func (p *Position) Key() uint64 { return p.State().key }

// InCheck implements game.Position.
func (p *Position) InCheck() bool { return p.State().inCheck() }

// Halfmoves implements game.Position.
func (p *Position) Halfmoves() int { return int(p.State().halfmoves) }

// Fullmove implements game.Position.
func (p *Position) Fullmove() int { return int(p.State().fullmove) }

// Game implements game.Position.
func (p *Position) Game() game.Game { return Game{} }
