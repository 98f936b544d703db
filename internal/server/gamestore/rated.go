package gamestore

import (
	"context"

	"github.com/uptrace/bun"

	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/rating"
)

var _ rating.GameStore = (*Store)(nil)

// RatedGames implements rating.GameStore.
func (s *Store) RatedGames(ctx context.Context, after livegame.ID, limit int) ([]rating.Found, error) {
	rows, err := db.Select[gameRow](ctx, s.db, func(q *bun.SelectQuery) *bun.SelectQuery {
		if s.db.IsSQLite() {
			q = q.ModelTableExpr("games AS game_row INDEXED BY games_rated")
		}
		return q.Where("status = 'finished'").Where("rated").Where("id > ?", after).OrderExpr("id").Limit(int64(limit))
	})
	list := make([]rating.Found, len(rows))
	for i := range rows {
		f := &list[i]
		if f.Summary, f.Err = rows[i].summary(); f.Err != nil {
			f.Summary = livegame.Summary{Header: livegame.Header{ID: livegame.ID(rows[i].ID)}}
		}
	}
	return list, err
}
