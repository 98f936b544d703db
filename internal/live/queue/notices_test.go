package queue

import (
	"strings"
	"testing"

	"github.com/wane-chess/wane/internal/live/livegame"
)

// heard follows a game.
func heard(t *testing.T, b *Bus, id livegame.ID) (<-chan livegame.Notice, func()) {
	t.Helper()
	c := make(chan livegame.Notice, 10_000)
	stop, err := b.Follow(id, func(n livegame.Notice) { c <- n })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(stop)
	return c, stop
}

func publish(t *testing.T, b *Bus, n livegame.Notice) {
	t.Helper()
	if err := b.Publish(n); err != nil {
		t.Fatal(err)
	}
}

// A notice that is too long is not sent.
func TestPublishRefuses(t *testing.T) {
	b := embeddedCluster(t)(t, "a", slow)
	long := notice("game1", 1)
	long.Event.Command = strings.Repeat("x", maxNotice)
	if err := b.Publish(long); err == nil {
		t.Error("sent")
	}
}
