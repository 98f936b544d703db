package bitboard

import (
	"testing"

	"github.com/wane-chess/wane/game"
)

func TestPop(t *testing.T) {
	set := uint64(1<<63 | 1<<7 | 1)
	for _, want := range []game.Square{0, 7, 63} {
		if got := Pop(&set); got != want {
			t.Errorf("%d, want %d", got, want)
		}
	}
	if set != 0 {
		t.Errorf("%x is left", set)
	}
}

// The words are those of the published generator.
func TestKeys(t *testing.T) {
	k := NewKeys(1234567)
	for i, want := range []uint64{6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431} {
		if got := k.Next(); got != want {
			t.Errorf("word %d is %d, want %d", i, got, want)
		}
	}
}
