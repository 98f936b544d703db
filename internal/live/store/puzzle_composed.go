package store

import (
	"context"
	"math"
	"strings"
	"time"

	"github.com/wane-chess/wane/internal/live/puzzles"
	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/feature"
	"github.com/wane-chess/wane/puzzle"
)

// composedRow is a row of the table puzzle_composed.
type composedRow struct {
	puzzles.Composed

	Moves  string
	Themes string
}

func (r *composedRow) composed() puzzles.Composed {
	r.Composed.Moves, r.Composed.Themes = strings.Fields(r.Moves), []puzzle.Theme{}
	for theme := range strings.FieldsSeq(r.Themes) {
		r.Composed.Themes = append(r.Composed.Themes, puzzle.Theme(theme))
	}
	return r.Composed
}

// AddComposed implements puzzles.Store.
func (s *Store) AddComposed(ctx context.Context, c puzzles.Composed, since time.Time) error {
	themes := make([]string, len(c.Themes))
	for i, t := range c.Themes {
		themes[i] = string(t)
	}
	position := puzzles.PositionOf(c.FEN)
	return s.transact(ctx, func(ctx context.Context, t transaction) error {
		if err := feature.LockAccount(ctx, t.Tx, c.Author); err != nil {
			return err
		}
		if err := t.lock(ctx, puzzlesLock); err != nil {
			return err
		}
		of, err := db.One[struct{ Ever, Today int }](ctx, t, nil, "SELECT COUNT(*) AS ever, "+
			"COUNT(CASE WHEN created > $2 THEN 1 END) AS today FROM puzzle_composed WHERE author = $1", c.Author, since)
		switch {
		case err != nil:
			return err
		case of.Ever >= puzzles.MaxComposed || of.Today >= puzzles.MaxPerDay:
			return puzzles.ErrMany
		}
		same, err := db.One[string](ctx, t, nil,
			"SELECT id FROM puzzle_composed WHERE id = $1 OR variant = $2 AND position = $3", c.ID, c.Variant, position)
		switch {
		case err != nil:
			return err
		case same != "":
			return &puzzles.DuplicateError{ID: same}
		}
		_, err = t.Exec(ctx,
			`INSERT INTO puzzle_composed (id, author, variant, fen, position, moves, goal, proof, rating, themes, note, created)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
			c.ID, c.Author, c.Variant, c.FEN, position, c.Solution(), c.Goal, c.Proof, c.Rating, strings.Join(themes, " "),
			c.Note, c.Created)
		return err
	})
}

// ComposedPuzzle implements puzzles.Store.
func (s *Store) ComposedPuzzle(ctx context.Context, id string) (puzzles.Composed, error) {
	row, err := db.One[composedRow](ctx, s.db, puzzles.ErrNotFound, "SELECT * FROM puzzle_composed WHERE id = $1", id)
	return row.composed(), err
}

// ComposedAt implements puzzles.Store.
func (s *Store) ComposedAt(ctx context.Context, variant, position string) (string, error) {
	return db.One[string](ctx, s.db, nil,
		"SELECT id FROM puzzle_composed WHERE variant = $1 AND position = $2", variant, position)
}

// ComposedBy implements puzzles.Store.
func (s *Store) ComposedBy(
	ctx context.Context, author string, before time.Time, limit int,
) ([]puzzles.Composed, error) {
	last := int64(math.MaxInt64)
	if !before.IsZero() {
		last = before.UnixMilli()
	}
	rows, err := db.All[composedRow](ctx, s.db, "SELECT * FROM puzzle_composed WHERE author = $1 AND created < $2 "+
		"ORDER BY created DESC, id LIMIT $3", author, last, limit)
	return values(rows, (*composedRow).composed), err
}

// DeleteComposed implements puzzles.Store.
func (s *Store) DeleteComposed(ctx context.Context, id, author string, at time.Time) error {
	return s.transact(ctx, func(ctx context.Context, t transaction) error {
		if err := t.lock(ctx, puzzlesLock); err != nil {
			return err
		}
		if err := t.Need(ctx, puzzles.ErrNotFound,
			"DELETE FROM puzzle_composed WHERE id = $1 AND author = $2 AND author <> ''", id, author); err != nil {
			return err
		}
		// It could not be decided about any more.
		if err := t.decideReports(ctx, id, at); err != nil {
			return err
		}
		_, err := t.Exec(ctx, "UPDATE puzzle_records SET state = $2, since = $3 WHERE puzzle = $1 AND state = $4",
			id, puzzles.Removed, at, puzzles.Resting)
		return err
	})
}
