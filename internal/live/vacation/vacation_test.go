package vacation_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/live/livegame"
	"github.com/wane-chess/wane/internal/live/manager"
	"github.com/wane-chess/wane/internal/live/manager/managertest"
	"github.com/wane-chess/wane/internal/live/vacation"
	"github.com/wane-chess/wane/rules"
)

const day = 24 * time.Hour

// memory is a store of vacations.
type memory struct {
	mu   sync.Mutex
	rows map[string]vacation.Vacation
}

func (m *memory) Vacation(_ context.Context, account string) (vacation.Vacation, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.rows[account], nil
}

func (m *memory) PutVacation(_ context.Context, v vacation.Vacation) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.rows[v.Account].Number != v.Number-1 {
		return vacation.ErrConflict
	}
	m.rows[v.Account] = v
	return nil
}

func (m *memory) SettleVacation(_ context.Context, account string, number int) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if v := m.rows[account]; v.Number == number {
		v.Pending = false
		m.rows[account] = v
	}
	return nil
}

func (m *memory) Vacations(_ context.Context, now time.Time, after string, _ int) (list []vacation.Vacation, _ error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, v := range m.rows {
		if (v.Pending || v.Away(now)) && v.Account > after {
			list = append(list, v)
		}
	}
	return list, nil
}

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
	memory   *memory
	managers [2]*manager.Manager
	nodes    [2]*vacation.Service
	broken   atomic.Bool
	made     int
}

func newWorld(t *testing.T) *world {
	w := &world{T: t, clock: managertest.NewClock(), memory: &memory{rows: map[string]vacation.Vacation{}}}
	store, broker := managertest.NewStore(), managertest.NewBroker()
	for i, name := range []string{"here", "there"} {
		w.managers[i], _ = managertest.Run(t,
			manager.Options{Node: name, Store: store, Queue: broker.Node(name), Lookup: rules.ByName, Clock: w.clock})
		w.nodes[i] = vacation.New(w.memory, games{w.managers[i], &w.broken}, nil)
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
	if err != nil || v.Left(w.clock.Now()) != vacation.PerYear-10 {
		t.Fatalf("%+v, %v", v, err)
	}
	w.away(1, 10*day, first, second)
	w.away(1, 0, blitz)
	if _, err := w.nodes[1].Begin(t.Context(), "ann", 1); !errors.Is(err, vacation.ErrAway) {
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
	if v, err = w.nodes[1].End(t.Context(), "ann"); err != nil || v.Used != 1 ||
		v.Pending && w.memory.rows["ann"].Pending {
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
	if list, err := w.memory.Vacations(t.Context(), w.clock.Now(), "", 9); err != nil || len(list) != 0 {
		t.Errorf("not settled: %+v, %v", list, err)
	}
}

// calendar is a manager without games.
type calendar struct {
	vacation.Games
	now time.Time
}

func (c *calendar) Now() time.Time { return c.now }
func (c *calendar) List(context.Context, livegame.Query) ([]livegame.Summary, error) {
	return nil, nil
}

func TestDays(t *testing.T) {
	c := &calendar{now: time.Date(2030, 3, 1, 12, 0, 0, 0, time.UTC)}
	s := vacation.New(&memory{rows: map[string]vacation.Vacation{}}, c, nil)
	for _, days := range []int{-1, 0, vacation.PerYear + 1} {
		if _, err := s.Begin(t.Context(), "ann", days); !errors.Is(err, vacation.ErrDays) {
			t.Errorf("%d days: %v", days, err)
		}
	}
	if _, err := s.Begin(t.Context(), "ann", vacation.PerYear); err != nil {
		t.Fatal(err)
	}
	c.now = c.now.Add(20*day + time.Hour)
	if v, err := s.End(t.Context(), "ann"); err != nil || v.Used != 21 || v.Left(c.now) != 9 {
		t.Errorf("%+v, %v after 20 days and an hour", v, err)
	}
	if _, err := s.Begin(t.Context(), "ann", 10); !errors.Is(err, vacation.ErrDays) {
		t.Errorf("more days than are left: %v", err)
	}
	c.now = c.now.AddDate(1, 0, 0)
	if v, err := s.Begin(t.Context(), "ann", 30); err != nil || v.Left(c.now) != 0 {
		t.Errorf("%+v, %v in the next year", v, err)
	}
}
