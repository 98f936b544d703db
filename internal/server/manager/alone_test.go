package manager_test

import (
	"sync/atomic"
	"testing"

	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/manager"
	"github.com/wane-chess/wane/internal/server/manager/managertest"
	"github.com/wane-chess/wane/rules"
)

// counted counts published notices.
type counted struct {
	livegame.Queue
	notices atomic.Int64
	alone   bool
}

func (q *counted) Publish(n livegame.Notice) error {
	q.notices.Add(1)
	return q.Queue.Publish(n)
}

func (q *counted) Alone() bool { return q.alone }

// A node signs and sends notices only if another can receive them.
func TestNoticesAlone(t *testing.T) {
	for _, alone := range []bool{false, true} {
		q := &counted{Queue: managertest.NewBroker().Node("one"), alone: alone}
		m, err := manager.New(manager.Options{Store: managertest.NewStore(), Queue: q, Lookup: rules.ByName})
		if err != nil {
			t.Fatal(err)
		}
		_, err = m.Create(t.Context(),
			livegame.Header{Variant: "chess", Creator: "ann", Seats: [2]livegame.Player{{Guest: "ann"}, {Guest: "bob"}}}, "")
		if err != nil {
			t.Fatal(err)
		}
		if n := q.notices.Load(); (n == 0) != alone {
			t.Errorf("alone %t: %d notices", alone, n)
		}
	}
}
