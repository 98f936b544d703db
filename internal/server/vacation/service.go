package vacation

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/maypok86/otter/v2"

	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/job"
	"github.com/wane-chess/wane/internal/server/livegame"
)

const (
	sweepEvery = 30 * time.Second
	maxAway    = 10_000 // accounts that a sweep considers
	maxGames   = 2000   // of an account
	cacheSize  = 50_000
)

// Service begins and ends vacations. It is safe for concurrent use.
type Service struct {
	db    *db.DB
	games Games
	log   *slog.Logger
	// done has the games that need no event of a change any more, so that a sweep does not load
	// them again.
	done *otter.Cache[string, bool]
}

// New returns a service. It needs Jobs to complete what a node did not, and for games that begin
// during a vacation. The log may be nil.
func New(d *db.DB, games Games, log *slog.Logger) *Service {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	return &Service{
		db: d, games: games, log: log, done: otter.Must(&otter.Options[string, bool]{MaximumSize: cacheSize}),
	}
}

// Until returns until when an account is on vacation; the zero time: it is not.
func (s *Service) Until(ctx context.Context, account string) (time.Time, error) {
	v, err := s.of(ctx, account)
	if err != nil || !v.Away(s.games.Now()) {
		return time.Time{}, err
	}
	return v.Until, nil
}

// Begin begins a vacation of some days. Its errors are ErrAway, ErrDays and ErrConflict, or those of
// the database. The games that have no event yet when it returns get one within seconds.
func (s *Service) Begin(ctx context.Context, account string, days int) (Vacation, error) {
	v, err := s.of(ctx, account)
	if err == nil {
		v, err = v.begin(days, s.games.Now())
	}
	if err == nil {
		err = s.put(ctx, v)
	}
	return v, err
}

// End ends a vacation early. Without one, nothing changes.
func (s *Service) End(ctx context.Context, account string) (Vacation, error) {
	v, err := s.of(ctx, account)
	now := s.games.Now()
	if err != nil || !v.Away(now) {
		return v, err
	}
	v = v.end(now)
	return v, s.put(ctx, v)
}

func (s *Service) put(ctx context.Context, v Vacation) error {
	if err := s.store(ctx, v); err != nil {
		return err
	}
	if err := s.apply(ctx, v); err != nil {
		s.log.Warn("the games of a player on vacation follow later", "error", err)
	}
	return nil
}

// apply writes the event of a change into the player's games.
func (s *Service) apply(ctx context.Context, v Vacation) error {
	list, err := s.games.List(ctx, livegame.Query{Guest: v.Account, Status: livegame.Live, Limit: maxGames})
	if err != nil {
		return err
	}
	player := livegame.HashPlayer(v.Account)
	for _, g := range list {
		id := fmt.Sprintf("vacation/%s/%d", player, v.Number)
		key := string(g.ID) + "/" + id
		if _, done := s.done.GetIfPresent(key); done || !g.TimeControl.Correspondence() ||
			g.Seats[0].Guest != v.Account && g.Seats[1].Guest != v.Account {
			continue
		}
		c := livegame.Command{ID: id, Kind: livegame.DoVacation, Guest: v.Account, Ply: -1, Vacation: livegame.Away{
			Number: v.Number, Until: v.Until,
		}}
		_, refused := s.games.Do(ctx, g.ID, c, 0)
		var why *livegame.Error
		if refused != nil && !errors.As(refused, &why) && !errors.Is(refused, livegame.ErrNotFound) {
			err = errors.Join(err, fmt.Errorf("game %s: %w", g.ID, refused))
			continue
		}
		s.done.Set(key, true)
	}
	if err == nil && v.Pending {
		err = s.settle(ctx, v)
	}
	return err
}

// Jobs registers the sweep.
func (s *Service) Jobs(r *job.Runner) { r.Every("vacations", sweepEvery, job.OneNode, s.Sweep) }

// Sweep writes the events that games lack.
func (s *Service) Sweep(ctx context.Context) error {
	now := s.games.Now()
	return job.Rows(ctx, maxAway, func(ctx context.Context, after *Vacation) ([]Vacation, error) {
		account := ""
		if after != nil {
			account = after.Account
		}
		return s.open(ctx, now, account, maxAway)
	}, s.apply)
}
