package store

import (
	"context"
	"encoding/json"
	"time"

	"github.com/wane-chess/wane/internal/live/puzzles"
	"github.com/wane-chess/wane/internal/server/db"
)

// PutOpenRun implements puzzles.Store.
func (s *Store) PutOpenRun(ctx context.Context, c puzzles.OpenRun) error {
	text, err := json.Marshal(c)
	if err != nil {
		return err
	}
	return s.do(ctx, `INSERT INTO puzzle_open_runs (player, kind, id, begun, run) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (player, kind) DO UPDATE SET id = excluded.id, begun = excluded.begun, run = excluded.run`,
		c.Player, c.Kind, c.ID, c.Begun, string(text))
}

// openRun reads a run of a player.
func openRun(ctx context.Context, q db.Queryer, lock, player, id string) (puzzles.OpenRun, error) {
	row, err := db.One[struct{ Run puzzles.OpenRun }](ctx, q, puzzles.ErrNoRun,
		"SELECT run FROM puzzle_open_runs WHERE player = $1 AND id = $2"+lock, player, id)
	row.Run.Player = player // who may have been a guest then
	return row.Run, err
}

// OpenRun implements puzzles.Store.
func (s *Store) OpenRun(ctx context.Context, player, id string) (puzzles.OpenRun, error) {
	return openRun(ctx, s.db, "", player, id)
}

// ChangeOpenRun implements puzzles.Store.
func (s *Store) ChangeOpenRun(
	ctx context.Context, player, id string, change func(*puzzles.OpenRun) error,
) (c puzzles.OpenRun, err error) {
	err = s.transact(ctx, func(ctx context.Context, t transaction) (err error) {
		if c, err = openRun(ctx, t, t.forUpdate(), player, id); err != nil {
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
		return t.putRun(ctx, c.Run())
	})
	return c, err
}

// ForgetOpenRuns implements puzzles.Store.
func (s *Store) ForgetOpenRuns(ctx context.Context, before time.Time) error {
	return s.db.Forget(ctx, before, "puzzle_open_runs", "player, kind", "begun")
}
