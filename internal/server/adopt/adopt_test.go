package adopt

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/server/account"
	"github.com/wane-chess/wane/internal/server/livegame"
)

// world has a claim, unfinished games and a number of finished ones.
type world struct {
	due      time.Time
	settled  bool
	games    []livegame.Summary
	finished int
	done     []string
	fail     error
	leavers  []account.Leaver
	left     bool
}

func (w *world) TakeClaims(_ context.Context, now, again time.Time, _ int) ([]account.Claim, error) {
	if w.settled || now.Before(w.due) {
		return nil, nil
	}
	w.due = again
	return []account.Claim{{Guest: "ada", Account: "ann"}}, nil
}

func (w *world) SettleClaim(context.Context, string) error {
	w.settled = true
	return nil
}

func (w *world) AdoptFinished(_ context.Context, _ account.Claim, limit int) (int, error) {
	n := min(limit, w.finished)
	w.finished -= n
	return n, nil
}

func (w *world) List(_ context.Context, q livegame.Query) (list []livegame.Summary, err error) {
	for _, s := range w.games {
		if s.Status == q.Status && (s.Seats[0].Guest == q.Guest || s.Creator == q.Guest) {
			list = append(list, s)
		}
	}
	return list, nil
}

func (w *world) Do(_ context.Context, id livegame.ID, c livegame.Command, _ time.Duration) (livegame.Event, error) {
	if w.fail != nil {
		return livegame.Event{}, w.fail
	}
	w.done = append(w.done, string(c.Kind)+" "+string(id))
	for i := range w.games {
		if g := &w.games[i]; g.ID == id {
			if g.Seats[0].Guest = c.As.Guest; c.Kind == livegame.DoAbort {
				g.Status = livegame.Finished
			}
		}
	}
	return livegame.Event{}, nil
}

func (w *world) Deleting(context.Context, int) ([]account.Leaver, error) {
	if w.left {
		return nil, nil
	}
	return w.leavers, nil
}

func (w *world) Forget(_ context.Context, s livegame.Summary, gone func(string) bool) error {
	for i := range w.games {
		if g := &w.games[i]; g.ID == s.ID {
			g.Seats, g.Creator = livegame.Forget(g.Seats, gone), ""
		}
	}
	return nil
}

func (w *world) DeleteAccount(context.Context, string) error {
	w.left = true
	return nil
}

// The games of who leaves are ended, then forgotten; the account goes last.
func TestLeave(t *testing.T) {
	now := time.UnixMilli(0)
	w := &world{settled: true, leavers: []account.Leaver{{Account: "ann", Guests: []string{"ada"}}}}
	for id, status := range map[livegame.ID]livegame.Status{"live": livegame.Live, "old": livegame.Finished} {
		s := livegame.Summary{Header: livegame.Header{ID: id, Creator: "ada"}, Status: status, Updated: now}
		s.Seats[0].Guest = "ann"
		w.games = append(w.games, s)
	}
	a := New(Options{Accounts: w, Finished: w, Games: w, Now: func() time.Time { return now }})
	for i := range 3 {
		if w.left {
			t.Errorf("the account is deleted after %d sweeps", i)
		}
		if err := a.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		now = now.Add(settle)
	}
	if !w.left {
		t.Error("the account stays")
	}
	for _, g := range w.games {
		if g.Status != livegame.Finished || g.Seats[0].Guest != "" && !g.Seats[0].Forgotten() || g.Creator != "" {
			t.Errorf("%+v", g)
		}
	}
}

func TestSweep(t *testing.T) {
	seat := func(id livegame.ID, status livegame.Status, guest string, pairing bool) livegame.Summary {
		s := livegame.Summary{Header: livegame.Header{ID: id, Creator: "ada", Pairing: pairing}, Status: status}
		s.Seats[0].Guest = guest
		return s
	}
	w := &world{finished: 120, due: time.UnixMilli(1000), games: []livegame.Summary{
		seat("search", livegame.Waiting, "ada", true), seat("invitation", livegame.Waiting, "ada", false),
		seat("live", livegame.Live, "ada", false), seat("watched", livegame.Live, "eve", false),
	}}
	now := time.UnixMilli(0)
	a := New(Options{Accounts: w, Finished: w, Games: w, Now: func() time.Time { return now }})
	sweep := func(fails bool, want ...string) {
		t.Helper()
		w.done = nil
		if err := a.Sweep(t.Context()); (err != nil) != fails || !slices.Equal(w.done, want) {
			t.Errorf("%q, %v; want %q", w.done, err, want)
		}
	}
	sweep(false)
	now = w.due
	w.fail = errors.New("the database is gone")
	sweep(true)
	w.fail = nil
	now = now.Add(Again)
	sweep(false, "abort search", "adopt invitation", "adopt live")
	if w.finished != 0 || w.settled {
		t.Errorf("%+v", w)
	}
	w.fail = &livegame.Error{Code: livegame.GameOver} // a game that has ended meanwhile is no failure
	w.games[2].Seats[0].Guest = "ada"
	now = now.Add(Again)
	sweep(false)
	if !w.settled {
		t.Error("the claim stays due")
	}
}
