package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/uptrace/bun"

	"github.com/wane-chess/wane/internal/live/livegame"
	"github.com/wane-chess/wane/internal/live/review"
)

var _ review.Store = (*Store)(nil)

var (
	reviewColumns = columns(`game seq line level status found report fault asker address asked updated`)
	reviewNumbers = columns(`seq asked updated`)
)

// reviewRow is a row of the table reviews.
type reviewRow struct {
	bun.BaseModel `bun:"table:reviews"`

	Game    string `bun:",pk"`
	Seq     int
	Line    string
	Level   string
	Status  string
	Found   string
	Report  string
	Fault   string
	Asker   string
	Address string
	Asked   int64
	Updated int64
}

// newReviewRow returns the row of a review.
func newReviewRow(r review.Review) (*reviewRow, error) {
	line, err := json.Marshal(r.Line)
	if err != nil {
		return nil, err
	}
	found, err := json.Marshal(r.Evaluations)
	if err != nil {
		return nil, err
	}
	row := &reviewRow{
		Game: string(r.Game), Seq: r.Seq, Line: string(line), Level: string(r.Level), Status: string(r.Status),
		Found: string(found), Report: string(r.Report), Fault: r.Fault, Asker: r.RequestedBy, Address: r.Address,
		Asked: r.RequestedAt.UnixMilli(), Updated: r.Updated.UnixMilli(),
	}
	return row, checkText(row.Game, row.Level, row.Status, row.Report, row.Fault, row.Asker, row.Address)
}

// all returns the values of reviewColumns.
func (r *reviewRow) all() []any {
	return []any{
		r.Game, r.Seq, r.Line, r.Level, r.Status, r.Found, r.Report, r.Fault, r.Asker, r.Address, r.Asked, r.Updated,
	}
}

func (r *reviewRow) review() (review.Review, error) {
	out := review.Review{
		Game: livegame.ID(r.Game), Seq: r.Seq, Level: review.Level(r.Level), Status: review.Status(r.Status),
		Fault: r.Fault, RequestedBy: r.Asker, Address: r.Address, RequestedAt: timeOf(r.Asked), Updated: timeOf(r.Updated),
	}
	if r.Report != "" {
		out.Report = []byte(r.Report)
	}
	if err := json.Unmarshal([]byte(r.Line), &out.Line); err != nil {
		return out, fmt.Errorf("column line: %w", err)
	}
	if err := json.Unmarshal([]byte(r.Found), &out.Evaluations); err != nil {
		return out, fmt.Errorf("column found: %w", err)
	}
	return out, nil
}

// Review implements review.Store.
func (s *Store) Review(ctx context.Context, id livegame.ID) (review.Review, error) {
	ctx, cancel := s.reading(ctx)
	defer cancel()
	var row reviewRow
	found, err := s.selectOne(ctx, s.read.NewSelect().Model(&row).Where("game = ?", string(id)))
	if err == nil && !found {
		err = livegame.ErrNotFound
	}
	var out review.Review
	if err == nil {
		out, err = row.review()
	}
	if err != nil {
		return review.Review{}, fmt.Errorf("the review of game %q: %w", id, err)
	}
	return out, nil
}

// PutReview implements review.Store.
func (s *Store) PutReview(ctx context.Context, r review.Review) error {
	row, err := newReviewRow(r)
	switch {
	case err != nil:
	case r.Seq < 1:
		err = errors.New("changes are numbered from 1")
	default:
		err = s.write(ctx, string(r.Game), &write{kind: putReview, args: row.all()})
	}
	if err != nil {
		return fmt.Errorf("store change %d of the review of game %q: %w", r.Seq, r.Game, err)
	}
	return nil
}

// OpenReviews implements review.Store.
func (s *Store) OpenReviews(ctx context.Context, limit int) ([]review.OpenReview, error) {
	ctx, cancel := s.reading(ctx)
	defer cancel()
	var rows []reviewRow
	err := s.read.NewSelect().Model(&rows).Column("game", "seq", "asker", "address", "asked", "updated").
		Where("status IN ('waiting', 'running')").Order("asked", "game").Limit(int64(limit)).Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("list open reviews: %w", s.readError(ctx, err))
	}
	list := make([]review.OpenReview, len(rows))
	for i, r := range rows {
		list[i] = review.OpenReview{
			Game: livegame.ID(r.Game), Seq: r.Seq, RequestedBy: r.Asker, Address: r.Address, RequestedAt: timeOf(r.Asked),
			Updated: timeOf(r.Updated),
		}
	}
	return list, nil
}
