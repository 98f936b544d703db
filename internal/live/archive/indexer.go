package archive

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/wane-chess/wane/internal/live/livegame"
)

const (
	// batch is how many games are archived in one transaction: few, so that moves
	// do not have to wait long.
	batch = 4
	// defaultInterval is how often the store is asked for games that nobody told of.
	defaultInterval = 5 * time.Second
	// restFactor is how many times as long as a batch took the indexer does nothing.
	restFactor = 3
	// storeTime is how long the store may take for one call.
	storeTime = 30 * time.Second
)

// IndexerOptions are what an indexer needs.
type IndexerOptions struct {
	Store  Store
	Lookup livegame.Lookup
	// Watch calls changed when games may have ended; the function returned ends
	// that. nil: nobody tells.
	Watch    func(changed func()) (stop func())
	Interval time.Duration // how often to look for games all the same; 0: 5 s
	Log      *slog.Logger  // nil: none
}

// Indexer archives games that are finished.
type Indexer struct {
	o   IndexerOptions
	log *slog.Logger
}

// NewIndexer makes an indexer.
func NewIndexer(o IndexerOptions) *Indexer {
	o.Interval = cmp.Or(o.Interval, defaultInterval)
	x := &Indexer{o, o.Log}
	if x.log == nil {
		x.log = slog.New(slog.DiscardHandler)
	}
	return x
}

// Run archives games until the context is done.
func (x *Indexer) Run(ctx context.Context) {
	wake := make(chan struct{}, 1)
	if x.o.Watch != nil {
		stop := x.o.Watch(func() {
			select {
			case wake <- struct{}{}:
			default:
			}
		})
		defer stop()
	}
	ticker := time.NewTicker(x.o.Interval)
	defer ticker.Stop()
	for {
		if _, err := x.Sweep(ctx); err != nil && ctx.Err() == nil && !errors.Is(err, ErrBusy) {
			x.log.Warn("finished games cannot be archived", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-wake:
		case <-ticker.C:
		}
	}
}

// Sweep archives all games that are finished and not archived yet, and returns how
// many it has looked at. Between its batches it rests.
func (x *Indexer) Sweep(ctx context.Context) (n int, err error) {
	var last livegame.ID
	for {
		begun := time.Now()
		ids, err := x.step(ctx)
		if err != nil {
			return n, err
		}
		n += len(ids)
		// A batch that begins where the last one did was left out by the store for now.
		if len(ids) < batch || ids[0] == last {
			return n, nil
		}
		last = ids[0]
		select {
		case <-time.After(restFactor * time.Since(begun)):
		case <-ctx.Done():
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
	return ids, x.o.Store.Archive(ctx, records)
}

// record makes the record of a game. A game that cannot be understood must not
// keep the others from being archived: it is informed of, and void.
func (x *Indexer) record(ctx context.Context, s livegame.Summary) (r Record, err error) {
	events, err := x.o.Store.EventsAfter(ctx, s.ID, 0)
	if err != nil {
		return r, err
	}
	r, err = newRecordSafely(s, events, x.o.Lookup)
	if err != nil {
		x.log.Error("a finished game cannot be archived", "game", s.ID, "error", err)
		r = Record{ID: s.ID, Skip: true}
	}
	return r, nil
}

// newRecordSafely is NewRecord, but for its panics.
func newRecordSafely(s livegame.Summary, events []livegame.Event, find livegame.Lookup) (r Record, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("it makes the rules panic: %v", p)
		}
	}()
	return NewRecord(s, events, find)
}
