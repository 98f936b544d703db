package server

import (
	"context"
	"testing"

	"github.com/wane-chess/wane/internal/live/livegame"
	"github.com/wane-chess/wane/internal/live/manager"
	"github.com/wane-chess/wane/internal/live/manager/managertest"
	"github.com/wane-chess/wane/rules"
)

func hostUpdate(e *livegame.Event) *manager.Update {
	return &manager.Update{Game: "abcdefghijkl", Event: e}
}

// fuzzSocket is a socket without a connection: what it would send stays queued.
func fuzzSocket(f *testing.F) *socket {
	store := managertest.NewStore()
	m, err := manager.New(manager.Options{Store: store, Queue: managertest.NewBroker().Node("one"), Lookup: rules.ByName, Clock: managertest.NewClock()})
	if err != nil {
		f.Fatal(err)
	}
	s, err := New(context.Background(), Options{Host: m, Secrets: store, Lookup: rules.ByName})
	if err != nil {
		f.Fatal(err)
	}
	if _, err := m.Create(context.Background(), livegame.Header{ID: "abcdefghijkl", Variant: "chess", Creator: "g", Seats: [2]livegame.Player{{Guest: "g"}, {Guest: "g"}}}); err != nil {
		f.Fatal(err)
	}
	k := &socket{s: s, guest: "g", sending: true}
	name := "Ann"
	k.name.Store(&name)
	return k
}

// Whatever a client sends, it is answered or not, and the server goes on.
func FuzzMessage(f *testing.F) {
	for _, s := range []string{
		`{"t":"watch","game":"abcdefghijkl","from":3}`, `{"t":"do","game":"abcdefghijkl","id":"12345678","order":"move","move":"e2e4","ply":0}`,
		`{"t":"pong","n":9223372036854775807}`, `{"t":"pong","n":-1}`, `{"t":"lobby","on":false}`, `{"t":"unwatch","game":"x"}`, `{"t":"\ud800"}`, `null`, `[[[[`,
	} {
		f.Add([]byte(s))
	}
	k := fuzzSocket(f)
	f.Fuzz(func(t *testing.T, b []byte) {
		k.handle(t.Context(), b)
		k.mu.Lock()
		defer k.mu.Unlock()
		for _, m := range k.queue {
			if len(m) > 1024 || m[0] != '{' {
				t.Errorf("%q is answered by %q", b, m)
			}
		}
		k.queue, k.backlog = nil, 0
	})
}
