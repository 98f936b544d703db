package store

import (
	"context"

	"github.com/wane-chess/wane/internal/server/channels"
	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/livegame"
)

var _ channels.Store = (*Store)(nil)

// Channels implements channels.Store.
func (s *Store) Channels(ctx context.Context) ([]channels.Shown, error) {
	return db.All[channels.Shown](ctx, s.db, "SELECT * FROM channels")
}

// SetChannel implements channels.Store.
func (s *Store) SetChannel(ctx context.Context, before livegame.ID, now channels.Shown) (bool, error) {
	query, args := "UPDATE channels SET game = $2, since = $3 WHERE channel = $1 AND game = $4",
		[]any{now.Channel, now.Game, now.Since, before}
	if before == "" {
		query, args = "INSERT INTO channels (channel, game, since) VALUES ($1, $2, $3) "+
			"ON CONFLICT (channel) DO NOTHING", args[:3]
	}
	n, err := s.db.Exec(ctx, query, args...)
	return n > 0, err
}
