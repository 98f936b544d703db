package rulekit

import "slices"

// Stack holds the states of a position: one for each ply since the start, with the
// current one on top. S is what a move changes. The rules of a game implement Position
// with it: Make pushes a state, Unmake pops it. NewStack makes one; the zero Stack is not
// ready for use.
type Stack[S any] struct {
	ply    int
	states []S // states[ply] is on top; those beyond are room
}

// room is how many states a new stack and a clone can take before they grow.
const room = 32

// NewStack returns a stack with one state.
func NewStack[S any](start S) Stack[S] {
	s := Stack[S]{states: make([]S, 1+room)}
	s.states[0] = start
	return s
}

// Reset makes start the only state. It keeps the room.
func (s *Stack[S]) Reset(start S) {
	s.ply, s.states[0] = 0, start
}

// Ply is the number of states that Pop can remove.
func (s *Stack[S]) Ply() int { return s.ply }

// Start returns the oldest state.
func (s *Stack[S]) Start() *S { return &s.states[0] }

// Top returns the current state. The pointer is valid until the next Push or Pop.
func (s *Stack[S]) Top() *S { return &s.states[s.ply] }

// Push puts a state on top, with unspecified contents that the caller replaces. It
// returns the state that was on top and the new one.
func (s *Stack[S]) Push() (now, next *S) {
	if s.ply+1 >= len(s.states) {
		s.grow()
	}
	now, next = &s.states[s.ply], &s.states[s.ply+1]
	s.ply++
	return now, next
}

// grow makes room for more states. It stays out of Push, so that Push is inlined.
//
//go:noinline
func (s *Stack[S]) grow() {
	s.states = slices.Grow(s.states, 1)
	s.states = s.states[:cap(s.states)]
}

// Pop removes the top. It panics if that is the only state.
func (s *Stack[S]) Pop() {
	if s.ply == 0 {
		panic("game: Unmake without a move made")
	}
	s.ply--
}

// Clone returns a copy that shares nothing with s.
func (s *Stack[S]) Clone() Stack[S] {
	c := Stack[S]{s.ply, make([]S, s.ply+1+room)}
	copy(c.states, s.states[:s.ply+1])
	return c
}

// Repetitions counts the states equal to the top among those with the same side to
// move, back over no more than the given number of plies. No position repeats sooner
// than after four: both sides have to go and come back.
func (s *Stack[S]) Repetitions(plies int, equal func(top, older *S) bool) int {
	top := s.Top()
	n := 0
	for i := s.ply - 4; i >= max(s.ply-plies, 0); i -= 2 {
		if equal(top, &s.states[i]) {
			n++
		}
	}
	return n
}
