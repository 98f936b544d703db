//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package tt

import "testing"

// TestRoom checks that a table larger than the memory is refused with an error: allocating it would end the program.
func TestRoom(t *testing.T) {
	for bytes, want := range map[uint64]bool{
		1 << 20: true, 1 << 48: false, 1 << 62: false, 1 << 63: false, 1<<64 - 1: false,
	} {
		if got := roomFor(bytes); got != want {
			t.Errorf("room for %d bytes: %v", bytes, got)
		}
	}
}
