package store

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"github.com/wane-chess/wane/internal/live/admin"
	"github.com/wane-chess/wane/internal/live/puzzles"
)

// puzzleReportRow is a row of the table puzzle_reports.
type puzzleReportRow struct {
	bun.BaseModel `bun:"table:puzzle_reports"`

	ID       int64 `bun:",pk"`
	Puzzle   string
	Variant  string
	At       int64
	Reporter string
	Account  bool
	Reason   string
	Text     string
	Decided  int64
}

func (r *puzzleReportRow) report() puzzles.Report {
	out := puzzles.Report{
		ID: r.ID, Puzzle: r.Puzzle, Variant: r.Variant, At: timeOf(r.At), Reporter: r.Reporter, Account: r.Account,
		Reason: puzzles.Reason(r.Reason), Text: r.Text,
	}
	if r.Decided != 0 {
		out.Decided = timeOf(r.Decided)
	}
	return out
}

// AddPuzzleReport implements puzzles.Store.
func (s *Store) AddPuzzleReport(ctx context.Context, r puzzles.Report, fresh puzzles.Record) error {
	err := checkText(r.Puzzle, r.Variant, r.Reporter, string(r.Reason), r.Text)
	if err == nil {
		err = s.transact(ctx, func(ctx context.Context, t transaction) error {
			if err := t.lock(ctx, puzzlesLock); err != nil {
				return err
			}
			var open, same, accounts int
			err := t.Row(ctx, `SELECT COUNT(*), COALESCE(SUM(CASE WHEN puzzle = $2 THEN 1 ELSE 0 END), 0) FROM puzzle_reports
				WHERE decided = 0 AND reporter <> '' AND reporter = $1`, r.Reporter, r.Puzzle).
				Scan(&open, &same)
			switch {
			case err != nil:
				return err
			case same > 0:
				return puzzles.ErrOpen
			case open >= puzzles.MaxOpen:
				return puzzles.ErrMany
			}
			_, err = t.Do(ctx, "INSERT INTO puzzle_reports (puzzle, variant, at, reporter, account, reason, text, decided) "+
				"VALUES ($1, $2, $3, $4, $5, $6, $7, 0)",
				r.Puzzle, r.Variant, r.At.UnixMilli(), r.Reporter, r.Account, string(r.Reason), r.Text)
			if err == nil {
				err = t.Row(ctx, "SELECT COUNT(*) FROM puzzle_reports WHERE puzzle = $1 AND decided = 0 AND account", r.Puzzle).
					Scan(&accounts)
			}
			if err != nil || accounts < puzzles.RestAfter {
				return err
			}
			return t.setPuzzleState(ctx, fresh, puzzles.Resting, r.At, puzzles.Active)
		})
	}
	return s.puzzleError(ctx, "store a report on a puzzle", err)
}

// setPuzzleState sets the state of a puzzle that has one of some states.
func (t transaction) setPuzzleState(
	ctx context.Context, fresh puzzles.Record, state puzzles.State, at time.Time, from ...puzzles.State,
) error {
	if _, err := t.Do(ctx, "INSERT INTO puzzle_records (puzzle, variant, rating, deviation, volatility, tried, solved, "+
		"state) VALUES ($1, $2, $3, $4, $5, 0, 0, '') ON CONFLICT (puzzle) DO NOTHING",
		fresh.Puzzle, fresh.Variant, fresh.Value, fresh.Deviation, fresh.Volatility); err != nil {
		return err
	}
	for _, before := range from {
		if before == state {
			continue
		}
		if _, err := t.Do(ctx, "UPDATE puzzle_records SET state = $2, since = $3 WHERE puzzle = $1 AND state = $4",
			fresh.Puzzle, string(state), at.UnixMilli(), string(before)); err != nil {
			return err
		}
	}
	return nil
}

// PuzzleCases implements puzzles.Store.
func (s *Store) PuzzleCases(ctx context.Context, limit int) ([]puzzles.Case, error) {
	ctx, cancel := s.reading(ctx)
	defer cancel()
	var rows []struct {
		Puzzle, Variant, State string
		Open                   int
		First                  int64
	}
	err := s.read.NewRaw(`SELECT puzzle, variant, state, open, first FROM (
		SELECT r.puzzle, r.variant, r.state, (SELECT COUNT(*) FROM puzzle_reports AS o
		WHERE o.puzzle = r.puzzle AND o.decided = 0) AS open, r.since AS first, 0 AS place
			FROM puzzle_records AS r WHERE r.state = 'resting'
		UNION ALL SELECT o.puzzle, MIN(o.variant), '', COUNT(*), MIN(o.at), 1 FROM puzzle_reports AS o
			WHERE o.decided = 0 AND o.puzzle NOT IN (SELECT puzzle FROM puzzle_records WHERE state = 'resting') GROUP BY o.puzzle
		) AS cases ORDER BY place, first, puzzle LIMIT ?`, limit).Scan(ctx, &rows)
	if err != nil {
		return nil, s.puzzleError(ctx, "list puzzles that were reported", err)
	}
	list := make([]puzzles.Case, len(rows))
	for i, r := range rows {
		list[i] = puzzles.Case{
			Puzzle: r.Puzzle, Variant: r.Variant, State: puzzles.State(r.State), Reports: r.Open, First: timeOf(r.First),
		}
	}
	return list, nil
}

// PuzzleReports implements puzzles.Store.
func (s *Store) PuzzleReports(ctx context.Context, id string, limit int) ([]puzzles.Report, error) {
	ctx, cancel := s.reading(ctx)
	defer cancel()
	var rows []puzzleReportRow
	err := s.read.NewSelect().Model(&rows).Where("puzzle = ?", id).Order("id DESC").Limit(int64(limit)).Scan(ctx)
	if err != nil {
		return nil, s.puzzleError(ctx, "read the reports on a puzzle", err)
	}
	list := make([]puzzles.Report, len(rows))
	for i := range rows {
		list[i] = rows[i].report()
	}
	return list, nil
}

// DecidePuzzle implements puzzles.Store.
func (s *Store) DecidePuzzle(
	ctx context.Context, fresh puzzles.Record, state puzzles.State, at time.Time, e admin.Entry,
) error {
	err := checkText(fresh.Puzzle, e.Operator, e.Detail)
	if err == nil {
		err = s.transact(ctx, func(ctx context.Context, t transaction) error {
			err := t.lock(ctx, puzzlesLock)
			if err == nil {
				err = t.setPuzzleState(ctx, fresh, state, at, puzzles.Active, puzzles.Resting, puzzles.Removed)
			}
			if err == nil && state != puzzles.Resting {
				_, err = t.Do(ctx, "UPDATE puzzle_reports SET decided = $2 WHERE puzzle = $1 AND decided = 0",
					fresh.Puzzle, at.UnixMilli())
			}
			if err == nil {
				err = t.log(ctx, e)
			}
			return err
		})
	}
	return s.puzzleError(ctx, "decide about a puzzle", err)
}

// ForgetPuzzleReports implements puzzles.Store.
func (s *Store) ForgetPuzzleReports(ctx context.Context, before time.Time) error {
	err := s.chore(ctx, func(ctx context.Context, t transaction) error {
		_, err := t.Do(ctx, "DELETE FROM puzzle_reports WHERE decided > 0 AND decided < $1", before.UnixMilli())
		return err
	})
	return s.puzzleError(ctx, "delete old reports on puzzles", err)
}
