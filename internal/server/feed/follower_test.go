package feed_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/feature"
	"github.com/wane-chess/wane/internal/server/feed"
	"github.com/wane-chess/wane/internal/server/gamestore"
	"github.com/wane-chess/wane/internal/server/gamestore/gamestoretest"
	"github.com/wane-chess/wane/internal/server/job/jobtest"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/testing/dbtest"
)

// games opens a store of games, of whose ends a reader named test reads.
func games(t *testing.T) *gamestore.Store {
	t.Helper()
	s := gamestore.New(dbtest.Open(t))
	t.Cleanup(func() { _ = s.Close() })
	s.Use(feature.Data{Ended: feed.Reader{Name: "test"}})
	return s
}

// end stores a game and its end.
func end(t *testing.T, s *gamestore.Store, n int) livegame.ID {
	t.Helper()
	sum := gamestoretest.NewGame(livegame.ID(fmt.Sprintf("End%09d", n)))
	err := s.Create(t.Context(), sum)
	e, sum := gamestoretest.NextMove(sum)
	e.Result, e.Reason = game.WhiteWins, game.Checkmate
	sum.Result, sum.Reason, sum.Status = e.Result, e.Reason, livegame.Finished
	if err = errors.Join(err, s.Append(t.Context(), sum.ID, e, sum)); err != nil {
		t.Fatal(err)
	}
	return sum.ID
}

// take takes the note of a game off.
func take(ctx context.Context, s *gamestore.Store, sum livegame.Summary) (fresh bool, err error) {
	err = s.DB().Chore(ctx, func(ctx context.Context, tx db.Tx) error {
		fresh, err = feed.Take(ctx, tx, "test", &sum)
		return err
	})
	return fresh, err
}

// left returns how many notes there are.
func left(t *testing.T, s *gamestore.Store) int {
	t.Helper()
	list, err := feed.Notes(t.Context(), s.DB(), "test", 0, 100)
	if err != nil {
		t.Fatal(err)
	}
	return len(list)
}

// The work is done once for each game, in the order of their ends, by several nodes whose work fails before or after it
// is stored.
func TestOnce(t *testing.T) {
	s := games(t)
	const count = 40
	var want []livegame.ID
	for n := range count {
		want = append(want, end(t, s, n))
	}
	var mu sync.Mutex
	var done []livegame.ID
	calls := 0
	errLost := errors.New("the answer was lost")
	work := func(ctx context.Context, sum livegame.Summary) error {
		mu.Lock()
		defer mu.Unlock()
		calls++
		if calls%3 == 1 {
			return errLost
		}
		fresh, err := take(ctx, s, sum)
		if fresh {
			done = append(done, sum.ID)
		}
		if calls%3 == 0 {
			return errors.Join(err, errLost)
		}
		return err
	}
	var all sync.WaitGroup
	for range 3 {
		all.Go(func() {
			f := feed.NewFollower(feed.Options{Reader: "test", DB: s.DB(), List: s.List, Work: work})
			for range 100 {
				if err := f.Sweep(t.Context()); err == nil {
					return
				} else if !errors.Is(err, errLost) {
					t.Error(err)
				}
			}
			t.Error("it does not come to an end")
		})
	}
	all.Wait()
	slices.Sort(done)
	if !slices.Equal(done, want) || left(t, s) != 0 {
		t.Errorf("%d games are done, want each of %d once; %d are left", len(done), count, left(t, s))
	}
}

// A game that fails, or on which the work panics, is in the log once, and again after it has recovered; it holds up no
// other, and the metrics say how many there are.
func TestFailing(t *testing.T) {
	s := games(t)
	bad, worse := end(t, s, 1), end(t, s, 2)
	for n := range 20 {
		end(t, s, 10+n)
	}
	var log strings.Builder
	metrics := prometheus.NewRegistry()
	broken := true
	f := feed.NewFollower(feed.Options{
		Reader: "test", DB: s.DB(), List: s.List, Metrics: metrics, Log: slog.New(slog.NewTextHandler(&log, nil)),
		Work: func(ctx context.Context, sum livegame.Summary) error {
			switch {
			case broken && sum.ID == bad:
				return errors.New("it is damaged")
			case broken && sum.ID == worse:
				panic("a bug")
			}
			_, err := take(ctx, s, sum)
			return err
		},
	})
	want := func(name string, want float64) {
		t.Helper()
		list, err := metrics.Gather()
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range list {
			if m.GetName() == name {
				if got := m.GetMetric()[0].GetGauge().GetValue(); got != want {
					t.Errorf("%s is %v, want %v", name, got, want)
				}
				return
			}
		}
		t.Errorf("there is no metric %s", name)
	}
	want("wane_feed_waiting", 22)
	sweep := func() {
		t.Helper()
		stop := jobtest.Run(t, f.Jobs)
		defer stop()
		deadline := time.Now().Add(20 * time.Second)
		for left(t, s) > 2 || broken && !strings.Contains(log.String(), "a bug") {
			if time.Now().After(deadline) {
				t.Fatalf("%d are left", left(t, s))
			}
			time.Sleep(time.Millisecond) // there is no signal when it is done
		}
	}
	sweep()
	if err := f.Sweep(t.Context()); err == nil || !strings.Contains(err.Error(), string(bad)) ||
		!strings.Contains(err.Error(), "a bug") {
		t.Errorf("the error is %v", err)
	}
	want("wane_feed_failing", 2)
	want("wane_feed_waiting", 2)
	for _, id := range []livegame.ID{bad, worse} {
		if n := strings.Count(log.String(), string(id)); n != 1 {
			t.Errorf("game %s is in the log %d times:\n%s", id, n, log.String())
		}
	}
	broken = false
	if err := f.Sweep(t.Context()); err != nil || left(t, s) != 0 {
		t.Errorf("%d are left, %v", left(t, s), err)
	}
	want("wane_feed_failing", 0)
	want("wane_feed_waiting", 0)
}

// A sweep ends with its context, and takes what has changed or was deleted meanwhile for no failure.
func TestCanceled(t *testing.T) {
	s := games(t)
	id := end(t, s, 1)
	f := feed.NewFollower(feed.Options{
		Reader: "test", DB: s.DB(), List: s.List,
		Work: func(ctx context.Context, sum livegame.Summary) error {
			sum.Seq--
			_, err := take(ctx, s, sum)
			return err
		},
	})
	if err := f.Sweep(t.Context()); err != nil || left(t, s) != 1 {
		t.Errorf("%d are left, %v", left(t, s), err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := f.Sweep(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v, want that it was canceled", err)
	}
	gone := feed.NewFollower(feed.Options{
		Reader: "test", DB: s.DB(),
		List: func(context.Context, livegame.Query) ([]livegame.Summary, error) { return nil, nil },
		Work: func(context.Context, livegame.Summary) error { return fmt.Errorf("game %s was deleted", id) },
	})
	if err := gone.Sweep(t.Context()); err != nil {
		t.Error(err)
	}
}
