package store

import (
	"context"
	"strings"

	"github.com/wane-chess/wane/internal/live/livegame"
	"github.com/wane-chess/wane/internal/live/plan"
	"github.com/wane-chess/wane/internal/server/db"
)

var _ plan.Store = (*Store)(nil)

// linesRow is a row of the table conditional_moves.
type linesRow struct {
	plan.Lines

	Text string `bun:"lines"` // Moves
}

func (r *linesRow) lines() plan.Lines {
	for line := range strings.SplitSeq(r.Text, "\n") {
		if moves := strings.Fields(line); len(moves) > 0 {
			r.Moves = append(r.Moves, moves)
		}
	}
	return r.Lines
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
	row, err := db.One[linesRow](ctx, s.db, nil,
		"SELECT * FROM conditional_moves WHERE game = $1 AND player = $2", id, player)
	row.Game, row.Player = id, player
	return row.lines(), err
}

// LinesOfGame implements plan.Store.
func (s *Store) LinesOfGame(ctx context.Context, id livegame.ID) ([]plan.Lines, error) {
	rows, err := db.All[linesRow](ctx, s.db, "SELECT * FROM conditional_moves WHERE game = $1 ORDER BY player", id)
	return values(rows, (*linesRow).lines), err
}

// PutLines implements plan.Store.
func (s *Store) PutLines(ctx context.Context, l plan.Lines) error {
	query := `INSERT INTO conditional_moves (game, player, version, ply, seen, lines) VALUES ($1, $2, $3, $4, $5, $6)
		ON CONFLICT (game, player) DO NOTHING`
	if l.Version > 1 {
		query = `UPDATE conditional_moves SET version = $3, ply = $4, seen = $5, lines = $6
			WHERE game = $1 AND player = $2 AND version = $3 - 1`
	}
	return s.putPlan(ctx, query, l.Game, l.Player, l.Version, l.Ply, l.Seen, linesText(l.Moves))
}

// FollowLines implements plan.Store.
func (s *Store) FollowLines(ctx context.Context, l plan.Lines) error {
	return s.putPlan(ctx,
		`UPDATE conditional_moves SET ply = $4, seen = $5, lines = $6 WHERE game = $1 AND player = $2 AND version = $3`,
		l.Game, l.Player, l.Version, l.Ply, l.Seen, linesText(l.Moves))
}

// putPlan stores a version of a player's lines or note. Without a change, there is a conflict.
func (s *Store) putPlan(ctx context.Context, query string, args ...any) error {
	n, err := s.db.Exec(ctx, query, args...)
	if err == nil && n == 0 {
		err = plan.ErrConflict
	}
	return err
}

// DueLines implements plan.Store.
func (s *Store) DueLines(ctx context.Context, after livegame.ID, limit int) ([]livegame.ID, error) {
	return db.All[livegame.ID](ctx, s.db,
		`SELECT DISTINCT c.game FROM conditional_moves AS c LEFT JOIN games AS g ON g.id = c.game
		WHERE c.game > $1 AND (g.id IS NULL OR g.status = 'finished' OR c.lines <> '' AND g.ply <> c.ply)
		ORDER BY c.game LIMIT $2`, after, limit)
}

// DeleteLines implements plan.Store.
func (s *Store) DeleteLines(ctx context.Context, id livegame.ID) error {
	return s.chore(ctx, func(ctx context.Context, t transaction) error {
		_, err := t.Do(ctx, "DELETE FROM conditional_moves WHERE game = $1", id)
		return err
	})
}

// Note implements plan.Store.
func (s *Store) Note(ctx context.Context, id livegame.ID, player string) (plan.Note, error) {
	n, err := db.One[plan.Note](ctx, s.db, nil, "SELECT * FROM notes WHERE game = $1 AND player = $2", id, player)
	n.Game, n.Player = id, player
	return n, err
}

// PutNote implements plan.Store.
func (s *Store) PutNote(ctx context.Context, n plan.Note) error {
	query := `INSERT INTO notes (game, player, version, at, text) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (game, player) DO NOTHING`
	if n.Version > 1 {
		query = `UPDATE notes SET version = $3, at = $4, text = $5 WHERE game = $1 AND player = $2 AND version = $3 - 1`
	}
	return s.putPlan(ctx, query, n.Game, n.Player, n.Version, n.At, n.Text)
}
