package managertest_test

import (
	"testing"

	"github.com/wane-chess/wane/internal/server/gamestore/gamestoretest"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/manager/managertest"
	"github.com/wane-chess/wane/internal/server/queue"
	"github.com/wane-chess/wane/internal/server/queue/queuetest"
)

// TestStoreConforms: the store in memory is as strict as those on disk.
func TestStoreConforms(t *testing.T) {
	fresh := func(*testing.T) func() gamestoretest.Games {
		s := managertest.NewStore()
		return func() gamestoretest.Games { return s.Another() }
	}
	gamestoretest.ConformGames(t, fresh)
	gamestoretest.ConformOpening(t, fresh)
}

// TestHubConforms: the queues in memory keep what the real ones promise. Nodes hear each
// other; the jobs of a node are its own.
func TestHubConforms(t *testing.T) {
	open := func(t *testing.T, broker *managertest.Broker, name string) livegame.Queue {
		b := &node{broker.Node(name), broker}
		t.Cleanup(func() { _ = b.Close() })
		return b
	}
	t.Run("Nodes", func(t *testing.T) {
		queuetest.ConformNotices(t, queuetest.Implementation{
			Open: func(t *testing.T) func(string) livegame.Queue {
				broker := managertest.NewBroker()
				return func(name string) livegame.Queue { return open(t, broker, name) }
			},
			Subscriptions: 300,
		})
	})
	t.Run("Jobs", func(t *testing.T) {
		queuetest.Conform(t, queuetest.Implementation{
			Open: func(t *testing.T) func(string) livegame.Queue {
				one := open(t, managertest.NewBroker(), "one")
				return func(string) livegame.Queue { return one }
			},
			Pending: func(_ *testing.T, q livegame.Queue) int { return q.(*node).hub.Pending() },
			Tries:   queue.Tries,
		})
	})
}

// node is a connection that knows its hub.
type node struct {
	*managertest.Client
	hub *managertest.Broker
}
