package store

import (
	"context"
	"fmt"

	"github.com/wane-chess/wane/internal/live/channels"
	"github.com/wane-chess/wane/internal/live/livegame"
)

var _ channels.Store = (*Store)(nil)

// Channels implements channels.Store.
func (s *Store) Channels(ctx context.Context) ([]channels.Shown, error) {
	ctx, cancel := s.reading(ctx)
	defer cancel()
	var rows []struct {
		Channel, Game string
		Since         int64
	}
	if err := s.read.NewSelect().Table("channels").Column("channel", "game", "since").Scan(ctx, &rows); err != nil {
		return nil, fmt.Errorf("read the channels: %w", s.readError(ctx, err))
	}
	list := make([]channels.Shown, len(rows))
	for i, r := range rows {
		list[i] = channels.Shown{Channel: r.Channel, Game: livegame.ID(r.Game), Since: timeOf(r.Since)}
	}
	return list, nil
}

// SetChannel implements channels.Store.
func (s *Store) SetChannel(ctx context.Context, before livegame.ID, now channels.Shown) (done bool, err error) {
	if err = checkText(now.Channel, string(now.Game), string(before)); err == nil {
		err = s.transact(ctx, func(ctx context.Context, tx transaction) error {
			query, args := "UPDATE channels SET game = $2, since = $3 WHERE channel = $1 AND game = $4", []any{
				now.Channel, string(now.Game), now.Since.UnixMilli(), string(before),
			}
			if before == "" {
				query, args = "INSERT INTO channels (channel, game, since) VALUES ($1, $2, $3) "+
					"ON CONFLICT (channel) DO NOTHING", args[:3]
			}
			done, err = tx.Do(ctx, query, args...)
			return err
		})
	}
	if err != nil {
		return false, fmt.Errorf("store what channel %q shows: %w", now.Channel, s.readError(ctx, err))
	}
	return done, nil
}
