package queue

import (
	"testing"

	"github.com/wane-chess/wane/internal/live/queue/queuetest"
)

func TestConform(t *testing.T) {
	timing := slow
	timing.Tries = 3
	for name, make := range clusters {
		t.Run(name, func(t *testing.T) {
			queuetest.Conform(t, queuetest.Kind{
				Open: func(t *testing.T) func(string) queuetest.Queue {
					open := make(t)
					return func(name string) queuetest.Queue { return open(t, name, timing) }
				},
				Left: func(t *testing.T, node queuetest.Queue) (moves, reviews int) {
					b := node.(*Bus) //nolint:forcetypeassert // made by Open
					return left(t, b, b.queues.jobs) + left(t, b, b.queues.answers), left(t, b, b.queues.reviews) + left(t, b, b.queues.reviewed)
				},
				Tries: timing.Tries, Follows: 3000,
			})
		})
	}
}
