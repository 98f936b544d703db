package store

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/uptrace/bun"

	"github.com/wane-chess/wane/internal/live/livegame"
	"github.com/wane-chess/wane/internal/live/plan"
)

var _ plan.Store = (*Store)(nil)

// linesRow is a row of the table conditional_moves.
type linesRow struct {
	bun.BaseModel `bun:"table:conditional_moves"`

	Game    string `bun:",pk"`
	Player  string `bun:",pk"`
	Version int
	Ply     int
	Seen    int
	Lines   string
}

func (r *linesRow) lines() plan.Lines {
	l := plan.Lines{Game: livegame.ID(r.Game), Player: r.Player, Version: r.Version, Ply: r.Ply, Seen: r.Seen}
	for line := range strings.SplitSeq(r.Lines, "\n") {
		if moves := strings.Fields(line); len(moves) > 0 {
			l.Moves = append(l.Moves, moves)
		}
	}
	return l
}

func linesText(moves [][]string) string {
	lines := make([]string, len(moves))
	for i, line := range moves {
		lines[i] = strings.Join(line, " ")
	}
	return strings.Join(lines, "\n")
}

// Lines implements plan.Store.
func (s *Store) Lines(ctx context.Context, id livegame.ID, player string) (plan.Lines, error) {
	ctx, cancel := s.reading(ctx)
	defer cancel()
	row := linesRow{Game: string(id), Player: player}
	if _, err := s.selectOne(ctx, s.read.NewSelect().Model(&row).WherePK()); err != nil {
		return plan.Lines{}, fmt.Errorf("read conditional moves: %w", err)
	}
	return row.lines(), nil
}

// LinesOfGame implements plan.Store.
func (s *Store) LinesOfGame(ctx context.Context, id livegame.ID) ([]plan.Lines, error) {
	ctx, cancel := s.reading(ctx)
	defer cancel()
	var rows []linesRow
	if err := s.read.NewSelect().Model(&rows).Where("game = ?", string(id)).Order("player").Scan(ctx); err != nil {
		return nil, fmt.Errorf("read the conditional moves of a game: %w", s.readError(ctx, err))
	}
	list := make([]plan.Lines, len(rows))
	for i := range rows {
		list[i] = rows[i].lines()
	}
	return list, nil
}

// PutLines implements plan.Store.
func (s *Store) PutLines(ctx context.Context, l plan.Lines) error {
	query := `INSERT INTO conditional_moves (game, player, version, ply, seen, lines) VALUES ($1, $2, $3, $4, $5, $6)
		ON CONFLICT (game, player) DO NOTHING`
	if l.Version > 1 {
		query = `UPDATE conditional_moves SET version = $3, ply = $4, seen = $5, lines = $6
			WHERE game = $1 AND player = $2 AND version = $3 - 1`
	}
	return s.putPlan(ctx, query, string(l.Game), l.Player, linesText(l.Moves), l.Version, l.Ply, l.Seen)
}

// FollowLines implements plan.Store.
func (s *Store) FollowLines(ctx context.Context, l plan.Lines) error {
	return s.putPlan(ctx,
		`UPDATE conditional_moves SET ply = $4, seen = $5, lines = $6 WHERE game = $1 AND player = $2 AND version = $3`,
		string(l.Game), l.Player, linesText(l.Moves), l.Version, l.Ply, l.Seen)
}

// putPlan stores a version of a player's lines or note. Without a change, there is a conflict.
// Its text is the last argument of the query, behind game, player and args.
func (s *Store) putPlan(ctx context.Context, query, game, player, text string, args ...any) error {
	err := checkText(game, player, text)
	if err == nil {
		err = s.transact(ctx, func(ctx context.Context, t transaction) error {
			done, err := t.Do(ctx, query, slices.Concat([]any{game, player}, args, []any{text})...)
			if err == nil && !done {
				err = plan.ErrConflict
			}
			return err
		})
	}
	if err != nil && !errors.Is(err, plan.ErrConflict) {
		err = fmt.Errorf("store what a player prepares: %w", err)
	}
	return err
}

// DueLines implements plan.Store.
func (s *Store) DueLines(ctx context.Context, after livegame.ID, limit int) (ids []livegame.ID, err error) {
	ctx, cancel := s.reading(ctx)
	defer cancel()
	err = s.read.NewRaw(`SELECT DISTINCT c.game FROM conditional_moves AS c LEFT JOIN games AS g ON g.id = c.game
		WHERE c.game > ? AND (g.id IS NULL OR g.status = 'finished' OR c.lines <> '' AND g.ply <> c.ply)
		ORDER BY c.game LIMIT ?`, string(after), limit).Scan(ctx, &ids)
	if err != nil {
		return nil, fmt.Errorf("list games with conditional moves: %w", s.readError(ctx, err))
	}
	return ids, nil
}

// DeleteLines implements plan.Store.
func (s *Store) DeleteLines(ctx context.Context, id livegame.ID) error {
	err := s.chore(ctx, func(ctx context.Context, t transaction) error {
		_, err := t.Do(ctx, "DELETE FROM conditional_moves WHERE game = $1", string(id))
		return err
	})
	if err != nil {
		return fmt.Errorf("delete conditional moves: %w", err)
	}
	return nil
}

// noteRow is a row of the table notes.
type noteRow struct {
	bun.BaseModel `bun:"table:notes"`

	Game    string `bun:",pk"`
	Player  string `bun:",pk"`
	Version int
	At      int64
	Text    string
}

// Note implements plan.Store.
func (s *Store) Note(ctx context.Context, id livegame.ID, player string) (plan.Note, error) {
	ctx, cancel := s.reading(ctx)
	defer cancel()
	row := noteRow{Game: string(id), Player: player}
	if _, err := s.selectOne(ctx, s.read.NewSelect().Model(&row).WherePK()); err != nil {
		return plan.Note{}, fmt.Errorf("read a note: %w", err)
	}
	n := plan.Note{Game: id, Player: player, Version: row.Version, Text: row.Text}
	if row.Version > 0 {
		n.At = timeOf(row.At)
	}
	return n, nil
}

// PutNote implements plan.Store.
func (s *Store) PutNote(ctx context.Context, n plan.Note) error {
	query := `INSERT INTO notes (game, player, version, at, text) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (game, player) DO NOTHING`
	if n.Version > 1 {
		query = `UPDATE notes SET version = $3, at = $4, text = $5 WHERE game = $1 AND player = $2 AND version = $3 - 1`
	}
	return s.putPlan(ctx, query, string(n.Game), n.Player, n.Text, n.Version, n.At.UnixMilli())
}
