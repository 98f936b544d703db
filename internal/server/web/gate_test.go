package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/wane-chess/wane/internal/server/guests"
	"github.com/wane-chess/wane/internal/server/problem"
)

// gated is a gate whose only place for imports is taken until release is called, and the order in which others come in.
type gated struct {
	t       *testing.T
	gate    *Gate
	release func()
	mu      sync.Mutex
	order   []string
	all     sync.WaitGroup
}

func newGated(t *testing.T) *gated {
	g := &gated{t: t, gate: &Gate{}}
	g.gate.lanes[Imports].free = 1
	taken, released := make(chan struct{}), make(chan struct{})
	g.all.Go(func() {
		_ = g.gate.Do(t.Context(), Imports, func() error {
			close(taken)
			<-released
			return nil
		})
	})
	<-taken
	g.release = func() { close(released) }
	return g
}

// ask asks for work of an address, and waits until that waits.
func (g *gated) ask(ctx context.Context, address, name string) (answered func() error) {
	done := make(chan error, 1)
	ctx = guests.WithVisit(ctx, &guests.Visit{Address: address})
	g.all.Go(func() {
		done <- g.gate.Do(ctx, Imports, func() error {
			g.mu.Lock()
			defer g.mu.Unlock()
			g.order = append(g.order, name)
			return nil
		})
	})
	synctest.Wait()
	return func() error { return <-done }
}

// free reports whether nothing waits, and the place is free.
func (g *gated) free() bool {
	g.all.Wait()
	l := &g.gate.lanes[Imports]
	return l.free == 1 && l.waiting == 0 && len(l.turns) == 0
}

// Customers take turns, of whom one may have many IPv6 addresses, and what an address asked for first comes first.
func TestGateTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGated(t)
		for n, name := range []string{"a1", "a2", "a3", "b1", "c1", "b2"} {
			g.ask(t.Context(), fmt.Sprintf("2001:db8:%s:%d::/64", name[:1], n), name)
		}
		g.release()
		if !g.free() || !slices.Equal(g.order, []string{"a1", "b1", "c1", "a2", "b2", "a3"}) {
			t.Errorf("the order is %v; free afterwards: %v", g.order, g.free())
		}
	})
}

// Kinds of work do not wait for each other.
func TestGateKinds(t *testing.T) {
	g := NewGate()
	var depth int
	var next func(w Work) error
	next = func(w Work) error {
		if w == works {
			return nil
		}
		depth++
		return g.Do(t.Context(), w, func() error { return next(w + 1) })
	}
	if err := next(0); err != nil || depth != int(works) {
		t.Errorf("%d kinds at once: %v", depth, err)
	}
}

// Who leaves takes no turn, and who waits too long is asked to come again.
func TestGateGiveUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGated(t)
		ctx, leave := context.WithCancel(t.Context())
		gone := g.ask(ctx, "a", "gone")
		late := g.ask(t.Context(), "a", "late")
		leave()
		if err := gone(); !errors.Is(err, context.Canceled) {
			t.Errorf("who left: %v", err)
		}
		err := late()
		p, ok := errors.AsType[*problem.Problem](err)
		if !ok || p.Status != http.StatusServiceUnavailable || !strings.Contains(p.Detail, "busy") {
			t.Errorf("who waited: %v", err)
		}
		if err := g.gate.Do(ctx, Imports, func() error { return nil }); !errors.Is(err, context.Canceled) {
			t.Errorf("who had left before: %v", err)
		}
		g.ask(t.Context(), "b", "b")
		time.Sleep(gateTime / 2)
		g.release()
		if !g.free() || !slices.Equal(g.order, []string{"b"}) {
			t.Errorf("the order is %v; free afterwards: %v", g.order, g.free())
		}
	})
}

// A customer does not fill the gate, neither do all, and there is room for one more customer.
func TestGateFull(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGated(t)
		refused := func(address string) bool {
			ctx, leave := context.WithCancel(t.Context())
			answered := g.ask(ctx, address, "more")
			leave()
			_, busy := errors.AsType[*problem.Problem](answered())
			return busy
		}
		for n := range maxWaiting {
			if address := string(rune('a' + n/ownWaiting)); n%ownWaiting == 0 && refused(address) {
				t.Errorf("the first of %s after %d is refused", address, n)
			} else if g.ask(t.Context(), address, address); n%ownWaiting == ownWaiting-1 && !refused(address) {
				t.Errorf("%d of %s wait, and one more may", ownWaiting, address)
			}
		}
		another := g.ask(t.Context(), "another", "another") // takes the place of the last of those who have the most
		if !refused("b") {
			t.Errorf("%d wait, and one more of those with the most may", maxWaiting)
		}
		g.release()
		if err := another(); err != nil {
			t.Errorf("who has nothing that waits: %v", err)
		}
		if !g.free() || len(g.order) != maxWaiting {
			t.Errorf("%d came in; free afterwards: %v", len(g.order), g.free())
		}
	})
}
