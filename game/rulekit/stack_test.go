package rulekit

import "testing"

// stackOf returns a stack with these states.
func stackOf(states ...int) Stack[int] {
	s := NewStack(states[0])
	for _, v := range states[1:] {
		_, next := s.Push()
		*next = v
	}
	return s
}

func TestStack(t *testing.T) {
	s := NewStack(0)
	for v := 1; v <= 1000; v++ {
		now, next := s.Push()
		if *now != v-1 {
			t.Fatalf("Push after %d: the old top is %d", v-1, *now)
		}
		*next = v
	}
	c := s.Clone()
	_, next := c.Push()
	*next, *c.Start() = 7, 7
	if *s.Top() != 1000 || *s.Start() != 0 || s.Ply() != 1000 {
		t.Errorf("a changed clone changes the stack: top %d, start %d, ply %d", *s.Top(), *s.Start(), s.Ply())
	}
	c.Pop()
	for v := 1000; v > 0; v-- {
		if *s.Top() != v || *c.Top() != v || s.Ply() != v {
			t.Fatalf("top %d and %d at ply %d, want %d", *s.Top(), *c.Top(), s.Ply(), v)
		}
		s.Pop()
		c.Pop()
	}
	if *s.Top() != 0 || *c.Top() != 7 {
		t.Errorf("starts are %d and %d, want 0 and 7", *s.Top(), *c.Top())
	}
	defer func() {
		if recover() == nil {
			t.Error("Pop of the only state does not panic")
		}
	}()
	s.Pop()
}

func TestStackRepetitions(t *testing.T) {
	equal := func(top, older *int) bool { return *top == *older }
	for _, c := range []struct {
		states []int
		plies  int
		want   int
	}{
		{[]int{1}, 100, 0},
		{[]int{1, 2, 3, 4, 1}, 4, 1},
		{[]int{1, 2, 3, 4, 1}, 3, 0}, // the first was before the count began
		{[]int{1, 2, 3, 4, 1, 2, 3, 4, 1}, 100, 2},
		{[]int{1, 1, 1, 1, 1, 1, 1, 1, 1}, 8, 3}, // of the side to move alone, and not two plies ago
		{[]int{1, 2, 3, 4, 5, 1}, 100, 0},
	} {
		s := stackOf(c.states...)
		if got := s.Repetitions(c.plies, equal); got != c.want {
			t.Errorf("%v over %d plies: %d, want %d", c.states, c.plies, got, c.want)
		}
		for s.Ply() > 0 {
			s.Pop()
		}
		if got := s.Repetitions(c.plies, equal); got != 0 {
			t.Errorf("%v, all popped: %d", c.states, got)
		}
	}
}
