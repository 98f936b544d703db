package store

import (
	"context"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"github.com/wane-chess/wane/internal/live/db"
	"github.com/wane-chess/wane/internal/live/puzzles"
	"github.com/wane-chess/wane/puzzle"
)

// composedRow is a row of the table puzzle_composed.
type composedRow struct {
	bun.BaseModel `bun:"table:puzzle_composed"`

	ID       string `bun:",pk"`
	Author   string
	Variant  string
	FEN      string `bun:"fen"`
	Position string
	Moves    string
	Goal     string
	Proof    string
	Rating   int
	Themes   string
	Note     string
	Created  int64
}

func (r *composedRow) composed() puzzles.Composed {
	themes := []puzzle.Theme{}
	for theme := range strings.FieldsSeq(r.Themes) {
		themes = append(themes, puzzle.Theme(theme))
	}
	return puzzles.Composed{
		Puzzle: puzzle.Puzzle{
			ID: r.ID, Variant: r.Variant, FEN: r.FEN, Moves: strings.Fields(r.Moves), Goal: puzzle.Goal(r.Goal),
			Proof: puzzle.Proof(r.Proof), Rating: r.Rating, Themes: themes,
		},
		Author: r.Author, Note: r.Note, Created: timeOf(r.Created),
	}
}

// AddComposed implements puzzles.Store.
func (s *Store) AddComposed(ctx context.Context, c puzzles.Composed, since time.Time) error {
	themes := make([]string, len(c.Themes))
	for i, t := range c.Themes {
		themes[i] = string(t)
	}
	position := puzzles.PositionOf(c.FEN)
	err := checkText(c.ID, c.Author, c.Variant, c.FEN, c.Solution(), c.Note)
	if err == nil {
		err = s.transact(ctx, func(ctx context.Context, t transaction) error {
			if err := t.lockAccount(ctx, c.Author); err != nil {
				return err
			}
			if err := t.lock(ctx, puzzlesLock); err != nil {
				return err
			}
			var all, today int
			err := t.Row(ctx, "SELECT COUNT(*), COALESCE(SUM(CASE WHEN created > $2 THEN 1 ELSE 0 END), 0) "+
				"FROM puzzle_composed WHERE author = $1", c.Author, since.UnixMilli()).
				Scan(&all, &today)
			switch {
			case err != nil:
				return err
			case all >= puzzles.MaxComposed || today >= puzzles.MaxPerDay:
				return puzzles.ErrMany
			}
			same, err := db.All[string](ctx, t, "SELECT id FROM puzzle_composed WHERE id = $1 OR variant = $2 AND position = $3",
				c.ID, c.Variant, position)
			switch {
			case err != nil:
				return err
			case len(same) > 0:
				return &puzzles.DuplicateError{ID: same[0]}
			}
			_, err = t.Do(ctx,
				`INSERT INTO puzzle_composed (id, author, variant, fen, position, moves, goal, proof, rating, themes, note, created)
				VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
				c.ID, c.Author, c.Variant, c.FEN, position, c.Solution(), string(c.Goal), string(c.Proof), c.Rating,
				strings.Join(themes, " "), c.Note, c.Created.UnixMilli())
			return err
		})
	}
	return s.puzzleError(ctx, "publish a puzzle", err)
}

// ComposedPuzzle implements puzzles.Store.
func (s *Store) ComposedPuzzle(ctx context.Context, id string) (puzzles.Composed, error) {
	list, err := s.composed(ctx, func(q *bun.SelectQuery) *bun.SelectQuery { return q.Where("id = ?", id) })
	if err == nil && len(list) == 0 {
		err = puzzles.ErrNotFound
	}
	if err != nil {
		return puzzles.Composed{}, err
	}
	return list[0], nil
}

// ComposedAt implements puzzles.Store.
func (s *Store) ComposedAt(ctx context.Context, variant, position string) (string, error) {
	list, err := s.composed(ctx, func(q *bun.SelectQuery) *bun.SelectQuery {
		return q.Where("variant = ?", variant).Where("position = ?", position)
	})
	if err != nil || len(list) == 0 {
		return "", err
	}
	return list[0].ID, nil
}

// ComposedBy implements puzzles.Store.
func (s *Store) ComposedBy(
	ctx context.Context, author string, before time.Time, limit int,
) ([]puzzles.Composed, error) {
	return s.composed(ctx, func(q *bun.SelectQuery) *bun.SelectQuery {
		if q = q.Where("author = ?", author); !before.IsZero() {
			q = q.Where("created < ?", before.UnixMilli())
		}
		return q.Order("created DESC", "id").Limit(int64(limit))
	})
}

func (s *Store) composed(
	ctx context.Context, narrow func(*bun.SelectQuery) *bun.SelectQuery,
) ([]puzzles.Composed, error) {
	ctx, cancel := s.reading(ctx)
	defer cancel()
	var rows []composedRow
	if err := narrow(s.read.NewSelect().Model(&rows)).Scan(ctx); err != nil {
		return nil, s.puzzleError(ctx, "read puzzles", err)
	}
	list := make([]puzzles.Composed, len(rows))
	for i := range rows {
		list[i] = rows[i].composed()
	}
	return list, nil
}

// DeleteComposed implements puzzles.Store.
func (s *Store) DeleteComposed(ctx context.Context, id, author string, at time.Time) error {
	err := s.transact(ctx, func(ctx context.Context, t transaction) error {
		if err := t.lock(ctx, puzzlesLock); err != nil {
			return err
		}
		ok, err := t.Do(ctx, "DELETE FROM puzzle_composed WHERE id = $1 AND author = $2 AND author <> ''", id, author)
		if err == nil && !ok {
			err = puzzles.ErrNotFound
		}
		if err == nil { // it could not be decided about any more
			_, err = t.Do(ctx, "UPDATE puzzle_reports SET decided = $2 WHERE puzzle = $1 AND decided = 0", id, at.UnixMilli())
		}
		if err == nil {
			_, err = t.Do(ctx, "UPDATE puzzle_records SET state = $2, since = $3 WHERE puzzle = $1 AND state = $4",
				id, string(puzzles.Removed), at.UnixMilli(), string(puzzles.Resting))
		}
		return err
	})
	return s.puzzleError(ctx, "withdraw a puzzle", err)
}
