package rating

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/feed"
	"github.com/wane-chess/wane/internal/server/job"
	"github.com/wane-chess/wane/internal/server/livegame"
)

// GameStore is what ratings need of the database of games.
type GameStore interface {
	// RatedGame returns a finished rated game, or livegame.ErrNotFound.
	RatedGame(ctx context.Context, id livegame.ID) (livegame.Summary, error)
	// RatedGames returns finished rated games in the order of their IDs, after one.
	RatedGames(ctx context.Context, after livegame.ID, limit int) ([]Found, error)
	// EventsAfter is that of livegame.Store.
	EventsAfter(ctx context.Context, id livegame.ID, seq int) ([]livegame.Event, error)
}

// Found is a game in a list. One whose row cannot be read has only its ID, and the reason, so that the games after it
// are found.
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

// Options are what a Service needs.
type Options struct {
	DB    *db.DB
	Games GameStore
	// Summary returns a game as it is now, or livegame.ErrNotFound. Only the routes need it.
	Summary func(ctx context.Context, id livegame.ID) (livegame.Summary, error)
	Now     func() time.Time      // nil: the system's clock
	Metrics prometheus.Registerer // nil: none
	Log     *slog.Logger          // nil: none
}

// Service is the ratings of players. It is safe for concurrent use.
type Service struct {
	o    Options
	kick func()

	failing atomic.Int64         // games of the last sweep
	said    map[livegame.ID]bool // those that are in the log; only the job uses it
}

// New returns a service. It needs Jobs to settle rated games that have ended.
func New(o Options) *Service {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	s := &Service{o: o, kick: func() {}, said: map[livegame.ID]bool{}}
	if o.Metrics != nil {
		o.Metrics.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "wane_ratings_failing", Help: "Finished rated games that cannot be rated, since they are damaged.",
		}, func() float64 { return float64(s.failing.Load()) }))
	}
	return s
}

// Jobs registers the settling of games.
func (s *Service) Jobs(r *job.Runner) {
	s.kick = r.Every("ratings", interval, job.EachNode, func(ctx context.Context) error {
		failed, err := s.sweep(ctx)
		if ctx.Err() == nil {
			s.report(failed, err == nil)
		}
		return err
	})
}

// Kick has games looked for soon. It returns at once.
func (s *Service) Kick() { s.kick() }

// report logs the games that fail, each once, however often it does. All says that the sweep has seen all games.
func (s *Service) report(failed map[livegame.ID]error, all bool) {
	for id, why := range failed {
		if !s.said[id] {
			s.o.Log.Error("cannot rate a game; it is rated once it can be read", "game", id, "error", why)
		}
		s.said[id] = true
	}
	if all {
		maps.DeleteFunc(s.said, func(id livegame.ID, _ bool) bool { return failed[id] == nil })
	}
}

// Sweep settles all games that are not settled. A game that fails does not keep those after it.
func (s *Service) Sweep(ctx context.Context) error {
	failed, err := s.sweep(ctx)
	list := []error{err}
	for id, why := range failed {
		list = append(list, fmt.Errorf("game %s: %w", id, why))
	}
	return errors.Join(list...)
}

// sweep settles all games, and returns those that failed. The error is that of the list of games.
func (s *Service) sweep(ctx context.Context) (failed map[livegame.ID]error, err error) {
	failed = map[livegame.ID]error{}
	err = job.Rows(ctx, batch, func(ctx context.Context, after *feed.Note) ([]feed.Note, error) {
		if after == nil {
			after = &feed.Note{}
		}
		return feed.Notes(ctx, s.o.DB, reader, after.N, batch)
	}, func(ctx context.Context, n feed.Note) error {
		if err := job.Safely(func() error {
			sum, err := s.o.Games.RatedGame(ctx, n.Game)
			if err == nil {
				err = s.Settle(ctx, sum)
			}
			return err
		}); err != nil {
			failed[n.Game] = err
		}
		return nil
	})
	s.failing.Store(int64(len(failed)))
	return failed, err
}

// Settle settles one finished game.
func (s *Service) Settle(ctx context.Context, sum livegame.Summary) error {
	if Judge(sum) != Counts {
		return s.settle(ctx, sum, Game{})
	}
	ended, err := s.endOf(ctx, sum.ID)
	if err != nil {
		return err
	}
	return s.settle(ctx, sum, gameOf(sum, ended))
}

// endOf returns when a game ended.
func (s *Service) endOf(ctx context.Context, id livegame.ID) (time.Time, error) {
	events, err := s.o.Games.EventsAfter(ctx, id, 0)
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

// Seat returns a player who takes a seat in a game, with the rating that the player has then.
// Guests have none, nor has anyone in a game without a pool; engine levels have one in rated
// games.
func (s *Service) Seat(ctx context.Context, h livegame.Header, p livegame.Player) (livegame.Player, error) {
	p.Rating, p.Provisional = 0, false
	pool := PoolOf(h.Variant, h.TimeControl)
	if pool == "" || h.FEN != "" || !rateable(p) || p.Engine() && !h.Rated {
		return p, nil
	}
	st := NewStanding(PlayerOf(p), pool)
	if !p.Engine() {
		list, err := s.Standings(ctx, []Player{st.Player}, pool)
		if err != nil {
			return p, err
		}
		if len(list) > 0 {
			st = list[0]
		}
	}
	r := st.Now(s.o.Now())
	p.Rating, p.Provisional = r.Rounded(), r.Provisional()
	return p, nil
}
