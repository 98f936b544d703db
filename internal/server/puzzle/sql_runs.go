package puzzle

import (
	"context"
	"encoding/json"

	"github.com/wane-chess/wane/internal/server/db"
)

// putOpenRun stores a run in progress, in place of the player's one of the kind.
func (s *Service) putOpenRun(ctx context.Context, c OpenRun) error {
	text, err := json.Marshal(c)
	if err != nil {
		return err
	}
	_, err = s.o.DB.Exec(ctx, `INSERT INTO puzzle_open_runs (player, kind, id, begun, run) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (player, kind) DO UPDATE SET id = excluded.id, begun = excluded.begun, run = excluded.run`,
		c.Player, c.Kind, c.ID, c.Begun, string(text))
	return err
}

// openRun reads a run of a player, or returns ErrNoRun.
func openRun(ctx context.Context, q db.Queryer, lock, player, id string) (OpenRun, error) {
	row, err := db.One[struct{ Run OpenRun }](ctx, q, ErrNoRun,
		"SELECT run FROM puzzle_open_runs WHERE player = $1 AND id = $2"+lock, player, id)
	row.Run.Player = player // who may have been a guest then
	return row.Run, err
}

// changeOpenRun changes a run of a player in one transaction, or returns ErrNoRun. Two at once take turns. Once the run
// has ended with a score, the transaction also stores it in place of the player's bests of the day, the week and ever
// that are worse or of an earlier day or week.
func (s *Service) changeOpenRun(
	ctx context.Context, player, id string, change func(*OpenRun) error,
) (c OpenRun, err error) {
	err = s.o.DB.Write(ctx, func(ctx context.Context, t db.Tx) (err error) {
		lock := " FOR UPDATE"
		if t.IsSQLite() { // where one transaction writes at a time
			lock = ""
		}
		if c, err = openRun(ctx, t, lock, player, id); err != nil {
			return err
		}
		over := c.Over()
		if err := change(&c); err != nil {
			return err
		}
		text, err := json.Marshal(c)
		if err != nil {
			return err
		}
		if _, err := t.Exec(ctx, "UPDATE puzzle_open_runs SET run = $3 WHERE player = $1 AND id = $2",
			player, id, string(text)); err != nil {
			return err
		}
		if over || !c.Over() || c.Score == 0 {
			return nil
		}
		return putRun(ctx, t, c.Run())
	})
	return c, err
}

// putRun stores a run in place of the player's bests of the day, the week and ever that are not better: more puzzles,
// then fewer mistakes, then less time.
func putRun(ctx context.Context, t db.Tx, r Run) error {
	for _, span := range Spans {
		if _, err := t.Exec(ctx, `INSERT INTO puzzle_runs (player, kind, variant, span, begun, score, wrong, took, at)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
			ON CONFLICT (player, kind, variant, span) DO UPDATE SET begun = excluded.begun,
			score = excluded.score, wrong = excluded.wrong, took = excluded.took, at = excluded.at
			WHERE (puzzle_runs.begun, puzzle_runs.score, -puzzle_runs.wrong, -puzzle_runs.took)
			< (excluded.begun, excluded.score, -excluded.wrong, -excluded.took)`,
			r.Player, r.Kind, r.Variant, span, span.Begin(db.Time(r.At)), r.Score, r.Wrong, r.Took, r.At); err != nil {
			return err
		}
	}
	return nil
}

// runRow is a row of the table puzzle_runs.
type runRow struct {
	Run

	Span  Span
	Begun int64
}

// Bests returns the best runs of a player.
func (s *Service) Bests(ctx context.Context, player string, q RunQuery) (mine MyRuns, err error) {
	if err := s.checkQuery(q); err != nil {
		return mine, err
	}
	rows, err := db.All[runRow](ctx, s.o.DB,
		"SELECT * FROM puzzle_runs WHERE player = $1 AND kind = $2 AND variant = $3", player, q.Kind, q.Variant)
	for i := range rows {
		if r := &rows[i]; r.Begun == r.Span.Begin(s.o.Now()).UnixMilli() {
			*mine.of(r.Span) = &r.Run
		}
	}
	return mine, err
}

// Leaders returns the best runs of accounts that are not closed in a span, the best first.
func (s *Service) Leaders(ctx context.Context, q RunQuery, span Span, limit int) ([]Run, error) {
	if err := s.checkQuery(q); err != nil {
		return nil, err
	}
	return db.All[Run](ctx, s.o.DB,
		`SELECT player, score, wrong, took, at FROM puzzle_runs
		WHERE kind = $1 AND variant = $2 AND span = $3 AND begun = $4
		AND EXISTS (SELECT 1 FROM accounts WHERE accounts.id = puzzle_runs.player AND closed = 0)
		ORDER BY score DESC, wrong, took, at LIMIT $5`, q.Kind, q.Variant, span, span.Begin(s.o.Now()), limit)
}
