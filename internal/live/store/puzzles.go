package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"github.com/wane-chess/wane/internal/live/db"
	"github.com/wane-chess/wane/internal/live/livegame"
	"github.com/wane-chess/wane/internal/live/puzzles"
	"github.com/wane-chess/wane/internal/live/rating"
)

var _ puzzles.Store = (*Store)(nil)

// puzzleStandingRow is a row of the table puzzle_ratings.
type puzzleStandingRow struct {
	bun.BaseModel `bun:"table:puzzle_ratings"`

	Player     string `bun:",pk"`
	Variant    string `bun:",pk"`
	Rating     float64
	Deviation  float64
	Volatility float64
	Tried      int
	Solved     int
	Counted    int64
	Seen       int64
}

func (r *puzzleStandingRow) standing() puzzles.Standing {
	s := puzzles.Standing{
		Player: r.Player, Variant: r.Variant,
		Rating: rating.Rating{Value: r.Rating, Deviation: r.Deviation, Volatility: r.Volatility}, Tried: r.Tried,
		Solved: r.Solved,
	}
	if r.Counted > 0 {
		s.At = timeOf(r.Counted)
	}
	return s
}

// puzzleRecordRow is a row of the table puzzle_records.
type puzzleRecordRow struct {
	bun.BaseModel `bun:"table:puzzle_records"`

	Puzzle     string `bun:",pk"`
	Variant    string
	Rating     float64
	Deviation  float64
	Volatility float64
	Tried      int
	Solved     int
	State      string
	Since      int64
}

func (r *puzzleRecordRow) record() puzzles.Record {
	return puzzles.Record{
		Puzzle: r.Puzzle, Variant: r.Variant,
		Rating: rating.Rating{Value: r.Rating, Deviation: r.Deviation, Volatility: r.Volatility}, Tried: r.Tried,
		Solved: r.Solved, State: puzzles.State(r.State),
	}
}

// attemptRow is a row of the table puzzle_attempts.
type attemptRow struct {
	bun.BaseModel `bun:"table:puzzle_attempts"`

	Seq             int64 `bun:",pk"`
	Player          string
	Puzzle          string
	ID              string
	Variant         string
	At              int64
	Last            int64
	Took            int64
	Moves           string
	Solved          bool
	Helped          bool
	Counted         bool
	BeforeRating    float64
	BeforeDeviation float64
	AfterRating     float64
	AfterDeviation  float64
	PuzzleBefore    float64
	PuzzleAfter     float64
}

// attemptColumns are the columns of an attempt, in the order of scan.
var attemptColumns = columns(`seq player puzzle id variant at last took moves solved helped counted
	before_rating before_deviation after_rating after_deviation puzzle_before puzzle_after`)

func (r *attemptRow) scan(row *db.Row) error {
	return row.Scan(&r.Seq, &r.Player, &r.Puzzle, &r.ID, &r.Variant, &r.At, &r.Last, &r.Took, &r.Moves, &r.Solved,
		&r.Helped, &r.Counted,
		&r.BeforeRating, &r.BeforeDeviation, &r.AfterRating, &r.AfterDeviation, &r.PuzzleBefore, &r.PuzzleAfter)
}

func (r *attemptRow) attempt() puzzles.Attempt {
	return puzzles.Attempt{
		Seq: r.Seq, ID: r.ID, Player: r.Player, Puzzle: r.Puzzle, Variant: r.Variant, Moves: strings.Fields(r.Moves),
		At: timeOf(r.At), Took: time.Duration(r.Took) * time.Millisecond, Right: r.Solved, Helped: r.Helped,
		Counted: r.Counted, Before: rating.Rating{Value: r.BeforeRating, Deviation: r.BeforeDeviation},
		After: rating.Rating{Value: r.AfterRating, Deviation: r.AfterDeviation}, PuzzleBefore: r.PuzzleBefore,
		PuzzleAfter: r.PuzzleAfter,
	}
}

// puzzleError explains an error of a method that is about puzzles.
func (s *Store) puzzleError(ctx context.Context, what string, err error) error {
	for _, known := range []error{puzzles.ErrNotFound, puzzles.ErrNoRun, puzzles.ErrOpen, puzzles.ErrMany} {
		if errors.Is(err, known) {
			return known
		}
	}
	var duplicate *puzzles.DuplicateError
	var refused *livegame.Error
	if err == nil || errors.As(err, &duplicate) || errors.As(err, &refused) {
		return err
	}
	return fmt.Errorf("%s: %w", what, s.readError(ctx, err))
}

// SettleAttempts implements puzzles.Store.
func (s *Store) SettleAttempts(
	ctx context.Context, player string, list []puzzles.Try,
) (settled []puzzles.Attempt, err error) {
	for i := range list {
		a := &list[i].Attempt
		if err := checkText(player, a.ID, a.Puzzle, a.Variant, strings.Join(a.Moves, " ")); err != nil {
			return nil, fmt.Errorf("settle attempts: %w", err)
		}
	}
	err = s.transact(ctx, func(ctx context.Context, t transaction) error {
		settled = nil // the transaction may be repeated
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
	return settled, s.puzzleError(ctx, "settle attempts at puzzles", err)
}

// settleAttempt stores an attempt and what it does, or returns the first attempt at the puzzle.
func (t transaction) settleAttempt(ctx context.Context, player string, try puzzles.Try) (puzzles.Attempt, error) {
	var row attemptRow
	err := row.scan(t.Row(ctx,
		"SELECT "+strings.Join(attemptColumns, ", ")+" FROM puzzle_attempts WHERE player = $1 AND puzzle = $2",
		player, try.Puzzle))
	if err == nil {
		if at := try.At.UnixMilli(); at > row.Last {
			_, err = t.Do(ctx, "UPDATE puzzle_attempts SET last = $2 WHERE seq = $1", row.Seq, at)
		}
		return row.attempt(), err
	}
	if !errors.Is(err, sql.ErrNoRows) {
		return puzzles.Attempt{}, err
	}
	standing, seen, err := t.puzzleStanding(ctx, player, try.Variant)
	if err != nil {
		return puzzles.Attempt{}, err
	}
	record, err := t.puzzleRecord(ctx, try.Fresh)
	if err != nil {
		return puzzles.Attempt{}, err
	}
	a, standing, record := puzzles.Apply(try.Attempt, standing, record)
	counted := int64(0)
	if !standing.At.IsZero() {
		counted = standing.At.UnixMilli()
	}
	_, err = t.Do(ctx, `INSERT INTO puzzle_ratings (player, variant, rating, deviation, volatility, tried, solved, counted,
		seen) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
		ON CONFLICT (player, variant)
		DO UPDATE SET rating = $3, deviation = $4, volatility = $5, tried = $6, solved = $7, counted = $8, seen = $9`,
		player, try.Variant, standing.Value, standing.Deviation, standing.Volatility, standing.Tried, standing.Solved,
		counted, max(seen, a.At.UnixMilli()))
	if err == nil {
		_, err = t.Do(ctx, `INSERT INTO puzzle_records (puzzle, variant, rating, deviation, volatility, tried, solved, state)
			VALUES ($1, $2, $3, $4, $5, $6, $7, '')
			ON CONFLICT (puzzle) DO UPDATE SET rating = $3, deviation = $4, volatility = $5, tried = $6, solved = $7`,
			record.Puzzle, record.Variant, record.Value, record.Deviation, record.Volatility, record.Tried, record.Solved)
	}
	if err == nil {
		err = t.Row(ctx,
			`INSERT INTO puzzle_attempts (player, puzzle, id, variant, at, last, took, moves, solved, helped, counted,
			before_rating, before_deviation, after_rating, after_deviation, puzzle_before, puzzle_after)
			VALUES ($1, $2, $3, $4, $5, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16) RETURNING seq`,
			player, a.Puzzle, a.ID, a.Variant, a.At.UnixMilli(), a.Took.Milliseconds(), strings.Join(a.Moves, " "), a.Right,
			a.Helped, a.Counted,
			a.Before.Value, a.Before.Deviation, a.After.Value, a.After.Deviation, a.PuzzleBefore, a.PuzzleAfter).Scan(&a.Seq)
	}
	a.Took = a.Took.Truncate(time.Millisecond)
	return a, err
}

// puzzleStanding returns a standing, and when its player tried a puzzle last.
func (t transaction) puzzleStanding(ctx context.Context, player, variant string) (puzzles.Standing, int64, error) {
	r := puzzleStandingRow{Player: player, Variant: variant}
	err := t.Row(ctx, "SELECT rating, deviation, volatility, tried, solved, counted, seen FROM puzzle_ratings "+
		"WHERE player = $1 AND variant = $2", player, variant).
		Scan(&r.Rating, &r.Deviation, &r.Volatility, &r.Tried, &r.Solved, &r.Counted, &r.Seen)
	if errors.Is(err, sql.ErrNoRows) {
		return puzzles.NewStanding(player, variant), 0, nil
	}
	return r.standing(), r.Seen, err
}

// puzzleRecord returns the record of a puzzle, a fresh one if it has none.
func (t transaction) puzzleRecord(ctx context.Context, fresh puzzles.Record) (puzzles.Record, error) {
	r := puzzleRecordRow{Puzzle: fresh.Puzzle}
	err := t.Row(ctx,
		"SELECT variant, rating, deviation, volatility, tried, solved, state FROM puzzle_records WHERE puzzle = $1",
		fresh.Puzzle).
		Scan(&r.Variant, &r.Rating, &r.Deviation, &r.Volatility, &r.Tried, &r.Solved, &r.State)
	if errors.Is(err, sql.ErrNoRows) {
		return fresh, nil
	}
	return r.record(), err
}
