package sockets

import "testing"

// Under constant load, when some socket always waits, the list of those that wait stays short
// and in order.
func TestSenderStaysShort(t *testing.T) {
	s := sender{running: 1 << 20} // no goroutine takes from it
	all := make([]*socket, 10_000)
	for i := range all {
		all[i] = &socket{}
		s.add(all[i])
		if i >= 2 {
			if got := s.take(); got != all[i-2] {
				t.Fatalf("socket %d is not the next", i-2)
			}
		}
	}
	if n := len(s.waiting); n > 10 {
		t.Errorf("the list has %d places for 2 sockets", n)
	}
}
