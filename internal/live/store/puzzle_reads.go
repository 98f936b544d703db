package store

import (
	"context"
	"math"
	"time"

	"github.com/wane-chess/wane/internal/live/puzzles"
	"github.com/wane-chess/wane/internal/server/db"
)

// PuzzleStanding implements puzzles.Store.
func (s *Store) PuzzleStanding(ctx context.Context, player, variant string) (puzzles.Standing, error) {
	return puzzleStanding(ctx, s.db, player, variant)
}

// TriedPuzzles implements puzzles.Store.
func (s *Store) TriedPuzzles(ctx context.Context, player, variant string) ([]puzzles.Tried, error) {
	return db.All[puzzles.Tried](ctx, s.db, "SELECT puzzle, last FROM puzzle_attempts "+
		"WHERE player = $1 AND variant = $2 ORDER BY last, puzzle", player, variant)
}

// Attempts implements puzzles.Store.
func (s *Store) Attempts(
	ctx context.Context, player, variant string, before int64, limit int,
) ([]puzzles.Attempt, error) {
	if before <= 0 {
		before = math.MaxInt64
	}
	rows, err := db.All[attemptRow](ctx, s.db, "SELECT * FROM puzzle_attempts WHERE player = $1 "+
		"AND (variant = $2 OR $2 = '') AND seq < $3 ORDER BY seq DESC LIMIT $4", player, variant, before, limit)
	return values(rows, (*attemptRow).attempt), err
}

// AttemptAt implements puzzles.Store.
func (s *Store) AttemptAt(ctx context.Context, player, puzzle string) (puzzles.Attempt, error) {
	row, err := db.One[attemptRow](ctx, s.db, puzzles.ErrNotFound,
		"SELECT * FROM puzzle_attempts WHERE player = $1 AND puzzle = $2", player, puzzle)
	return row.attempt(), err
}

// PuzzleRecords implements puzzles.Store.
func (s *Store) PuzzleRecords(ctx context.Context, variant string) ([]puzzles.Record, error) {
	return db.All[puzzles.Record](ctx, s.db, selectRecords+"variant = $1 ORDER BY puzzle", variant)
}

// PuzzleRecord implements puzzles.Store.
func (s *Store) PuzzleRecord(ctx context.Context, id string) (puzzles.Record, error) {
	return db.One[puzzles.Record](ctx, s.db, puzzles.ErrNotFound, selectRecords+"puzzle = $1", id)
}

// PutVote implements puzzles.Store.
func (s *Store) PutVote(ctx context.Context, player, puzzle string, vote int, at time.Time) error {
	if vote == 0 {
		return s.do(ctx, "DELETE FROM puzzle_votes WHERE puzzle = $1 AND player = $2", puzzle, player)
	}
	return s.do(ctx, "INSERT INTO puzzle_votes (puzzle, player, vote, at) VALUES ($1, $2, $3, $4) "+
		"ON CONFLICT (puzzle, player) DO UPDATE SET vote = $3, at = $4", puzzle, player, vote, at)
}

// Votes implements puzzles.Store.
func (s *Store) Votes(ctx context.Context, puzzle, player string) (up, down, own int, err error) {
	row, err := db.One[struct{ Up, Down, Own int }](ctx, s.db, nil,
		`SELECT COUNT(CASE WHEN vote > 0 THEN 1 END) AS up, COUNT(CASE WHEN vote < 0 THEN 1 END) AS down,
		COALESCE(MAX(CASE WHEN player = $1 THEN vote END), 0) AS own FROM puzzle_votes WHERE puzzle = $2`, player, puzzle)
	return row.Up, row.Down, row.Own, err
}
