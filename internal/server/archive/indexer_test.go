package archive_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/archive"
	"github.com/wane-chess/wane/internal/server/job/jobtest"
	"github.com/wane-chess/wane/rules"
)

// unsure is a store that sometimes fails, before or after it has archived games.
type unsure struct {
	archive.Store
	calls atomic.Int64
}

var errLost = errors.New("the answer was lost")

// Archive implements archive.Store.
func (u *unsure) Archive(ctx context.Context, records []archive.Record) error {
	n := u.calls.Add(1)
	if n%3 == 1 {
		return errLost
	}
	if err := u.Store.Archive(ctx, records); err != nil || n%3 == 0 {
		return errors.Join(err, errLost)
	}
	return nil
}

// Several indexers archive the same games, with a store that fails every other time:
// in the end each game is archived and counted once.
func TestIndexedOnce(t *testing.T) {
	s := openStore(t)
	const count = 30
	for i := range count {
		keep(t, s, sample(fmt.Sprintf("Game%08d", i)), eventsOf("e2e4 e7e5"))
	}
	flaky := &unsure{Store: s}
	var all sync.WaitGroup
	for range 3 {
		all.Go(func() {
			x := archive.NewIndexer(archive.IndexerOptions{Store: flaky, Lookup: rules.ByName})
			for {
				n, err := x.Sweep(t.Context())
				if err == nil && n == 0 {
					return
				}
				if err != nil && !errors.Is(err, errLost) {
					t.Error(err)
					return
				}
			}
		})
	}
	all.Wait()
	for _, moves := range []string{"", "e2e4", "e2e4 e7e5"} {
		played, err := s.MoveTallies(t.Context(), archive.HashOf(at(t, "chess", moves)))
		if err != nil || games(played) != count {
			t.Errorf("after %q %d games are counted, %v; want %d", moves, games(played), err, count)
		}
	}
	found, err := s.Search(t.Context(), archive.Query{Limit: 100})
	if err != nil || len(found) != count {
		t.Errorf("%d games are found, %v; want %d", len(found), err, count)
	}
}

// An invalid game, or one on which the rules panic, is logged once, and the others are
// archived.
func TestIndexerSkipsInvalidGames(t *testing.T) {
	s := openStore(t)
	bad, worse := sample("Bad000000001"), sample("Bad000000002")
	bad.Updated, worse.Updated, worse.Variant = epoch, epoch, "trap"
	keep(t, s, bad, eventsOf("e2e5"))
	keep(t, s, worse, eventsOf("e2e4"))
	for i := range 6 {
		keep(t, s, sample(fmt.Sprintf("Game%08d", i)), eventsOf("e2e4"))
	}
	var log strings.Builder
	x := archive.NewIndexer(archive.IndexerOptions{
		Store: s, Log: slog.New(slog.NewTextHandler(&log, nil)),
		Lookup: func(variant string) (game.Game, error) {
			if variant == "trap" {
				panic("a bug in the rules")
			}
			return rules.ByName(variant)
		},
	})
	for _, want := range []int{8, 0} {
		if n, err := x.Sweep(t.Context()); n != want || err != nil {
			t.Errorf("%d games are handled, %v; want %d", n, err, want)
		}
	}
	if found, err := s.Search(t.Context(), archive.Query{}); err != nil || len(found) != 6 {
		t.Errorf("%d games are found, %v; want the 6 good ones", len(found), err)
	}
	for _, want := range []string{"Bad000000001", `ply 1: \"e2e5\": `, "Bad000000002", "a bug in the rules"} {
		if strings.Count(log.String(), want) != 1 {
			t.Errorf("the log does not have %q once:\n%s", want, log.String())
		}
	}
}

// skipping is a store that skips every game, as if they were being written to.
type skipping struct{ archive.Store }

// Archive implements archive.Store.
func (skipping) Archive(context.Context, []archive.Record) error { return nil }

// A sweep ends even if the store skips games.
func TestSweepEnds(t *testing.T) {
	s := openStore(t)
	for i := range 10 {
		keep(t, s, sample(fmt.Sprintf("Game%08d", i)), eventsOf("e2e4"))
	}
	x := archive.NewIndexer(archive.IndexerOptions{Store: skipping{s}, Lookup: rules.ByName})
	if _, err := x.Sweep(t.Context()); err != nil {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := x.Sweep(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v, want that it was canceled", err)
	}
}

// A running indexer archives the games that it finds at its start, and those of notices.
func TestRun(t *testing.T) {
	s := openStore(t)
	keep(t, s, sample("Game00000001"), eventsOf("e2e4"))
	changed := make(chan func(), 1)
	stopped := false
	x := archive.NewIndexer(archive.IndexerOptions{
		Store: s, Lookup: rules.ByName, Interval: time.Minute,
		Watch: func(f func()) func() { changed <- f; return func() { stopped = true } },
	})
	stop := jobtest.Run(t, x.Jobs)
	notify := <-changed
	keep(t, s, sample("Game00000002"), eventsOf("d2d4"))
	notify()
	notify()
	deadline := time.Now().Add(time.Minute)
	for {
		list, err := s.Unarchived(t.Context(), 1)
		if err != nil || time.Now().After(deadline) {
			t.Fatalf("%d games wait, %v", len(list), err)
		}
		if len(list) == 0 {
			break
		}
		time.Sleep(time.Millisecond) // there is no signal when it is done
	}
	stop()
	if !stopped {
		t.Error("it still watches")
	}
}
