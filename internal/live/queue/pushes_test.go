package queue

import (
	"testing"

	"github.com/wane-chess/wane/internal/live/queue/queuetest"
)

func TestPushes(t *testing.T) {
	t.Parallel()
	open := newCluster(t)
	queuetest.ConformPushes(t, open(t, "a", slow), open(t, "b", slow))
}
