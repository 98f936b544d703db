package channels_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/archive"
	"github.com/wane-chess/wane/internal/server/channels"
	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/job/jobtest"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/manager"
	"github.com/wane-chess/wane/internal/testing/dbtest"
	"github.com/wane-chess/wane/rules"
)

// world has the games in memory.
type world struct {
	db       *db.DB
	mu       sync.Mutex
	games    map[livegame.ID]livegame.Summary
	ends     map[livegame.ID]time.Time
	finished []archive.Game
	lists    int // how often live games were listed
	changed  func()
}

func newWorld(d *db.DB, games ...livegame.Summary) *world {
	w := &world{db: d, games: map[livegame.ID]livegame.Summary{}, ends: map[livegame.ID]time.Time{}}
	w.put(games...)
	return w
}

func (w *world) put(games ...livegame.Summary) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, g := range games {
		g.Updated = time.Now()
		w.games[g.ID] = g
	}
	if w.changed != nil {
		w.changed()
	}
}

func (w *world) end(id livegame.ID) {
	w.mu.Lock()
	defer w.mu.Unlock()
	g := w.games[id]
	g.Status, g.Result, g.Reason, g.Ply = livegame.Finished, game.WhiteWins, game.Checkmate, 40
	w.games[id], w.ends[id] = g, time.Now()
	if w.changed != nil {
		w.changed()
	}
}

func (w *world) List(_ context.Context, q livegame.Query) (list []livegame.Summary, _ error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.lists++
	for _, g := range w.games {
		if g.Status == q.Status && g.Public && !g.Updated.Before(q.UpdatedSince) {
			list = append(list, g)
		}
	}
	return list, nil
}

func (w *world) Snapshot(_ context.Context, id livegame.ID) (manager.Snapshot, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	g, known := w.games[id]
	if !known {
		return manager.Snapshot{}, livegame.ErrNotFound
	}
	snap := manager.Snapshot{Header: g.Header, Summary: g, Status: g.Status}
	if at := w.ends[id]; !at.IsZero() {
		snap.Events = []livegame.Event{{Reason: game.Checkmate, At: at}, {At: at.Add(time.Second)}} // a rematch is offered
	}
	return snap, nil
}

func (w *world) WatchLobby(changed func()) func() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.changed = changed
	return func() {}
}

func (w *world) Now() time.Time { return time.Now() }

func (w *world) Search(_ context.Context, q archive.Query) (list []archive.Game, _ error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, g := range w.finished {
		if archive.Family(g.Variant) == q.Family {
			list = append(list, g)
		}
	}
	return list, nil
}

func (w *world) service() *channels.Service {
	return channels.New(channels.Options{DB: w.db, Games: w, Archive: w, Variants: rules.All()})
}

func want(t *testing.T, s *channels.Service, channel string, state channels.State, id livegame.ID) {
	t.Helper()
	l, err := s.Now(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if c := l.Channel(channel); c.State != state || c.Game.ID != id {
		t.Errorf("channel %s is %s with game %q, want %s with %q", channel, c.State, c.Game.ID, state, id)
	}
}

func TestNames(t *testing.T) {
	got := newWorld(nil).service().Names()
	for _, name := range []string{"shrink", "convergent", "diminuendo", "cheshire", "cheshire8", "chess"} {
		if n := len(slices.DeleteFunc(slices.Clone(got), func(s string) bool { return s != name })); n != 1 {
			t.Errorf("there are %d channels %s in %v", n, name, got)
		}
	}
}

// A channel shows a game to its end, stays on the final position for a while, and goes to the next one. Without
// a next one it shows the last.
func TestSwitch(t *testing.T) {
	d := dbtest.Open(t)
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(d, played("a", 1500), played("b", 1400),
			played("d", 1000, func(g *livegame.Summary) { g.Variant = "diminuendo:rbnqkp" }))
		s := w.service()
		want(t, s, "shrink", channels.Live, "a")
		want(t, s, "diminuendo", channels.Live, "d")
		want(t, s, "chess", channels.None, "")
		w.end("a")
		time.Sleep(time.Second)
		want(t, s, "shrink", channels.Ended, "a")
		time.Sleep(channels.Linger)
		want(t, s, "shrink", channels.Live, "b")
		w.end("b")
		time.Sleep(channels.Linger)
		want(t, s, "shrink", channels.Past, "b")
		w.put(played("c", 1000))
		time.Sleep(time.Second)
		want(t, s, "shrink", channels.Live, "c")
	})
}

// A channel without a live game shows the last in the archive that is worth seeing, and none that was deleted.
func TestPast(t *testing.T) {
	d := dbtest.Open(t)
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(d)
		s := w.service()
		want(t, s, "shrink", channels.None, "")
		w.finished = []archive.Game{
			{Summary: played("a", 1500, func(g *livegame.Summary) { g.Status, g.Ply = livegame.Finished, 40 }), Ended: noon},
		}
		time.Sleep(time.Second)
		want(t, s, "shrink", channels.None, "") // it does not ask each time
		time.Sleep(time.Minute)
		want(t, s, "shrink", channels.Past, "a")
		w.finished = nil
		time.Sleep(time.Minute)
		want(t, s, "shrink", channels.None, "")
	})
}

// All nodes show the same game, even where they choose at the same time.
func TestNodesAgree(t *testing.T) {
	d := dbtest.Open(t)
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(d, played("a", 1500))
		one, two := w.service(), w.service()
		want(t, one, "shrink", channels.Live, "a")
		w.put(played("b", 1600))
		want(t, two, "shrink", channels.Live, "a")
		want(t, w.service(), "shrink", channels.Live, "a") // nor does a new node change it
	})
}

// Who waits hears of a change, and any number of clients cost one look.
func TestWait(t *testing.T) {
	d := dbtest.Open(t)
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(d)
		s := w.service()
		defer jobtest.Run(t, s.Jobs)()
		begun := time.Now()
		never := func(*channels.Lineup) bool { return false }
		if l, err := s.Wait(t.Context(), never); err != nil || l == nil || time.Since(begun) != 25*time.Second {
			t.Errorf("without news Wait takes %v, want 25 s: %v, %v", time.Since(begun), l, err)
		}
		w.mu.Lock()
		w.lists = 0
		w.mu.Unlock()
		time.Sleep(time.Minute)
		w.mu.Lock()
		if w.lists > 0 {
			t.Errorf("without clients the node lists the games %d times", w.lists)
		}
		w.mu.Unlock()
		var clients sync.WaitGroup
		for range 100 {
			clients.Go(func() {
				l, err := s.Wait(t.Context(), func(l *channels.Lineup) bool { return l.Channel("shrink").State == channels.Live })
				if err != nil || l.Channel("shrink").Game.ID != "a" {
					t.Errorf("a client gets %v, %v", l, err)
				}
			})
		}
		synctest.Wait()
		w.put(played("a", 1500))
		clients.Wait()
		w.mu.Lock()
		defer w.mu.Unlock()
		if w.lists > 5 {
			t.Errorf("a hundred clients make the node list the games %d times", w.lists)
		}
	})
}

// A failure of the database reaches the client.
func TestFailure(t *testing.T) {
	d := dbtest.Open(t)
	s := newWorld(d).service()
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Wait(t.Context(), func(*channels.Lineup) bool { return true }); !errors.Is(err, db.ErrClosed) {
		t.Errorf("the error is %v", err)
	}
}
