package store

import (
	"context"
	"fmt"

	"github.com/wane-chess/wane/internal/live/archive"
	"github.com/wane-chess/wane/internal/live/review"
)

var _ review.Feed = (*Store)(nil)

// reviewedRow is a finished review, with when its game ended.
type reviewedRow struct {
	reviewRow `bun:",extend"`

	Ended int64
}

// Reviewed implements review.Feed.
func (s *Store) Reviewed(ctx context.Context, after archive.Cursor, limit int) ([]review.Reviewed, error) {
	list, err := s.reviewed(ctx, after, limit)
	if err != nil {
		return nil, fmt.Errorf("list reviewed games: %w", err)
	}
	return list, nil
}

func (s *Store) reviewed(ctx context.Context, after archive.Cursor, limit int) ([]review.Reviewed, error) {
	if err := checkText(string(after.ID)); err != nil {
		return nil, err
	}
	ctx, cancel := s.reading(ctx)
	defer cancel()
	query := s.read.NewSelect().TableExpr("reviews AS r").ColumnExpr("r.*").ColumnExpr("a.ended").
		Join("JOIN archive AS a ON a.id = r.game").
		Where("r.status = 'done'").Where("a.public").OrderExpr("r.updated DESC, r.game DESC").Limit(int64(limit))
	if after.ID != "" {
		query = query.Where("(r.updated, r.game) < (?, ?)", after.Ended.UnixMilli(), string(after.ID))
	}
	var rows []reviewedRow
	if err := query.Scan(ctx, &rows); err != nil {
		return nil, s.readError(ctx, err)
	}
	places := make([]placeRow, len(rows))
	for i, r := range rows {
		places[i] = placeRow{ID: r.Game, Ended: r.Ended}
	}
	games, err := s.loadGames(ctx, places)
	if err != nil {
		return nil, s.readError(ctx, err)
	}
	list := make([]review.Reviewed, len(rows))
	for i := range rows {
		if list[i].Review, err = rows[i].review(); err != nil {
			return nil, err
		}
		list[i].Game = games[i]
	}
	return list, nil
}
