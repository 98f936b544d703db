package puzzle

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/wane-chess/wane/internal/server/admin"
	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/feature"
)

// addReport stores a report, or returns ErrOpen or ErrReports. With RestAfter open reports of accounts an active puzzle
// begins to rest; fresh is its record if it has none.
func (s *Service) addReport(ctx context.Context, r Report, fresh Record) error {
	return s.change(ctx, func(ctx context.Context, t db.Tx) error {
		reported, err := db.All[string](ctx, t, "SELECT puzzle FROM puzzle_reports "+
			"WHERE decided = 0 AND reporter <> '' AND reporter = $1", r.Reporter)
		switch {
		case err != nil:
			return err
		case slices.Contains(reported, r.Puzzle):
			return ErrOpen
		case len(reported) >= MaxOpen:
			return ErrReports
		}
		if _, err := t.Exec(ctx, "INSERT INTO puzzle_reports (puzzle, variant, at, reporter, account, reason, text, "+
			"decided) VALUES ($1, $2, $3, $4, $5, $6, $7, 0)",
			r.Puzzle, r.Variant, r.At, r.Reporter, r.Account, r.Reason, r.Text); err != nil {
			return err
		}
		accounts, err := db.One[int](ctx, t, nil,
			"SELECT COUNT(*) FROM puzzle_reports WHERE puzzle = $1 AND decided = 0 AND account", r.Puzzle)
		if err != nil || accounts < RestAfter {
			return err
		}
		return setState(ctx, t, fresh, Resting, r.At, Active)
	})
}

// setState sets the state of a puzzle that has one of some others.
func setState(ctx context.Context, t db.Tx, fresh Record, state State, at time.Time, from ...State) error {
	if _, err := t.Exec(ctx, "INSERT INTO puzzle_records (puzzle, variant, rating, deviation, volatility, tried, solved, "+
		"state) VALUES ($1, $2, $3, $4, $5, 0, 0, '') ON CONFLICT (puzzle) DO NOTHING",
		fresh.Puzzle, fresh.Variant, fresh.Value, fresh.Deviation, fresh.Volatility); err != nil {
		return err
	}
	_, err := t.Exec(ctx, "UPDATE puzzle_records SET state = $2, since = $3 WHERE puzzle = $1 AND state <> $2 "+
		"AND state IN ("+db.MarksFrom(4, len(from))+")", append([]any{fresh.Puzzle, state, at}, db.Args(from)...)...)
	return err
}

// Cases returns the puzzles that rest, those that rest longest first, then those with open reports.
func (s *Service) Cases(ctx context.Context, limit int) ([]Case, error) {
	return db.All[Case](ctx, s.o.DB, `SELECT puzzle, variant, state, reports, first FROM (
		SELECT r.puzzle, r.variant, r.state, (SELECT COUNT(*) FROM puzzle_reports AS o
		WHERE o.puzzle = r.puzzle AND o.decided = 0) AS reports, r.since AS first, 0 AS place
			FROM puzzle_records AS r WHERE r.state <> '' AND r.state = 'resting'
		UNION ALL SELECT o.puzzle, MIN(o.variant), '', COUNT(*), MIN(o.at), 1 FROM puzzle_reports AS o
			WHERE o.decided = 0 AND o.puzzle NOT IN
			(SELECT puzzle FROM puzzle_records WHERE state <> '' AND state = 'resting') GROUP BY o.puzzle
		) AS cases ORDER BY place, first, puzzle LIMIT $1`, limit)
}

// Reports returns the open reports on a puzzle, the latest first.
func (s *Service) Reports(ctx context.Context, id string, limit int) ([]Report, error) {
	return db.All[Report](ctx, s.o.DB,
		"SELECT puzzle, variant, at, reporter, account, reason, text FROM puzzle_reports "+
			"WHERE puzzle = $1 AND decided = 0 ORDER BY id DESC LIMIT $2", id, limit)
}

// setState sets the state of a puzzle, closes its open reports unless it rests, and notes that in the log.
func (s *Service) setState(ctx context.Context, fresh Record, state State, e admin.Entry) error {
	return s.change(ctx, func(ctx context.Context, t db.Tx) error {
		if err := setState(ctx, t, fresh, state, e.At, Active, Resting, Removed); err != nil {
			return err
		}
		if state != Resting {
			if err := closeReports(ctx, t, fresh.Puzzle, e.At); err != nil {
				return err
			}
		}
		return admin.Note(ctx, t, e)
	})
}

// closeReports notes that the reports on a puzzle are decided.
func closeReports(ctx context.Context, t db.Tx, puzzle string, at time.Time) error {
	_, err := t.Exec(ctx, "UPDATE puzzle_reports SET decided = $2 WHERE puzzle = $1 AND decided = 0", puzzle, at)
	return err
}

// publish publishes a puzzle. It returns *DuplicateError, or ErrMany if its author has published MaxPerDay since a
// time, or MaxComposed in all.
func (s *Service) publish(ctx context.Context, c Puzzle, since time.Time) error {
	themes := make([]string, len(c.Themes))
	for i, t := range c.Themes {
		themes[i] = string(t)
	}
	position := PositionOf(c.FEN)
	return s.o.DB.Write(ctx, func(ctx context.Context, t db.Tx) error {
		if err := feature.LockAccount(ctx, t, c.Author); err != nil {
			return err
		}
		if err := t.Lock(ctx, db.PuzzlesLock, ""); err != nil {
			return err
		}
		of, err := db.One[struct{ Ever, Today int }](ctx, t, nil, "SELECT COUNT(*) AS ever, "+
			"COUNT(CASE WHEN created > $2 THEN 1 END) AS today FROM puzzle_composed WHERE author = $1", c.Author, since)
		switch {
		case err != nil:
			return err
		case of.Ever >= MaxComposed || of.Today >= MaxPerDay:
			return ErrMany
		}
		same, err := db.One[string](ctx, t, nil,
			"SELECT id FROM puzzle_composed WHERE id = $1 OR variant = $2 AND position = $3", c.ID, c.Variant, position)
		switch {
		case err != nil:
			return err
		case same != "":
			return &DuplicateError{ID: same}
		}
		_, err = t.Exec(ctx,
			`INSERT INTO puzzle_composed (id, author, variant, fen, position, moves, goal, proof, rating, themes, note, created)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
			c.ID, c.Author, c.Variant, c.FEN, position, c.Solution(), c.Goal, c.Proof, c.Rating, strings.Join(themes, " "),
			c.Note, c.Created)
		return err
	})
}

// Withdraw withdraws a puzzle of an author, or returns ErrNotFound. It closes the reports on it, which could not be
// decided about any more. If it rests, it is removed: published again, it is not given out.
func (s *Service) Withdraw(ctx context.Context, id, author string) error {
	at := s.o.Now()
	return s.change(ctx, func(ctx context.Context, t db.Tx) error {
		if err := t.Need(ctx, ErrNotFound,
			"DELETE FROM puzzle_composed WHERE id = $1 AND author = $2 AND author <> ''", id, author); err != nil {
			return err
		}
		if err := closeReports(ctx, t, id, at); err != nil {
			return err
		}
		_, err := t.Exec(ctx, "UPDATE puzzle_records SET state = $2, since = $3 WHERE puzzle = $1 AND state = $4",
			id, Removed, at, Resting)
		return err
	})
}
