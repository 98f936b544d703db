package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/review"
)

var _ review.Store = (*Store)(nil)

var (
	reviewColumns = columns(`game seq line level status found report fault asker address asked updated`)
	reviewNumbers = columns(`seq asked updated`)
)

// reviewArgs returns the values of reviewColumns.
func reviewArgs(r *review.Review) ([]any, error) {
	if r.Seq < 1 {
		return nil, errors.New("changes are numbered from 1")
	}
	line, err := json.Marshal(r.Line)
	if err != nil {
		return nil, err
	}
	found, err := json.Marshal(r.Evaluations)
	if err != nil {
		return nil, err
	}
	args := []any{
		string(r.Game), r.Seq, string(line), string(r.Level), string(r.Status), string(found), string(r.Report), r.Fault,
		r.RequestedBy, r.Address, db.Milliseconds(r.RequestedAt), db.Milliseconds(r.Updated),
	}
	return args, checkTexts(args)
}

// selectedReview is what queries select of a review r.
const selectedReview = `r.game, r.seq, r.line, r.level, r.status, r.found AS evaluations, NULLIF(r.report, '')
	AS report, r.fault, r.asker AS requested_by, r.address, r.asked AS requested_at, r.updated`

// Review implements review.Store.
func (s *Store) Review(ctx context.Context, id livegame.ID) (review.Review, error) {
	return db.One[review.Review](ctx, s.db, livegame.ErrNotFound,
		"SELECT "+selectedReview+" FROM reviews AS r WHERE game = $1", id)
}

// PutReview implements review.Store.
func (s *Store) PutReview(ctx context.Context, r review.Review) error {
	args, err := reviewArgs(&r)
	if err == nil {
		err = s.write(ctx, string(r.Game), &write{kind: putReview, args: args})
	}
	if err != nil {
		return fmt.Errorf("store change %d of the review of game %q: %w", r.Seq, r.Game, err)
	}
	return nil
}

// OpenReviews implements review.Store.
func (s *Store) OpenReviews(ctx context.Context, limit int) ([]review.OpenReview, error) {
	return db.All[review.OpenReview](ctx, s.db,
		`SELECT game, seq, asker AS requested_by, address, asked AS requested_at, updated FROM reviews
		WHERE status IN ('waiting', 'running') ORDER BY asked, game LIMIT $1`, limit)
}
