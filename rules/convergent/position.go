package convergent

import (
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/game/rulekit"
	"github.com/wane-chess/wane/internal/bitboard"
)

// Position is a position of Convergent Chess with the moves that led to it. It
// implements game.Position; Game makes it.
type Position struct {
	states  rulekit.Stack[State]
	targets targetList // what Targets returned last
}

// newPosition returns a position with no moves made.
func newPosition(s State) *Position {
	s.key = s.hash()
	return &Position{states: rulekit.NewStack(s)}
}

// Reset makes p the start of a game with these pieces, like Parse without the text: it is
// much faster. It returns false, and leaves p as it was, if Parse would reject the pieces,
// or if the board does not have 8 ranks and 8 files.
func (p *Position) Reset(pieces bitboard.Pieces, ranks, files int, turn game.Color) bool {
	s := State{Pieces: pieces, Turn: turn, fullmove: 1}
	other, kings := turn.Other(), pieces.Kings()
	if ranks != 8 || files != 8 || pieces.Occupied()&^Squares != 0 ||
		bitboard.Count(kings) != 2 || bitboard.Count(kings&pieces.Black) != 1 ||
		royal[other&1]&s.Of(turn) != 0 || s.attacked(s.King(other), turn, pieces.Occupied()) {
		return false
	}
	s.key = s.hash()
	p.states.Reset(s)
	return true
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
	now.move(next, m)
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
