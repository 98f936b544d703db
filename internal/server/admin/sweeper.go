package admin

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/wane-chess/wane/internal/server/job"
	"github.com/wane-chess/wane/internal/server/livegame"
)

const (
	// defaultInterval is the time from one sweep to the next.
	defaultInterval = time.Hour
	// firstDelay is the least time from the start to the first sweep, so that a server that was
	// started by mistake, with the wrong flags, deletes nothing at once.
	firstDelay = 5 * time.Minute
	// sweepBatch is how many games are read at a time.
	sweepBatch = 100
	// restFactor is the pause after a change, in times of its duration.
	restFactor = 3
	// keepDeleted is how long the IDs of deleted games are kept.
	keepDeleted = 30 * 24 * time.Hour
)

// Retention says how long a server keeps what nobody plays any more; 0: forever.
type Retention struct {
	// Abandoned is for games without a result or a move, after their end, and for games that
	// wait for an opponent, after their creation.
	Abandoned time.Duration
	// Guests is for the names and IDs of guests in their finished games, after the last change of
	// any of their games.
	Guests time.Duration
	// Chat is for messages in games.
	Chat time.Duration
}

// SweeperOptions are what a Sweeper needs.
type SweeperOptions struct {
	Store Store
	Keep  Retention
	// ForgetChat deletes messages in games that were written before a time.
	ForgetChat func(ctx context.Context, before time.Time) error
	// ForgetAskers forgets who asked before a time for reviews that have ended.
	ForgetAskers func(ctx context.Context, before time.Time) error
	Interval     time.Duration // from one sweep to the next; 0: an hour
	Log          *slog.Logger  // nil: none
}

// Sweeper deletes what has been kept long enough. Several nodes may sweep one database.
type Sweeper struct {
	o   SweeperOptions
	log *slog.Logger
}

// Swept counts what a sweep has changed: games deleted, and games whose guests it has
// forgotten.
type Swept struct{ Deleted, Forgotten int }

// NewSweeper returns a Sweeper. It needs Jobs.
func NewSweeper(o SweeperOptions) *Sweeper {
	o.Interval = cmp.Or(o.Interval, defaultInterval)
	x := &Sweeper{o, o.Log}
	if x.log == nil {
		x.log = slog.New(slog.DiscardHandler)
	}
	return x
}

// Jobs registers the sweep.
func (x *Sweeper) Jobs(r *job.Runner) {
	begun := time.Now()
	r.Every("retention", x.o.Interval, job.OneNode, func(ctx context.Context) error {
		if !job.Pause(ctx, firstDelay-time.Since(begun)) {
			return nil
		}
		done, err := x.Sweep(ctx)
		if done != (Swept{}) {
			x.log.Info("deleted what was kept long enough", "games", done.Deleted, "games_without_guests", done.Forgotten)
		}
		return err
	})
}

// Sweep deletes what has been kept long enough, with a pause after each game.
func (x *Sweeper) Sweep(ctx context.Context) (done Swept, err error) {
	now, err := timeNow(ctx, x.o.Store)
	if err == nil {
		err = x.o.Store.ForgetDeleted(ctx, now.Add(-keepDeleted))
	}
	if keep := x.o.Keep.Chat; err == nil && keep > 0 {
		err = x.o.ForgetChat(ctx, now.Add(-keep))
	}
	if keep := x.o.Keep.Abandoned; err == nil && keep > 0 {
		done.Deleted, err = x.each(ctx, Page{Kind: Void, Before: now.Add(-keep)}, func(s livegame.Summary) (bool, error) {
			return true, x.delete(ctx, s, now)
		})
	}
	if keep := x.o.Keep.Guests; err == nil && keep > 0 {
		done.Forgotten, err = x.forget(ctx, now.Add(-keep))
	}
	return done, err
}

// each calls change with the games of a page and of all after it, and returns how many were
// changed. A game that has changed meanwhile, or that fails, is left for the next sweep.
func (x *Sweeper) each(ctx context.Context, p Page, change func(livegame.Summary) (bool, error)) (n int, err error) {
	p.Limit, p.Oldest = sweepBatch, true
	err = job.Rows(ctx, p.Limit, func(ctx context.Context, after *livegame.Summary) ([]livegame.Summary, error) {
		if after != nil {
			p.After = after.Place()
		}
		return x.o.Store.Games(ctx, p)
	}, func(ctx context.Context, s livegame.Summary) error {
		begun := time.Now()
		changed, err := change(s)
		switch {
		case errors.Is(err, livegame.ErrConflict) || errors.Is(err, livegame.ErrNotFound):
			return nil
		case err != nil:
			return fmt.Errorf("game %s: %w", s.ID, err)
		case changed:
			n++
		}
		job.Pause(ctx, restFactor*time.Since(begun))
		return nil
	})
	return n, err
}

// delete deletes a game unless it has changed.
func (x *Sweeper) delete(ctx context.Context, s livegame.Summary, now time.Time) error {
	return x.o.Store.Delete(ctx, Deletion{Game: s.ID, Seq: s.Seq, At: now})
}

// forget forgets the guests who have changed no game since a time.
func (x *Sweeper) forget(ctx context.Context, before time.Time) (int, error) {
	if err := x.o.ForgetAskers(ctx, before); err != nil {
		return 0, err
	}
	known := map[string]bool{} // whether a guest is gone
	return x.each(ctx, Page{Kind: Remembered, Before: before}, func(s livegame.Summary) (bool, error) {
		if len(known) > 10_000 {
			clear(known)
		}
		some := false
		now, first := s.Seats, s.Header.Seats
		for _, guest := range []string{now[0].Guest, now[1].Guest, first[0].Guest, first[1].Guest, s.Creator} {
			if _, ok := known[guest]; ok || guest == "" || (livegame.Player{Guest: guest}).Forgotten() {
				some = some || known[guest]
				continue
			}
			active, err := x.o.Store.Active(ctx, guest, before)
			if err != nil {
				return false, err
			}
			known[guest] = !active
			some = some || !active
		}
		if !some {
			return false, nil
		}
		return true, x.o.Store.Forget(ctx, s, func(guest string) bool { return known[guest] })
	})
}
