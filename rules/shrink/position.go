package shrink

import "github.com/wane-chess/wane/game"

// position is what Position and ChessPosition share: a stack of states back to the
// start, of which the one at ply is current.
type position struct {
	stack     []State
	ply       int
	firstMove int // number of the move at ply 0
	targets   Targets
}

func (p *position) start(s State, fullmove int) {
	p.stack = make([]State, 32)
	p.stack[0] = s
	p.firstMove = fullmove
}

// State returns the current state, which is read-only. It is valid until the next
// Make, MakeNullMove or Unmake.
func (p *position) State() *State { return &p.stack[p.ply] }

// push returns the current state and the place of the next.
func (p *position) push() (now, next *State) {
	if p.ply+1 >= len(p.stack) {
		p.stack = append(p.stack, make([]State, len(p.stack))...)
	}
	return &p.stack[p.ply], &p.stack[p.ply+1]
}

func (p *position) clone() position {
	c := position{stack: make([]State, p.ply+32), ply: p.ply, firstMove: p.firstMove}
	copy(c.stack, p.stack[:p.ply+1])
	return c
}

// MakeNullMove passes the turn: no piece moves, and the en passant square is gone. The
// halfmove clock continues, but no repetition is counted across a null move. Unmake
// takes it back. MakeNullMove does not ask whether the side to move is in check.
func (p *position) MakeNullMove() {
	now, next := p.push()
	*next = *now
	next.key = 0
	next.turn = now.turn ^ 1
	next.enPassant, next.enPassantLegal = noSquare, false
	next.halfmoves, next.reversible = min(now.halfmoves+1, game.MaxCount), 0
	p.ply++
}

// Unmake implements game.Position. It takes back null moves too.
func (p *position) Unmake() {
	if p.ply == 0 {
		panic("shrink: Unmake without a move made")
	}
	p.ply--
}

// Turn implements game.Position.
func (p *position) Turn() game.Color { return p.State().turn }

// Ply implements game.Position.
func (p *position) Ply() int { return p.ply }

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
	return min(p.firstMove+(p.ply+int(p.stack[0].turn))/2, game.MaxCount)
}

// Repetitions implements game.Position.
func (p *position) Repetitions() int {
	s := p.State()
	n := 0
	for i := p.ply - 4; i >= p.ply-int(s.reversible) && i >= 0; i -= 2 {
		if s.same(&p.stack[i]) {
			n++
		}
	}
	return n
}
