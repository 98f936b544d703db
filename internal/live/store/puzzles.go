package store

import (
	"context"
	"strings"
	"time"

	"github.com/wane-chess/wane/internal/live/puzzles"
	"github.com/wane-chess/wane/internal/live/rating"
	"github.com/wane-chess/wane/internal/server/db"
)

var _ puzzles.Store = (*Store)(nil)

// attemptRow is a row of the table puzzle_attempts.
type attemptRow struct {
	puzzles.Attempt

	Took            int64 // milliseconds
	Moves           string
	Solved          bool
	BeforeRating    float64
	BeforeDeviation float64
	AfterRating     float64
	AfterDeviation  float64
}

func (r *attemptRow) attempt() puzzles.Attempt {
	a := r.Attempt
	a.Took, a.Moves, a.Right = time.Duration(r.Took)*time.Millisecond, strings.Fields(r.Moves), r.Solved
	a.Before = rating.Rating{Value: r.BeforeRating, Deviation: r.BeforeDeviation}
	a.After = rating.Rating{Value: r.AfterRating, Deviation: r.AfterDeviation}
	return a
}

// SettleAttempts implements puzzles.Store.
func (s *Store) SettleAttempts(
	ctx context.Context, player string, list []puzzles.Try,
) (settled []puzzles.Attempt, err error) {
	err = s.transact(ctx, func(ctx context.Context, t transaction) error {
		if err := t.lock(ctx, puzzlesLock); err != nil {
			return err
		}
		for i := range list {
			a, err := t.settleAttempt(ctx, player, list[i])
			if err != nil {
				return err
			}
			settled = append(settled, a)
		}
		return nil
	})
	return settled, err
}

// settleAttempt stores an attempt and what it does, or returns the first attempt at the puzzle.
func (t transaction) settleAttempt(
	ctx context.Context, player string, try puzzles.Try,
) (a puzzles.Attempt, err error) {
	known, err := db.One[attemptRow](ctx, t, nil,
		"SELECT * FROM puzzle_attempts WHERE player = $1 AND puzzle = $2", player, try.Puzzle)
	if err != nil {
		return a, err
	}
	if known.Puzzle != "" {
		_, err = t.Exec(ctx, "UPDATE puzzle_attempts SET last = $2 WHERE seq = $1 AND last < $2", known.Seq, try.At)
		return known.attempt(), err
	}
	standing, err := puzzleStanding(ctx, t, player, try.Variant)
	if err != nil {
		return a, err
	}
	record, err := db.One[puzzles.Record](ctx, t, nil, selectRecords+"puzzle = $1", try.Puzzle)
	if err != nil {
		return a, err
	}
	if record.Puzzle == "" {
		record = try.Fresh
	}
	a, standing, record = puzzles.Apply(try.Attempt, standing, record)
	if _, err := t.Exec(ctx, `INSERT INTO puzzle_ratings (player, variant, rating, deviation, volatility, tried, solved,
		counted, seen) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (player, variant)
		DO UPDATE SET rating = $3, deviation = $4, volatility = $5, tried = $6, solved = $7, counted = $8,
		seen = CASE WHEN puzzle_ratings.seen > $9 THEN puzzle_ratings.seen ELSE $9 END`,
		player, try.Variant, standing.Value, standing.Deviation, standing.Volatility, standing.Tried, standing.Solved,
		standing.At, a.At); err != nil {
		return a, err
	}
	if _, err := t.Exec(ctx, `INSERT INTO puzzle_records (puzzle, variant, rating, deviation, volatility, tried, solved,
		state) VALUES ($1, $2, $3, $4, $5, $6, $7, '')
		ON CONFLICT (puzzle) DO UPDATE SET rating = $3, deviation = $4, volatility = $5, tried = $6, solved = $7`,
		record.Puzzle, record.Variant, record.Value, record.Deviation, record.Volatility, record.Tried,
		record.Solved); err != nil {
		return a, err
	}
	a.Seq, err = db.One[int64](ctx, t, nil,
		`INSERT INTO puzzle_attempts (player, puzzle, id, variant, at, last, took, moves, solved, helped, counted,
		before_rating, before_deviation, after_rating, after_deviation, puzzle_before, puzzle_after)
		VALUES ($1, $2, $3, $4, $5, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16) RETURNING seq`,
		player, a.Puzzle, a.ID, a.Variant, a.At, a.Took.Milliseconds(), strings.Join(a.Moves, " "), a.Right,
		a.Helped, a.Counted,
		a.Before.Value, a.Before.Deviation, a.After.Value, a.After.Deviation, a.PuzzleBefore, a.PuzzleAfter)
	a.Took = a.Took.Truncate(time.Millisecond)
	return a, err
}

// selectRecords begins a query for the records of puzzles.
const selectRecords = "SELECT *, rating AS value FROM puzzle_records WHERE "

// puzzleStanding returns the standing of a player in a variant, a new one if there is none.
func puzzleStanding(ctx context.Context, q db.Queryer, player, variant string) (puzzles.Standing, error) {
	s, err := db.One[puzzles.Standing](ctx, q, nil, "SELECT *, rating AS value, counted AS at FROM puzzle_ratings "+
		"WHERE player = $1 AND variant = $2", player, variant)
	if err == nil && s.Player == "" {
		s = puzzles.NewStanding(player, variant)
	}
	return s, err
}
