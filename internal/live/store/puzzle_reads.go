package store

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"github.com/wane-chess/wane/internal/live/puzzles"
)

// PuzzleStanding implements puzzles.Store.
func (s *Store) PuzzleStanding(ctx context.Context, player, variant string) (puzzles.Standing, error) {
	ctx, cancel := s.reading(ctx)
	defer cancel()
	row := puzzleStandingRow{Player: player, Variant: variant}
	found, err := s.selectOne(ctx, s.read.NewSelect().Model(&row).WherePK())
	switch {
	case err != nil:
		return puzzles.Standing{}, s.puzzleError(ctx, "read a rating in puzzles", err)
	case !found:
		return puzzles.NewStanding(player, variant), nil
	}
	return row.standing(), nil
}

// TriedPuzzles implements puzzles.Store.
func (s *Store) TriedPuzzles(ctx context.Context, player, variant string) ([]puzzles.Tried, error) {
	ctx, cancel := s.reading(ctx)
	defer cancel()
	var rows []struct {
		Puzzle string
		Last   int64
	}
	err := s.read.NewSelect().Table("puzzle_attempts").Column("puzzle", "last").Where("player = ?", player).
		Where("variant = ?", variant).Order("last", "puzzle").Scan(ctx, &rows)
	if err != nil {
		return nil, s.puzzleError(ctx, "list the puzzles that a player has tried", err)
	}
	list := make([]puzzles.Tried, len(rows))
	for i, r := range rows {
		list[i] = puzzles.Tried{Puzzle: r.Puzzle, Last: timeOf(r.Last)}
	}
	return list, nil
}

// Attempts implements puzzles.Store.
func (s *Store) Attempts(
	ctx context.Context, player, variant string, before int64, limit int,
) ([]puzzles.Attempt, error) {
	return s.puzzleAttempts(ctx, func(q *bun.SelectQuery) *bun.SelectQuery {
		q = q.Where("player = ?", player)
		if variant != "" {
			q = q.Where("variant = ?", variant)
		}
		if before > 0 {
			q = q.Where("seq < ?", before)
		}
		return q.Order("seq DESC").Limit(int64(limit))
	})
}

// AttemptAt implements puzzles.Store.
func (s *Store) AttemptAt(ctx context.Context, player, puzzle string) (puzzles.Attempt, error) {
	list, err := s.puzzleAttempts(ctx, func(q *bun.SelectQuery) *bun.SelectQuery {
		return q.Where("player = ?", player).Where("puzzle = ?", puzzle)
	})
	if err == nil && len(list) == 0 {
		err = puzzles.ErrNotFound
	}
	if err != nil {
		return puzzles.Attempt{}, err
	}
	return list[0], nil
}

func (s *Store) puzzleAttempts(
	ctx context.Context, narrow func(*bun.SelectQuery) *bun.SelectQuery,
) ([]puzzles.Attempt, error) {
	ctx, cancel := s.reading(ctx)
	defer cancel()
	var rows []attemptRow
	if err := narrow(s.read.NewSelect().Model(&rows)).Scan(ctx); err != nil {
		return nil, s.puzzleError(ctx, "read attempts at puzzles", err)
	}
	list := make([]puzzles.Attempt, len(rows))
	for i := range rows {
		list[i] = rows[i].attempt()
	}
	return list, nil
}

// PuzzleRecords implements puzzles.Store.
func (s *Store) PuzzleRecords(ctx context.Context, variant string) ([]puzzles.Record, error) {
	ctx, cancel := s.reading(ctx)
	defer cancel()
	var rows []puzzleRecordRow
	if err := s.read.NewSelect().Model(&rows).Where("variant = ?", variant).Order("puzzle").Scan(ctx); err != nil {
		return nil, s.puzzleError(ctx, "read the records of puzzles", err)
	}
	list := make([]puzzles.Record, len(rows))
	for i := range rows {
		list[i] = rows[i].record()
	}
	return list, nil
}

// PuzzleRecord implements puzzles.Store.
func (s *Store) PuzzleRecord(ctx context.Context, id string) (puzzles.Record, error) {
	ctx, cancel := s.reading(ctx)
	defer cancel()
	row := puzzleRecordRow{Puzzle: id}
	found, err := s.selectOne(ctx, s.read.NewSelect().Model(&row).WherePK())
	if err == nil && !found {
		err = puzzles.ErrNotFound
	}
	if err != nil {
		return puzzles.Record{}, s.puzzleError(ctx, "read the record of a puzzle", err)
	}
	return row.record(), nil
}

// PutVote implements puzzles.Store.
func (s *Store) PutVote(ctx context.Context, player, puzzle string, vote int, at time.Time) error {
	err := checkText(player, puzzle)
	if err == nil {
		err = s.transact(ctx, func(ctx context.Context, t transaction) error {
			if vote == 0 {
				_, err := t.Do(ctx, "DELETE FROM puzzle_votes WHERE puzzle = $1 AND player = $2", puzzle, player)
				return err
			}
			_, err := t.Do(ctx, "INSERT INTO puzzle_votes (puzzle, player, vote, at) VALUES ($1, $2, $3, $4) "+
				"ON CONFLICT (puzzle, player) DO UPDATE SET vote = $3, at = $4", puzzle, player, vote, at.UnixMilli())
			return err
		})
	}
	return s.puzzleError(ctx, "store a vote", err)
}

// Votes implements puzzles.Store.
func (s *Store) Votes(ctx context.Context, puzzle, player string) (up, down, own int, err error) {
	ctx, cancel := s.reading(ctx)
	defer cancel()
	var row struct{ Up, Down, Own int }
	err = s.read.NewRaw(`SELECT COALESCE(SUM(CASE WHEN vote > 0 THEN 1 ELSE 0 END), 0) AS up, COALESCE(SUM(CASE WHEN vote <
		0 THEN 1 ELSE 0 END), 0) AS down,
		COALESCE(MAX(CASE WHEN player = ? THEN vote END), 0) AS own FROM puzzle_votes WHERE puzzle = ?`, player, puzzle).
		Scan(ctx, &row)
	if err != nil {
		return 0, 0, 0, s.puzzleError(ctx, "count votes", err)
	}
	return row.Up, row.Down, row.Own, nil
}
