package bus

import (
	"strings"
	"testing"

	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/queue/queuetest"
)

// heard subscribes to a game.
func heard(t *testing.T, b *Client, id livegame.ID) <-chan livegame.Notice {
	t.Helper()
	c := make(chan livegame.Notice, 10_000)
	stop, err := b.Subscribe(id, func(n livegame.Notice) { c <- n })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(stop)
	return c
}

func publish(t *testing.T, c *Client, n livegame.Notice) {
	t.Helper()
	if err := c.Publish(n); err != nil {
		t.Fatal(err)
	}
}

// Publish rejects a notice that is too long.
func TestPublishErrors(t *testing.T) {
	c := newCluster(t)(t, "a")
	long := queuetest.Notice("game1", 1)
	long.Event.Command = strings.Repeat("x", maxNotice)
	if err := c.Publish(long); err == nil {
		t.Error("sent")
	}
}
