package archive

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/wane-chess/wane/internal/server/job"
	"github.com/wane-chess/wane/internal/server/livegame"
)

const (
	// batch is how many games share a transaction: few, for the sake of moves that wait.
	batch = 4
	// defaultInterval is the interval of checks for games without a notice.
	defaultInterval = 5 * time.Second
	// restFactor is the pause after a batch, in times of its duration.
	restFactor = 3
	// storeTime bounds one call of the store.
	storeTime = 30 * time.Second
)

// IndexerOptions are what an Indexer needs.
type IndexerOptions struct {
	Store  Store
	Lookup livegame.Lookup
	// Watch calls changed when games may have ended, until stop. It may be nil.
	Watch    func(changed func()) (stop func())
	Interval time.Duration // interval of checks; 0: 5 s
	// Attempted is called after each attempt to archive a few games, and Backlog with the number of games that are not
	// archived, 10,000 at most. They may be nil.
	Attempted func(err error)
	Backlog   func(games int)
	Log       *slog.Logger // nil: none
}

// Indexer archives games that are finished.
type Indexer struct {
	o   IndexerOptions
	log *slog.Logger
}

// mostCounted is how many games Backlog counts at most.
const mostCounted = 10_000

// NewIndexer returns an Indexer. It needs Jobs.
func NewIndexer(o IndexerOptions) *Indexer {
	o.Interval = cmp.Or(o.Interval, defaultInterval)
	x := &Indexer{o, o.Log}
	if x.log == nil {
		x.log = slog.New(slog.DiscardHandler)
	}
	return x
}

// Jobs registers the archiving.
func (x *Indexer) Jobs(r *job.Runner) {
	archive := r.Every("archive", x.o.Interval, job.OneNode, func(ctx context.Context) error {
		_, err := x.Sweep(ctx)
		if x.o.Backlog != nil {
			n, failed := x.o.Store.Backlog(ctx, mostCounted)
			if err = errors.Join(err, failed); failed == nil {
				x.o.Backlog(n)
			}
		}
		return err
	})
	if x.o.Watch != nil {
		r.Subscribe("ends of games", func() (func(), error) { return x.o.Watch(archive), nil })
	}
}

// Sweep archives all finished games that are not archived, and returns how many it has
// handled. It pauses between batches.
func (x *Indexer) Sweep(ctx context.Context) (n int, err error) {
	var last livegame.ID
	for {
		begun := time.Now()
		ids, err := x.step(ctx)
		if err != nil {
			return n, err
		}
		n += len(ids)
		// The store has skipped a batch that begins where the last one did.
		if len(ids) < batch || ids[0] == last {
			return n, nil
		}
		last = ids[0]
		if !job.Pause(ctx, restFactor*time.Since(begun)) {
			return n, ctx.Err()
		}
	}
}

// step archives one batch and returns its games.
func (x *Indexer) step(ctx context.Context) ([]livegame.ID, error) {
	ctx, cancel := context.WithTimeout(ctx, storeTime)
	defer cancel()
	games, err := x.o.Store.Unarchived(ctx, batch)
	if err != nil || len(games) == 0 {
		return nil, err
	}
	records, ids := make([]Record, len(games)), make([]livegame.ID, len(games))
	for i := range games {
		ids[i] = games[i].ID
		if records[i], err = x.record(ctx, games[i]); err != nil {
			return nil, err
		}
	}
	err = x.o.Store.Archive(ctx, records)
	if x.o.Attempted != nil {
		x.o.Attempted(err)
	}
	return ids, err
}

// record makes the record of a game. A game that cannot be replayed must not block the
// others: it is logged and skipped.
func (x *Indexer) record(ctx context.Context, s livegame.Summary) (r Record, err error) {
	events, err := x.o.Store.EventsAfter(ctx, s.ID, 0)
	if err != nil {
		return r, err
	}
	if err = job.Safely(func() error {
		r, err = NewRecord(s, events, x.o.Lookup)
		return err
	}); err != nil {
		x.log.Error("cannot archive a finished game", "game", s.ID, "error", err)
		r = Record{ID: s.ID, Skip: true}
	}
	return r, nil
}
