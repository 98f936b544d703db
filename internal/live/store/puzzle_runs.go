package store

import (
	"context"
	"time"

	"github.com/wane-chess/wane/internal/live/puzzles"
	"github.com/wane-chess/wane/internal/server/db"
)

// runRow is a row of the table puzzle_runs.
type runRow struct {
	puzzles.Run

	Span  puzzles.Span
	Begun int64
	Took  int64 // milliseconds
}

func (r *runRow) run() puzzles.Run {
	r.Run.Took = time.Duration(r.Took) * time.Millisecond
	return r.Run
}

// putRun stores a run in place of the player's bests of the day, the week and ever that are not better. The order of
// runs is that of puzzles.Run.Beats.
func (t transaction) putRun(ctx context.Context, r puzzles.Run) error {
	var rows [][]any
	for _, span := range puzzles.Spans {
		rows = append(rows, []any{
			r.Player, r.Kind, r.Variant, span, span.Begin(r.At), r.Score, r.Wrong, r.Took.Milliseconds(), r.At,
		})
	}
	return t.insert(ctx, "puzzle_runs", columns("player kind variant span begun score wrong took at"), rows,
		`ON CONFLICT (player, kind, variant, span) DO UPDATE SET begun = excluded.begun,
		score = excluded.score, wrong = excluded.wrong, took = excluded.took, at = excluded.at
		WHERE (puzzle_runs.begun, puzzle_runs.score, -puzzle_runs.wrong, -puzzle_runs.took)
		< (excluded.begun, excluded.score, -excluded.wrong, -excluded.took)`)
}

// BestRuns implements puzzles.Store.
func (s *Store) BestRuns(
	ctx context.Context, player string, q puzzles.RunQuery, now time.Time,
) (map[puzzles.Span]puzzles.Run, error) {
	rows, err := db.All[runRow](ctx, s.db,
		"SELECT * FROM puzzle_runs WHERE player = $1 AND kind = $2 AND variant = $3", player, q.Kind, q.Variant)
	bests := map[puzzles.Span]puzzles.Run{}
	for _, r := range rows {
		if r.Begun == r.Span.Begin(now).UnixMilli() {
			bests[r.Span] = r.run()
		}
	}
	return bests, err
}

// LeadingRuns implements puzzles.Store.
func (s *Store) LeadingRuns(
	ctx context.Context, q puzzles.RunQuery, span puzzles.Span, now time.Time, limit int,
) ([]puzzles.Run, error) {
	rows, err := db.All[runRow](ctx, s.db,
		`SELECT * FROM puzzle_runs WHERE kind = $1 AND variant = $2 AND span = $3 AND begun = $4
		AND EXISTS (SELECT 1 FROM accounts WHERE accounts.id = puzzle_runs.player AND closed = 0)
		ORDER BY score DESC, wrong, took, at LIMIT $5`, q.Kind, q.Variant, span, span.Begin(now), limit)
	return values(rows, (*runRow).run), err
}
