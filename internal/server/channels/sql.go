package channels

import (
	"context"

	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/livegame"
)

// stored returns what the channels show, in any order; those that have shown no game are missing.
func (s *Service) stored(ctx context.Context) ([]Shown, error) {
	return db.All[Shown](ctx, s.o.DB, "SELECT * FROM channels")
}

// store stores what a channel shows from now on, unless it does not show the game before (any more): then it returns
// false.
func (s *Service) store(ctx context.Context, before livegame.ID, now Shown) (bool, error) {
	query, args := "UPDATE channels SET game = $2, since = $3 WHERE channel = $1 AND game = $4",
		[]any{now.Channel, now.Game, now.Since, before}
	if before == "" {
		query, args = "INSERT INTO channels (channel, game, since) VALUES ($1, $2, $3) "+
			"ON CONFLICT (channel) DO NOTHING", args[:3]
	}
	n, err := s.o.DB.Exec(ctx, query, args...)
	return n > 0, err
}
