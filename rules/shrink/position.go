package shrink

import (
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/game/rulekit"
)

// position is what Position and ChessPosition share: a stack of states back to the
// start.
type position struct {
	states    rulekit.Stack[State]
	firstMove int // number of the move at ply 0
	targets   Targets
}

func newPosition(s State, fullmove int) position {
	return position{states: rulekit.NewStack(s), firstMove: fullmove}
}

func (p *position) clone() position {
	return position{states: p.states.Clone(), firstMove: p.firstMove}
}

// State returns the current state, which is read-only. It is valid until the next
// Make, MakeNullMove or Unmake.
func (p *position) State() *State { return p.states.Top() }

// MakeNullMove passes the turn: no piece moves, and the en passant square is gone. The
// halfmove clock continues, but no repetition is counted across a null move. Unmake takes
// it back. MakeNullMove does not check whether the side to move is in check.
func (p *position) MakeNullMove() {
	now, next := p.states.Push()
	*next = *now
	next.key = 0
	next.Turn = now.Turn ^ 1
	next.EnPassant, next.enPassantLegal = game.NoSquare, false
	next.halfmoves, next.reversible = min(now.halfmoves+1, rulekit.MaxCount), 0
}

// Unmake implements game.Position. It takes back null moves too.
func (p *position) Unmake() { p.states.Pop() }

// Turn implements game.Position.
func (p *position) Turn() game.Color { return p.State().Turn }

// Ply implements game.Position.
func (p *position) Ply() int { return p.states.Ply() }

// Key implements game.Position.
func (p *position) Key() uint64 {
	s := p.State()
	if s.key == 0 {
		s.key = s.hash()
	}
	return s.key
}

// InCheck implements game.Position.
func (p *position) InCheck() bool { return p.State().Checkers() != 0 }

// Halfmoves implements game.Position.
func (p *position) Halfmoves() int { return int(p.State().halfmoves) }

// Fullmove implements game.Position.
func (p *position) Fullmove() int {
	return min(p.firstMove+(p.Ply()+int(p.states.Start().Turn))/2, rulekit.MaxCount)
}

// Repetitions implements game.Position.
func (p *position) Repetitions() int {
	return p.states.Repetitions(int(p.State().reversible), (*State).same)
}
