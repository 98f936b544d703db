package store

import (
	"context"
	"slices"
	"time"

	"github.com/wane-chess/wane/internal/live/admin"
	"github.com/wane-chess/wane/internal/live/puzzles"
	"github.com/wane-chess/wane/internal/server/db"
)

// AddPuzzleReport implements puzzles.Store.
func (s *Store) AddPuzzleReport(ctx context.Context, r puzzles.Report, fresh puzzles.Record) error {
	return s.transact(ctx, func(ctx context.Context, t transaction) error {
		if err := t.lock(ctx, puzzlesLock); err != nil {
			return err
		}
		reported, err := db.All[string](ctx, t, "SELECT puzzle FROM puzzle_reports "+
			"WHERE decided = 0 AND reporter <> '' AND reporter = $1", r.Reporter)
		switch {
		case err != nil:
			return err
		case slices.Contains(reported, r.Puzzle):
			return puzzles.ErrOpen
		case len(reported) >= puzzles.MaxOpen:
			return puzzles.ErrMany
		}
		if _, err := t.Exec(ctx, "INSERT INTO puzzle_reports (puzzle, variant, at, reporter, account, reason, text, "+
			"decided) VALUES ($1, $2, $3, $4, $5, $6, $7, 0)",
			r.Puzzle, r.Variant, r.At, r.Reporter, r.Account, r.Reason, r.Text); err != nil {
			return err
		}
		accounts, err := db.One[int](ctx, t, nil,
			"SELECT COUNT(*) FROM puzzle_reports WHERE puzzle = $1 AND decided = 0 AND account", r.Puzzle)
		if err != nil || accounts < puzzles.RestAfter {
			return err
		}
		return t.setPuzzleState(ctx, fresh, puzzles.Resting, r.At, puzzles.Active)
	})
}

// setPuzzleState sets the state of a puzzle that has one of some others.
func (t transaction) setPuzzleState(
	ctx context.Context, fresh puzzles.Record, state puzzles.State, at time.Time, from ...puzzles.State,
) error {
	if _, err := t.Exec(ctx, "INSERT INTO puzzle_records (puzzle, variant, rating, deviation, volatility, tried, solved, "+
		"state) VALUES ($1, $2, $3, $4, $5, 0, 0, '') ON CONFLICT (puzzle) DO NOTHING",
		fresh.Puzzle, fresh.Variant, fresh.Value, fresh.Deviation, fresh.Volatility); err != nil {
		return err
	}
	_, err := t.Exec(ctx, "UPDATE puzzle_records SET state = $2, since = $3 WHERE puzzle = $1 AND state <> $2 "+
		"AND state IN ("+db.MarksFrom(4, len(from))+")", append([]any{fresh.Puzzle, state, at}, db.Args(from)...)...)
	return err
}

// PuzzleCases implements puzzles.Store.
func (s *Store) PuzzleCases(ctx context.Context, limit int) ([]puzzles.Case, error) {
	return db.All[puzzles.Case](ctx, s.db, `SELECT puzzle, variant, state, reports, first FROM (
		SELECT r.puzzle, r.variant, r.state, (SELECT COUNT(*) FROM puzzle_reports AS o
		WHERE o.puzzle = r.puzzle AND o.decided = 0) AS reports, r.since AS first, 0 AS place
			FROM puzzle_records AS r WHERE r.state <> '' AND r.state = 'resting'
		UNION ALL SELECT o.puzzle, MIN(o.variant), '', COUNT(*), MIN(o.at), 1 FROM puzzle_reports AS o
			WHERE o.decided = 0 AND o.puzzle NOT IN
			(SELECT puzzle FROM puzzle_records WHERE state <> '' AND state = 'resting') GROUP BY o.puzzle
		) AS cases ORDER BY place, first, puzzle LIMIT $1`, limit)
}

// PuzzleReports implements puzzles.Store.
func (s *Store) PuzzleReports(ctx context.Context, id string, limit int) ([]puzzles.Report, error) {
	return db.All[puzzles.Report](ctx, s.db,
		"SELECT * FROM puzzle_reports WHERE puzzle = $1 ORDER BY id DESC LIMIT $2", id, limit)
}

// DecidePuzzle implements puzzles.Store.
func (s *Store) DecidePuzzle(
	ctx context.Context, fresh puzzles.Record, state puzzles.State, at time.Time, e admin.Entry,
) error {
	return s.transact(ctx, func(ctx context.Context, t transaction) error {
		if err := t.lock(ctx, puzzlesLock); err != nil {
			return err
		}
		if err := t.setPuzzleState(ctx, fresh, state, at, puzzles.Active, puzzles.Resting, puzzles.Removed); err != nil {
			return err
		}
		if state != puzzles.Resting {
			if err := t.decideReports(ctx, fresh.Puzzle, at); err != nil {
				return err
			}
		}
		return admin.Note(ctx, t.Tx, e)
	})
}

// decideReports notes that the reports on a puzzle are decided.
func (t transaction) decideReports(ctx context.Context, puzzle string, at time.Time) error {
	_, err := t.Exec(ctx, "UPDATE puzzle_reports SET decided = $2 WHERE puzzle = $1 AND decided = 0", puzzle, at)
	return err
}

// ForgetPuzzleReports implements puzzles.Store.
func (s *Store) ForgetPuzzleReports(ctx context.Context, before time.Time) error {
	return s.db.Forget(ctx, before, "puzzle_reports", "id", "decided", "decided > 0")
}
