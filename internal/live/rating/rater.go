package rating

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/wane-chess/wane/internal/live/livegame"
)

// Store is the database of ratings. It is safe for concurrent use.
type Store interface {
	// Unsettled returns finished rated games that are not settled, at most limit, those that
	// changed first at the beginning.
	Unsettled(ctx context.Context, limit int) ([]livegame.Summary, error)
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
	// ForgetPlayer puts a random Gone player in the place of one in the ledger, and deletes
	// the standings.
	ForgetPlayer(ctx context.Context, p Player) error
	// EventsAfter is that of livegame.Store.
	EventsAfter(ctx context.Context, id livegame.ID, seq int) ([]livegame.Event, error)
}

const (
	// batch is how many games are read at once.
	batch = 32
	// interval is the time between checks for games that ended elsewhere.
	interval = 3 * time.Second
	// storeTime bounds one call of the store.
	storeTime = 30 * time.Second
)

// Rater settles rated games that have ended.
type Rater struct {
	store Store
	log   *slog.Logger
	wake  chan struct{}
}

// NewRater returns a rater. It needs Run. The log may be nil.
func NewRater(s Store, log *slog.Logger) *Rater {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	return &Rater{s, log, make(chan struct{}, 1)}
}

// Kick makes Run look for games now. It returns at once.
func (r *Rater) Kick() {
	select {
	case r.wake <- struct{}{}:
	default:
	}
}

// Run settles games until the context is done.
func (r *Rater) Run(ctx context.Context) {
	tick := time.NewTicker(interval)
	defer tick.Stop()
	for {
		if err := r.Sweep(ctx); err != nil && ctx.Err() == nil {
			r.log.Warn("cannot rate finished games", "error", err)
		}
		select {
		case <-r.wake:
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// Sweep settles all games that are not settled.
func (r *Rater) Sweep(ctx context.Context) error {
	var last livegame.ID
	for {
		n, first, err := r.step(ctx)
		// A batch that begins like the last one was left, since its games have changed.
		if err != nil || n < batch || first == last {
			return err
		}
		last = first
	}
}

// step settles one batch, and returns its length and its first game.
func (r *Rater) step(ctx context.Context) (n int, first livegame.ID, err error) {
	ctx, cancel := context.WithTimeout(ctx, storeTime)
	defer cancel()
	games, err := r.store.Unsettled(ctx, batch)
	if err != nil || len(games) == 0 {
		return 0, "", err
	}
	var failed []error
	for _, s := range games {
		if err := Settle(ctx, r.store, s); err != nil {
			failed = append(failed, fmt.Errorf("game %s: %w", s.ID, err))
		}
	}
	return len(games), games[0].ID, errors.Join(failed...)
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
	return time.Time{}, fmt.Errorf("game %s is finished, but no event ended it", id)
}
