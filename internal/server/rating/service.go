package rating

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/feed"
	"github.com/wane-chess/wane/internal/server/livegame"
)

// GameStore is what ratings need of the database of games.
type GameStore interface {
	// List is that of livegame.Store.
	List(ctx context.Context, q livegame.Query) ([]livegame.Summary, error)
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
	o Options
	// Follower settles rated games that have ended.
	*feed.Follower
}

// New returns a service. It needs Jobs to settle rated games that have ended.
func New(o Options) *Service {
	if o.Now == nil {
		o.Now = time.Now
	}
	s := &Service{o: o}
	s.Follower = feed.NewFollower(feed.Options{
		Reader: reader, DB: o.DB, List: o.Games.List, Work: s.Settle, Metrics: o.Metrics, Log: o.Log,
	})
	return s
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

// Seat returns a player who takes a seat in a game, as the account is then, and with the rating that the player has.
// Guests have none, nor has anyone in a game without a pool; engine levels have one in rated
// games.
func (s *Service) Seat(ctx context.Context, h livegame.Header, p livegame.Player) (livegame.Player, error) {
	if p.Account { // a seat may be that of a former game or a challenge
		people, err := auth.People(ctx, s.o.DB, p.Guest)
		if err != nil {
			return p, err
		}
		if now := people[p.Guest]; now != nil {
			p.Person = *now
		}
	}
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
