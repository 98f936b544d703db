package queue

import (
	"testing"

	"github.com/wane-chess/wane/internal/live/queue/queuetest"
)

func TestConform(t *testing.T) {
	timing := slow
	timing.Tries = 3
	queuetest.Conform(t, queuetest.Implementation{
		Open: func(t *testing.T) func(string) queuetest.Queue {
			open := newCluster(t)
			return func(name string) queuetest.Queue { return open(t, name, timing) }
		},
		Pending: func(t *testing.T, node queuetest.Queue) (moves, reviews int) {
			c, s := node.(*Client), node.(*Client).streams // made by Open
			moves = left(t, c, s.moveJobs) + left(t, c, s.moveAnswers)
			return moves, left(t, c, s.reviewJobs) + left(t, c, s.reviewAnswers)
		},
		Tries: timing.Tries, Subscriptions: 3000,
	})
}
