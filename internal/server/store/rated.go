package store

import (
	"context"

	"github.com/uptrace/bun"

	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/rating"
)

var _ rating.GameStore = (*Store)(nil)

// RatedGame implements rating.GameStore.
func (s *Store) RatedGame(ctx context.Context, id livegame.ID) (livegame.Summary, error) {
	list, err := s.ratedGames(ctx, func(q *bun.SelectQuery) *bun.SelectQuery { return q.Where("id = ?", id) })
	if err == nil && len(list) == 0 {
		err = livegame.ErrNotFound
	}
	if err != nil {
		return livegame.Summary{}, err
	}
	return list[0].Summary, list[0].Err
}

// RatedGames implements rating.GameStore.
func (s *Store) RatedGames(ctx context.Context, after livegame.ID, limit int) ([]rating.Found, error) {
	return s.ratedGames(ctx, func(q *bun.SelectQuery) *bun.SelectQuery {
		return q.Where("id > ?", after).OrderExpr("id").Limit(int64(limit))
	})
}

// ratedGames finds finished rated games.
func (s *Store) ratedGames(
	ctx context.Context, narrow func(*bun.SelectQuery) *bun.SelectQuery,
) ([]rating.Found, error) {
	rows, err := db.Select[gameRow](ctx, s.db, func(q *bun.SelectQuery) *bun.SelectQuery {
		if s.db.IsSQLite() {
			q = q.ModelTableExpr("games AS game_row INDEXED BY games_rated")
		}
		return narrow(q.Where("status = 'finished'").Where("rated"))
	})
	return values(rows, func(r *gameRow) (f rating.Found) {
		if f.Summary, f.Err = r.summary(); f.Err != nil {
			f.Summary = livegame.Summary{Header: livegame.Header{ID: livegame.ID(r.ID)}}
		}
		return f
	}), err
}
