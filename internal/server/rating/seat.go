package rating

import (
	"context"
	"time"

	"github.com/wane-chess/wane/internal/server/livegame"
)

// Seat returns a player who takes a seat in a game, with the rating that the player has then.
// Guests have none, nor has anyone in a game without a pool; engine levels have one in rated
// games.
func Seat(
	ctx context.Context, store Store, h livegame.Header, p livegame.Player, now time.Time,
) (livegame.Player, error) {
	p.Rating, p.Provisional = 0, false
	pool := PoolOf(h.Variant, h.TimeControl)
	if pool == "" || h.FEN != "" || !rateable(p) || p.Engine() && !h.Rated {
		return p, nil
	}
	s, err := Current(ctx, store, PlayerOf(p), pool)
	if err != nil {
		return p, err
	}
	r := s.Now(now)
	p.Rating, p.Provisional = r.Rounded(), r.Provisional()
	return p, nil
}

// Current returns a player's standing in a pool, New if there is none.
func Current(ctx context.Context, store Store, p Player, pool Pool) (Standing, error) {
	if p.Level() == 0 {
		list, err := store.Standings(ctx, []Player{p}, pool)
		if err != nil {
			return Standing{}, err
		}
		if len(list) > 0 {
			return list[0], nil
		}
	}
	return New(p, pool), nil
}
