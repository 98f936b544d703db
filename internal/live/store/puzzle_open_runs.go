package store

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/wane-chess/wane/internal/live/db"
	"github.com/wane-chess/wane/internal/live/puzzles"
)

// PutOpenRun implements puzzles.Store.
func (s *Store) PutOpenRun(ctx context.Context, c puzzles.OpenRun) error {
	text, err := json.Marshal(c)
	if err == nil {
		err = checkText(c.Player, string(c.Kind), c.Variant, c.ID)
	}
	if err == nil {
		err = s.transact(ctx, func(ctx context.Context, t transaction) error {
			_, err := t.Do(ctx, `INSERT INTO puzzle_open_runs (player, kind, id, begun, run) VALUES ($1, $2, $3, $4, $5)
				ON CONFLICT (player, kind) DO UPDATE SET id = excluded.id, begun = excluded.begun, run = excluded.run`,
				c.Player, string(c.Kind), c.ID, c.Begun.UnixMilli(), string(text))
			return err
		})
	}
	return s.puzzleError(ctx, "begin a run", err)
}

// openRunOf reads a run of a player from the rows of its column.
func openRunOf(player string, rows []string) (c puzzles.OpenRun, err error) {
	if len(rows) == 0 {
		return c, puzzles.ErrNoRun
	}
	if err = json.Unmarshal([]byte(rows[0]), &c); err != nil {
		return c, fmt.Errorf("column run: %w", err)
	}
	c.Player = player // who may have been a guest then
	return c, nil
}

// OpenRun implements puzzles.Store.
func (s *Store) OpenRun(ctx context.Context, player, id string) (c puzzles.OpenRun, err error) {
	ctx, cancel := s.reading(ctx)
	defer cancel()
	var rows []string
	err = s.read.NewSelect().Table("puzzle_open_runs").Column("run").Where("player = ? AND id = ?", player, id).
		Scan(ctx, &rows)
	if err == nil {
		c, err = openRunOf(player, rows)
	}
	return c, s.puzzleError(ctx, "read a run", err)
}

// ChangeOpenRun implements puzzles.Store.
func (s *Store) ChangeOpenRun(
	ctx context.Context, player, id string, change func(*puzzles.OpenRun) error,
) (c puzzles.OpenRun, err error) {
	err = s.transact(ctx, func(ctx context.Context, t transaction) error {
		query := "SELECT run FROM puzzle_open_runs WHERE player = $1 AND id = $2"
		if !t.IsSQLite() { // where one transaction writes at a time
			query += " FOR UPDATE"
		}
		rows, err := db.All[string](ctx, t, query, player, id)
		if err != nil {
			return err
		}
		if c, err = openRunOf(player, rows); err != nil {
			return err
		}
		over := c.Over()
		if err := change(&c); err != nil {
			return err
		}
		text, err := json.Marshal(c)
		if err == nil {
			_, err = t.Do(ctx, "UPDATE puzzle_open_runs SET run = $3 WHERE player = $1 AND id = $2", player, id, string(text))
		}
		if err == nil && !over && c.Over() && c.Score > 0 {
			err = t.putRun(ctx, c.Run())
		}
		return err
	})
	return c, s.puzzleError(ctx, "continue a run", err)
}

// ForgetOpenRuns implements puzzles.Store.
func (s *Store) ForgetOpenRuns(ctx context.Context, before time.Time) error {
	err := s.chore(ctx, func(ctx context.Context, t transaction) error {
		_, err := t.Do(ctx, "DELETE FROM puzzle_open_runs WHERE begun < $1", before.UnixMilli())
		return err
	})
	return s.puzzleError(ctx, "forget runs", err)
}
