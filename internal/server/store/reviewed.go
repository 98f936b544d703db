package store

import (
	"context"
	"math"
	"time"

	"github.com/wane-chess/wane/internal/server/archive"
	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/review"
)

var _ review.Feed = (*Store)(nil)

// Reviewed implements review.Feed.
func (s *Store) Reviewed(ctx context.Context, after archive.Cursor, limit int) ([]review.Reviewed, error) {
	last := int64(math.MaxInt64)
	if after.ID != "" {
		last = db.Milliseconds(after.Ended)
	}
	rows, err := db.All[struct {
		review.Review
		Ended time.Time
	}](ctx, s.db, "SELECT a.ended, "+selectedReview+` FROM reviews AS r JOIN archive AS a ON a.id = r.game
		WHERE r.status = 'done' AND a.public AND (r.updated, r.game) < ($1, $2)
		ORDER BY r.updated DESC, r.game DESC LIMIT $3`, last, after.ID, limit)
	if err != nil {
		return nil, err
	}
	places := make([]placeRow, len(rows))
	for i := range rows {
		places[i] = placeRow{ID: rows[i].Game, Ended: rows[i].Ended}
	}
	games, err := s.loadGames(ctx, places)
	if err != nil {
		return nil, err
	}
	list := make([]review.Reviewed, len(rows))
	for i := range rows {
		list[i] = review.Reviewed{Review: rows[i].Review, Game: games[i]}
	}
	return list, nil
}
