package vacation

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/manager"
	"github.com/wane-chess/wane/internal/server/manager/managertest"
	"github.com/wane-chess/wane/internal/testing/dbtest"
	"github.com/wane-chess/wane/rules"
)

// games is a manager that fails if it shall, as a node that dies.
type games struct {
	*manager.Manager
	broken *atomic.Bool
}

func (g games) Do(ctx context.Context, id livegame.ID, c livegame.Command, lag time.Duration) (livegame.Event, error) {
	if g.broken.Load() {
		return livegame.Event{}, errors.New("broken")
	}
	return g.Manager.Do(ctx, id, c, lag)
}

// world is two nodes with one store.
type world struct {
	*testing.T
	clock    *managertest.Clock
	db       *db.DB
	managers [2]*manager.Manager
	nodes    [2]*Service
	broken   atomic.Bool
	made     int
}

func newWorld(t *testing.T) *world {
	w := &world{T: t, clock: managertest.NewClock(), db: dbtest.Open(t)}
	store, broker := managertest.NewStore(), managertest.NewBroker()
	for i, name := range []string{"here", "there"} {
		w.managers[i], _ = managertest.Run(t,
			manager.Options{Node: name, Store: store, Queue: broker.Node(name), Lookup: rules.ByName, Clock: w.clock})
		w.nodes[i] = New(w.db, games{w.managers[i], &w.broken}, nil)
	}
	return w
}

// play begins a game between Ann and Bob.
func (w *world) play(c livegame.TimeControl) livegame.ID {
	w.Helper()
	w.made++
	h := livegame.Header{
		ID: livegame.ID(fmt.Sprintf("game%08d", w.made)), Variant: "shrink", TimeControl: c, Creator: "ann",
		Seats: [2]livegame.Player{{Guest: "ann"}, {Guest: "bob"}},
	}
	if _, err := w.managers[0].Create(w.Context(), h, ""); err != nil {
		w.Fatal(err)
	}
	return h.ID
}

func (w *world) must(err error) {
	w.Helper()
	if err != nil {
		w.Fatal(err)
	}
}

// away checks for how long Ann is away in games, as a node knows it.
func (w *world) away(node int, want time.Duration, ids ...livegame.ID) {
	w.Helper()
	for _, id := range ids {
		snap, err := w.managers[node].Snapshot(w.Context(), id)
		if err != nil {
			w.Fatal(err)
		}
		got := time.Duration(0)
		if until := snap.Clocks.Vacation[game.White]; !until.IsZero() {
			got = until.Sub(snap.Clocks.At)
		}
		if got.Round(time.Hour) != want {
			w.Errorf("in game %s Ann is away for %v, want %v", id, got, want)
		}
	}
}

// A vacation reaches all games by correspondence, also later ones, and ends in all of them.
func TestVacation(t *testing.T) {
	w := newWorld(t)
	mail := livegame.TimeControl{PerMove: 2 * day}
	first, second, blitz := w.play(mail), w.play(mail), w.play(livegame.TimeControl{Base: time.Minute})
	v, err := w.nodes[0].Begin(t.Context(), "ann", 10)
	if err != nil || v.Left(w.clock.Now()) != PerYear-10 {
		t.Fatalf("%+v, %v", v, err)
	}
	w.away(1, 10*day, first, second)
	w.away(1, 0, blitz)
	if _, err := w.nodes[1].Begin(t.Context(), "ann", 1); !errors.Is(err, ErrAway) {
		t.Errorf("a second vacation: %v", err)
	}
	later := w.play(mail)
	w.must(w.nodes[1].Sweep(t.Context()))
	w.must(w.nodes[0].Sweep(t.Context()))
	w.away(0, 10*day, first, second, later)
	for _, id := range []livegame.ID{first, later} {
		if snap, err := w.managers[0].Snapshot(t.Context(), id); err != nil || len(snap.Events) != 1 {
			t.Errorf("game %s has the events %+v, %v", id, snap.Events, err)
		}
	}
	w.clock.Advance(time.Second)
	if v, err = w.nodes[1].End(t.Context(), "ann"); err != nil || v.Used != 1 {
		t.Errorf("back at once: %+v, %v; a day has begun", v, err)
	}
	w.away(1, 0, first, second, later)
	if v, err = w.nodes[1].End(t.Context(), "ann"); err != nil || v.Number != 2 {
		t.Errorf("back again: %+v, %v", v, err)
	}
}

// What a node could not do before it died, another does.
func TestVacationAfterFailure(t *testing.T) {
	w := newWorld(t)
	id := w.play(livegame.TimeControl{PerMove: day})
	w.broken.Store(true)
	if _, err := w.nodes[0].Begin(t.Context(), "ann", 3); err != nil {
		t.Fatal(err)
	}
	w.away(1, 0, id)
	w.broken.Store(false)
	w.must(w.nodes[1].Sweep(t.Context()))
	w.away(1, 3*day, id)
	w.broken.Store(true)
	if _, err := w.nodes[0].End(t.Context(), "ann"); err != nil {
		t.Fatal(err)
	}
	w.away(1, 3*day, id)
	w.broken.Store(false)
	w.must(w.nodes[1].Sweep(t.Context()))
	w.away(1, 0, id)
	if list, err := w.nodes[0].open(t.Context(), w.clock.Now(), "", 9); err != nil || len(list) != 0 {
		t.Errorf("not settled: %+v, %v", list, err)
	}
}

// calendar is a manager without games.
type calendar struct {
	Games
	now time.Time
}

func (c *calendar) Now() time.Time { return c.now }
func (c *calendar) List(context.Context, livegame.Query) ([]livegame.Summary, error) {
	return nil, nil
}

func TestDays(t *testing.T) {
	c := &calendar{now: time.Date(2030, 3, 1, 12, 0, 0, 0, time.UTC)}
	s := New(dbtest.Open(t), c, nil)
	for _, days := range []int{-1, 0, PerYear + 1} {
		if _, err := s.Begin(t.Context(), "ann", days); !errors.Is(err, ErrDays) {
			t.Errorf("%d days: %v", days, err)
		}
	}
	if _, err := s.Begin(t.Context(), "ann", PerYear); err != nil {
		t.Fatal(err)
	}
	c.now = c.now.Add(20*day + time.Hour)
	if v, err := s.End(t.Context(), "ann"); err != nil || v.Used != 21 || v.Left(c.now) != 9 {
		t.Errorf("%+v, %v after 20 days and an hour", v, err)
	}
	if _, err := s.Begin(t.Context(), "ann", 10); !errors.Is(err, ErrDays) {
		t.Errorf("more days than are left: %v", err)
	}
	c.now = c.now.AddDate(1, 0, 0)
	if v, err := s.Begin(t.Context(), "ann", 30); err != nil || v.Left(c.now) != 0 {
		t.Errorf("%+v, %v in the next year", v, err)
	}
}

// Two nodes change vacations: each number counts once, and a change is settled only while it is the last. All goes with
// the account.
func TestStatements(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, open func() *db.DB) {
		one, other := New(open(), nil, nil), New(open(), nil, nil)
		at := func(s int64) time.Time { return time.Unix(s, 0).UTC() }
		must := func(err error) {
			t.Helper()
			if err != nil {
				t.Fatal(err)
			}
		}
		if none, err := one.of(t.Context(), "ann"); err != nil || none != (Vacation{Account: "ann"}) {
			t.Errorf("an account without a vacation has %+v, %v", none, err)
		}
		first := Vacation{Account: "ann", Number: 1, From: at(1000), Until: at(5000), Used: 7, Pending: true}
		second := Vacation{Account: "ann", Number: 2, From: at(2000), Until: at(2000), Used: 3}
		must(one.store(t.Context(), first))
		for _, v := range []Vacation{first, {Account: "ann", Number: 3}, {Account: "bob", Number: 2}} {
			if err := other.store(t.Context(), v); !errors.Is(err, ErrConflict) {
				t.Errorf("%+v: error %v, want a conflict", v, err)
			}
		}
		stored := func(want ...Vacation) {
			t.Helper()
			if list, err := other.open(t.Context(), at(3000), "", 9); err != nil || !slices.Equal(list, want) {
				t.Errorf("%+v, %v, want %+v", list, err, want)
			}
		}
		stored(first)
		if list, err := one.open(t.Context(), at(3000), "ann", 9); err != nil || len(list) != 0 {
			t.Errorf("after the last account: %+v, %v", list, err)
		}
		must(one.settle(t.Context(), second)) // not the last change
		stored(first)
		must(one.settle(t.Context(), first))
		first.Pending = false
		stored(first)
		must(other.store(t.Context(), second))
		stored()
		if got, err := one.of(t.Context(), "ann"); err != nil || got != second {
			t.Errorf("%+v, %v, want %+v", got, err, second)
		}
		if err := one.store(t.Context(), Vacation{Account: "a\x00", Number: 1}); err == nil {
			t.Error("an account with a zero byte is stored")
		}
		must(one.db.Write(t.Context(), func(ctx context.Context, tx db.Tx) error { return Data.Forget(ctx, tx, "ann") }))
		if got, err := other.of(t.Context(), "ann"); err != nil || got.Number != 0 {
			t.Errorf("of a deleted account: %+v, %v", got, err)
		}
	})
}
