package shrink

import "github.com/wane-chess/wane/game"

// position is what chess and Shrink Chess share: a stack of states, of which
// the one at ply is current. The stack reaches back to the start, so the states
// themselves serve the repetition rule.
type position struct {
	stack     []state
	ply       int
	firstMove int // number of the move at ply 0
	sets      sets
}

func (p *position) start(s state, fullmove int) {
	p.stack = make([]state, 32)
	p.stack[0] = s
	p.firstMove = fullmove
}

// now returns the current state.
func (p *position) now() *state { return &p.stack[p.ply] }

// push returns the current state and the place of the next.
func (p *position) push() (now, next *state) {
	if p.ply+1 >= len(p.stack) {
		p.stack = append(p.stack, make([]state, len(p.stack))...)
	}
	return &p.stack[p.ply], &p.stack[p.ply+1]
}

func (p *position) copyOf() position {
	c := position{stack: make([]state, p.ply+32), ply: p.ply, firstMove: p.firstMove}
	copy(c.stack, p.stack[:p.ply+1])
	return c
}

// Unmake implements game.Position.
func (p *position) Unmake() {
	if p.ply == 0 {
		panic("shrink: Unmake without a move made")
	}
	p.ply--
}

// Turn implements game.Position.
func (p *position) Turn() game.Color { return p.now().turn }

// Ply implements game.Position.
func (p *position) Ply() int { return p.ply }

// Key implements game.Position.
func (p *position) Key() uint64 {
	s := p.now()
	if s.key == 0 {
		s.key = s.hash()
	}
	return s.key
}

// InCheck implements game.Position.
func (p *position) InCheck() bool {
	s := p.now()
	return checkers(s.Pieces, s.turn) != 0
}

// Repetitions implements game.Position.
func (p *position) Repetitions() int {
	s := p.now()
	n := 0
	for i := p.ply - 4; i >= p.ply-int(s.lasting) && i >= 0; i -= 2 {
		if s.same(&p.stack[i]) {
			n++
		}
	}
	return n
}

// Stalemate implements game.Position.
func (p *position) Stalemate() game.WDL { return game.WDLDraw }

// Halfmoves implements game.Position.
func (p *position) Halfmoves() int { return int(p.now().halfmoves) }

// Fullmove implements game.Position.
func (p *position) Fullmove() int {
	return min(p.firstMove+(p.ply+int(p.stack[0].turn))/2, game.MaxCount)
}

// OnTime implements game.Position.
func (p *position) TimeoutOutcome(loser game.Color) game.Outcome {
	s := p.now()
	if winner := s.Of(loser.Other()); winner&(winner-1) == 0 {
		return game.Drawn(game.TimeOutDraw)
	}
	return game.Win(loser.Other(), game.TimeOut)
}

// drawnRepetitions is how many earlier occurrences of a position draw a game.
const drawnRepetitions = 2

// over is Over. Of a position in check after the hundredth halfmove it leaves
// open whether it is mate: it asks for the number of moves.
func (p *position) over(dead bool, moves func() int) bool {
	s := p.now()
	switch {
	case dead:
		return true
	case s.halfmoves >= game.MaxHalfmoves:
		return !p.InCheck() || moves() > 0
	case s.lasting < 4*drawnRepetitions:
		return false
	}
	return p.Repetitions() >= drawnRepetitions
}

// outcome is Outcome, given the number of legal moves.
func (p *position) outcome(dead bool, moves int) game.Outcome {
	s := p.now()
	switch {
	case moves == 0 && p.InCheck():
		return game.Win(s.turn.Other(), game.Checkmate)
	case moves == 0:
		return game.Drawn(game.Stalemate)
	case dead:
		return game.Drawn(game.DeadPosition)
	case p.Repetitions() >= drawnRepetitions:
		return game.Drawn(game.Repetition)
	case s.halfmoves >= game.MaxHalfmoves:
		return game.Drawn(game.FiftyMoves)
	}
	return game.Outcome{}
}

// bare tells whether the kings are alone.
func (s *state) bare() bool { return s.Occupied() == s.Kings() }
