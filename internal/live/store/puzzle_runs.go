package store

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"github.com/wane-chess/wane/internal/live/puzzles"
)

// runRow is a row of the table puzzle_runs.
type runRow struct {
	bun.BaseModel `bun:"table:puzzle_runs"`

	Player  string `bun:",pk"`
	Kind    string `bun:",pk"`
	Variant string `bun:",pk"`
	Span    string `bun:",pk"`
	Begun   int64
	Score   int
	Wrong   int
	Took    int64
	At      int64
}

func (r *runRow) run() puzzles.Run {
	return puzzles.Run{
		Player: r.Player, Kind: puzzles.Kind(r.Kind), Variant: r.Variant, Score: r.Score,
		Took: time.Duration(r.Took) * time.Millisecond, Wrong: r.Wrong, At: timeOf(r.At),
	}
}

// putRun stores a run in place of the player's bests of the day, the week and ever that are not better. The order of
// runs is that of puzzles.Run.Beats.
func (t transaction) putRun(ctx context.Context, r puzzles.Run) error {
	for _, span := range puzzles.Spans {
		_, err := t.Do(ctx, `INSERT INTO puzzle_runs (player, kind, variant, span, begun, score, wrong, took, at)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
			ON CONFLICT (player, kind, variant, span) DO UPDATE SET begun = excluded.begun,
			score = excluded.score, wrong = excluded.wrong, took = excluded.took, at = excluded.at
			WHERE (puzzle_runs.begun, puzzle_runs.score, -puzzle_runs.wrong, -puzzle_runs.took)
			< (excluded.begun, excluded.score, -excluded.wrong, -excluded.took)`,
			r.Player, string(r.Kind), r.Variant, string(span), span.Begin(r.At).UnixMilli(), r.Score, r.Wrong,
			r.Took.Milliseconds(), r.At.UnixMilli())
		if err != nil {
			return err
		}
	}
	return nil
}

// BestRuns implements puzzles.Store.
func (s *Store) BestRuns(
	ctx context.Context, player string, q puzzles.RunQuery, now time.Time,
) (map[puzzles.Span]puzzles.Run, error) {
	rows, err := s.runs(ctx, func(query *bun.SelectQuery) *bun.SelectQuery {
		return query.Where("player = ?", player).Where("kind = ?", string(q.Kind)).Where("variant = ?", q.Variant)
	})
	bests := map[puzzles.Span]puzzles.Run{}
	for i := range rows {
		if span := puzzles.Span(rows[i].Span); rows[i].Begun == span.Begin(now).UnixMilli() {
			bests[span] = rows[i].run()
		}
	}
	return bests, err
}

// LeadingRuns implements puzzles.Store.
func (s *Store) LeadingRuns(
	ctx context.Context, q puzzles.RunQuery, span puzzles.Span, now time.Time, limit int,
) ([]puzzles.Run, error) {
	rows, err := s.runs(ctx, func(query *bun.SelectQuery) *bun.SelectQuery {
		return query.Where("kind = ?", string(q.Kind)).Where("variant = ?", q.Variant).Where("span = ?", string(span)).
			Where("begun = ?", span.Begin(now).UnixMilli()).
			Where("EXISTS (SELECT 1 FROM accounts WHERE accounts.id = run_row.player AND closed = 0)").
			OrderExpr("score DESC, wrong, took, at").Limit(int64(limit))
	})
	list := make([]puzzles.Run, len(rows))
	for i := range rows {
		list[i] = rows[i].run()
	}
	return list, err
}

func (s *Store) runs(ctx context.Context, narrow func(*bun.SelectQuery) *bun.SelectQuery) (rows []runRow, err error) {
	ctx, cancel := s.reading(ctx)
	defer cancel()
	if err := narrow(s.read.NewSelect().Model(&rows)).Scan(ctx); err != nil {
		return nil, s.puzzleError(ctx, "read runs", err)
	}
	return rows, nil
}
