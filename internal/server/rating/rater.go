package rating

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"sync/atomic"
	"time"

	"github.com/wane-chess/wane/internal/server/job"
	"github.com/wane-chess/wane/internal/server/livegame"
)

// Store is the database of ratings. It is safe for concurrent use.
type Store interface {
	// Unsettled returns finished rated games that are not settled, at most limit, those that
	// changed first at the beginning, after a place in that order.
	Unsettled(ctx context.Context, after Place, limit int) ([]Found, error)
	// Settle settles a game in one transaction. If the game is settled already, or has
	// changed since the summary was read, it does nothing. Of the zero Game it notes only that
	// it is settled. Any other gets the next number of the ledger, and what Apply returns is
	// stored.
	Settle(ctx context.Context, s livegame.Summary, g Game) error
	// Standings returns the standings of players in pools; without a pool, in all. Those who have
	// not played have none.
	Standings(ctx context.Context, players []Player, pool Pool) ([]Standing, error)
	// Leaders returns the standings of a pool with a deviation below Provisional and a last
	// game since a time, the best first.
	Leaders(ctx context.Context, pool Pool, since time.Time, limit int) ([]Standing, error)
	// ChangeOf returns the change of a game, or livegame.ErrNotFound.
	ChangeOf(ctx context.Context, id livegame.ID) (Change, error)
	// History returns the changes of a player, in all pools, the first at the beginning; at most
	// limit, the last ones.
	History(ctx context.Context, p Player, limit int) ([]Change, error)
	// EventsAfter is that of livegame.Store.
	EventsAfter(ctx context.Context, id livegame.ID, seq int) ([]livegame.Event, error)
}

// Place is a place in the list of games that are not settled; the zero Place is its beginning.
type Place struct {
	Updated time.Time
	ID      livegame.ID
}

// Found is a game in a list. One whose row cannot be read has only ID and Updated, and the reason, so that the
// games after it are found.
type Found struct {
	livegame.Summary
	Err error
}

const (
	// batch is how many games are read at once.
	batch = 32
	// interval is the time between checks for games that ended elsewhere.
	interval = 3 * time.Second
)

// Rater settles rated games that have ended.
type Rater struct {
	store Store
	log   *slog.Logger
	kick  func()

	failing atomic.Int64         // games of the last sweep
	said    map[livegame.ID]bool // those that are in the log; only the job uses it
}

// NewRater returns a rater. It needs Jobs. The log may be nil.
func NewRater(s Store, log *slog.Logger) *Rater {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	return &Rater{store: s, log: log, kick: func() {}, said: map[livegame.ID]bool{}}
}

// Failing returns how many games the last sweep could not settle, since they are damaged.
func (r *Rater) Failing() int { return int(r.failing.Load()) }

// Jobs registers the settling of games.
func (r *Rater) Jobs(jobs *job.Runner) {
	r.kick = jobs.Every("ratings", interval, job.EachNode, func(ctx context.Context) error {
		failed, err := r.sweep(ctx)
		if ctx.Err() == nil {
			r.report(failed, err == nil)
		}
		return err
	})
}

// Kick has games looked for soon. It returns at once.
func (r *Rater) Kick() { r.kick() }

// report logs the games that fail, each once, however often it does. All says that the sweep has seen all games.
func (r *Rater) report(failed map[livegame.ID]error, all bool) {
	for id, why := range failed {
		if !r.said[id] {
			r.log.Error("cannot rate a game; it is rated once it can be read", "game", id, "error", why)
		}
		r.said[id] = true
	}
	if all {
		maps.DeleteFunc(r.said, func(id livegame.ID, _ bool) bool { return failed[id] == nil })
	}
}

// Sweep settles all games that are not settled. A game that fails does not keep those after it.
func (r *Rater) Sweep(ctx context.Context) error {
	failed, err := r.sweep(ctx)
	list := []error{err}
	for id, why := range failed {
		list = append(list, fmt.Errorf("game %s: %w", id, why))
	}
	return errors.Join(list...)
}

// sweep settles all games, and returns those that failed. The error is that of the list of games.
func (r *Rater) sweep(ctx context.Context) (failed map[livegame.ID]error, err error) {
	failed = map[livegame.ID]error{}
	err = job.Rows(ctx, batch, func(ctx context.Context, after *Found) ([]Found, error) {
		if after == nil {
			return r.store.Unsettled(ctx, Place{}, batch)
		}
		return r.store.Unsettled(ctx, Place{after.Updated, after.ID}, batch)
	}, func(ctx context.Context, g Found) error {
		if g.Err == nil {
			g.Err = job.Safely(func() error { return Settle(ctx, r.store, g.Summary) })
		}
		if g.Err != nil {
			failed[g.ID] = g.Err
		}
		return nil
	})
	r.failing.Store(int64(len(failed)))
	return failed, err
}

// Settle settles one finished game.
func Settle(ctx context.Context, store Store, s livegame.Summary) error {
	if Judge(s) != Counts {
		return store.Settle(ctx, s, Game{})
	}
	ended, err := endOf(ctx, store, s.ID)
	if err != nil {
		return err
	}
	return store.Settle(ctx, s, gameOf(s, ended))
}

// endOf returns when a game ended.
func endOf(ctx context.Context, store Store, id livegame.ID) (time.Time, error) {
	events, err := store.EventsAfter(ctx, id, 0)
	if err != nil {
		return time.Time{}, err
	}
	for _, e := range events {
		if e.Ends() {
			return e.At, nil
		}
	}
	return time.Time{}, errEndless
}

// errEndless says that events of a game are lost.
var errEndless = errors.New("the game is finished, but no event ended it")
