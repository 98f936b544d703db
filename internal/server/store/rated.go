package store

import (
	"context"

	"github.com/uptrace/bun"

	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/rating"
)

var _ rating.GameStore = (*Store)(nil)

// Unsettled implements rating.GameStore.
func (s *Store) Unsettled(ctx context.Context, after rating.Place, limit int) ([]rating.Found, error) {
	return s.ratedGames(ctx, "games_unsettled", func(q *bun.SelectQuery) *bun.SelectQuery {
		if after != (rating.Place{}) {
			q = q.Where("(active, id) > (?, ?)", after.Updated.UnixMilli(), after.ID)
		}
		return q.Where("NOT settled").OrderExpr("active, id").Limit(int64(limit))
	})
}

// RatedGames implements rating.GameStore.
func (s *Store) RatedGames(ctx context.Context, after livegame.ID, limit int) ([]rating.Found, error) {
	return s.ratedGames(ctx, "games_rated", func(q *bun.SelectQuery) *bun.SelectQuery {
		return q.Where("id > ?", after).OrderExpr("id").Limit(int64(limit))
	})
}

// ratedGames finds finished rated games by an index.
func (s *Store) ratedGames(
	ctx context.Context, index string, narrow func(*bun.SelectQuery) *bun.SelectQuery,
) ([]rating.Found, error) {
	rows, err := db.Select[gameRow](ctx, s.db, func(q *bun.SelectQuery) *bun.SelectQuery {
		if s.db.IsSQLite() {
			q = q.ModelTableExpr("games AS game_row INDEXED BY " + index)
		}
		return narrow(q.Where("status = 'finished'").Where("rated"))
	})
	return values(rows, func(r *gameRow) (f rating.Found) {
		if f.Summary, f.Err = r.summary(); f.Err != nil {
			f.Summary = livegame.Summary{Header: livegame.Header{ID: livegame.ID(r.ID)}, Updated: r.Updated}
		}
		return f
	}), err
}
