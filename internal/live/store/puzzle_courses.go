package store

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/wane-chess/wane/internal/live/puzzles"
)

// PutCourse implements puzzles.Store.
func (s *Store) PutCourse(ctx context.Context, c puzzles.Course) error {
	text, err := json.Marshal(c)
	if err == nil {
		err = checkText(c.Player, string(c.Kind), c.Variant, c.ID)
	}
	if err == nil {
		err = s.transact(ctx, func(ctx context.Context, t transaction) error {
			_, err := t.do(ctx, `INSERT INTO puzzle_courses (player, kind, id, begun, course) VALUES ($1, $2, $3, $4, $5)
				ON CONFLICT (player, kind) DO UPDATE SET id = excluded.id, begun = excluded.begun, course = excluded.course`,
				c.Player, string(c.Kind), c.ID, c.Begun.UnixMilli(), string(text))
			return err
		})
	}
	return s.puzzleError(ctx, "begin a run", err)
}

// courseOf reads a run of a player from the rows of its column.
func courseOf(player string, rows []string) (c puzzles.Course, err error) {
	if len(rows) == 0 {
		return c, puzzles.ErrNoRun
	}
	if err = json.Unmarshal([]byte(rows[0]), &c); err != nil {
		return c, fmt.Errorf("column course: %w", err)
	}
	c.Player = player // who may have been a guest then
	return c, nil
}

// Course implements puzzles.Store.
func (s *Store) Course(ctx context.Context, player, id string) (c puzzles.Course, err error) {
	ctx, cancel := s.reading(ctx)
	defer cancel()
	var rows []string
	err = s.read.NewSelect().Table("puzzle_courses").Column("course").Where("player = ? AND id = ?", player, id).
		Scan(ctx, &rows)
	if err == nil {
		c, err = courseOf(player, rows)
	}
	return c, s.puzzleError(ctx, "read a run", err)
}

// ChangeCourse implements puzzles.Store.
func (s *Store) ChangeCourse(
	ctx context.Context, player, id string, change func(*puzzles.Course) error,
) (c puzzles.Course, err error) {
	err = s.transact(ctx, func(ctx context.Context, t transaction) error {
		query := "SELECT course FROM puzzle_courses WHERE player = $1 AND id = $2"
		if !t.sqlite { // where one transaction writes at a time
			query += " FOR UPDATE"
		}
		rows, err := t.texts(ctx, query, player, id)
		if err != nil {
			return err
		}
		if c, err = courseOf(player, rows); err != nil {
			return err
		}
		over := c.Over()
		if err := change(&c); err != nil {
			return err
		}
		text, err := json.Marshal(c)
		if err == nil {
			_, err = t.do(ctx, "UPDATE puzzle_courses SET course = $3 WHERE player = $1 AND id = $2", player, id, string(text))
		}
		if err == nil && !over && c.Over() && c.Score > 0 {
			err = t.putRun(ctx, c.Run())
		}
		return err
	})
	return c, s.puzzleError(ctx, "continue a run", err)
}

// ForgetCourses implements puzzles.Store.
func (s *Store) ForgetCourses(ctx context.Context, before time.Time) error {
	err := s.chore(ctx, func(ctx context.Context, t transaction) error {
		_, err := t.do(ctx, "DELETE FROM puzzle_courses WHERE begun < $1", before.UnixMilli())
		return err
	})
	return s.puzzleError(ctx, "forget runs", err)
}
