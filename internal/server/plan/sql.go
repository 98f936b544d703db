package plan

import (
	"context"
	"strings"

	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/feature"
	"github.com/wane-chess/wane/internal/server/livegame"
)

// row is a row of the table conditional_moves.
type row struct {
	Lines

	Text string `bun:"lines"` // Moves
}

func (r *row) lines() Lines {
	for line := range strings.SplitSeq(r.Text, "\n") {
		if moves := strings.Fields(line); len(moves) > 0 {
			r.Moves = append(r.Moves, moves)
		}
	}
	return r.Lines
}

func (l *Lines) text() string {
	lines := make([]string, len(l.Moves))
	for i, line := range l.Moves {
		lines[i] = strings.Join(line, " ")
	}
	return strings.Join(lines, "\n")
}

// lines returns the lines of a player; those with Version 0 if there are none.
func (s *Service) lines(ctx context.Context, id livegame.ID, player string) (Lines, error) {
	r, err := db.One[row](ctx, s.o.DB, nil, "SELECT * FROM conditional_moves WHERE game = $1 AND player = $2", id, player)
	r.Game, r.Player = id, player
	return r.lines(), err
}

// ofGame returns the lines of both players.
func (s *Service) ofGame(ctx context.Context, id livegame.ID) ([]Lines, error) {
	rows, err := db.All[row](ctx, s.o.DB, "SELECT * FROM conditional_moves WHERE game = $1 ORDER BY player", id)
	list := make([]Lines, len(rows))
	for i := range rows {
		list[i] = rows[i].lines()
	}
	return list, err
}

// putLines stores a change. It returns ErrConflict unless its Version is one more than that of the stored lines, or 1
// for the first.
func (s *Service) putLines(ctx context.Context, l Lines) error {
	query := `INSERT INTO conditional_moves (game, player, version, ply, seen, lines) VALUES ($1, $2, $3, $4, $5, $6)
		ON CONFLICT (game, player) DO NOTHING`
	if l.Version > 1 {
		query = `UPDATE conditional_moves SET version = $3, ply = $4, seen = $5, lines = $6
			WHERE game = $1 AND player = $2 AND version = $3 - 1`
	}
	return s.put(ctx, query, l.Game, l.Player, l.Version, l.Ply, l.Seen, l.text())
}

// followLines stores what the game has made of lines. It returns ErrConflict if the player has changed them: if their
// Version is not the stored one.
func (s *Service) followLines(ctx context.Context, l Lines) error {
	return s.put(ctx,
		`UPDATE conditional_moves SET ply = $4, seen = $5, lines = $6 WHERE game = $1 AND player = $2 AND version = $3`,
		l.Game, l.Player, l.Version, l.Ply, l.Seen, l.text())
}

// put stores a version of a player's lines or note. Without a change, there is a conflict.
func (s *Service) put(ctx context.Context, query string, args ...any) error {
	n, err := s.o.DB.Exec(ctx, query, args...)
	if err == nil && n == 0 {
		err = ErrConflict
	}
	return err
}

// due returns games after an ID that have lines and are past them, or over, by ID.
func (s *Service) due(ctx context.Context, after livegame.ID, limit int) ([]livegame.ID, error) {
	return db.All[livegame.ID](ctx, s.o.DB,
		`SELECT DISTINCT c.game FROM conditional_moves AS c LEFT JOIN games AS g ON g.id = c.game
		WHERE c.game > $1 AND (g.id IS NULL OR g.status = 'finished' OR c.lines <> '' AND g.ply <> c.ply)
		ORDER BY c.game LIMIT $2`, after, limit)
}

const deleteLines = "DELETE FROM conditional_moves WHERE game = $1"

// deleteLines deletes the lines of a game.
func (s *Service) deleteLines(ctx context.Context, id livegame.ID) error {
	return s.o.DB.Chore(ctx, func(ctx context.Context, t db.Tx) error {
		_, err := t.Do(ctx, deleteLines, id)
		return err
	})
}

// Note returns the note of a player; one with Version 0 if there is none.
func (s *Service) Note(ctx context.Context, id livegame.ID, player string) (Note, error) {
	n, err := db.One[Note](ctx, s.o.DB, nil, "SELECT * FROM notes WHERE game = $1 AND player = $2", id, player)
	n.Game, n.Player = id, player
	return n, err
}

// putNote stores a change, as putLines does.
func (s *Service) putNote(ctx context.Context, n Note) error {
	query := `INSERT INTO notes (game, player, version, at, text) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (game, player) DO NOTHING`
	if n.Version > 1 {
		query = `UPDATE notes SET version = $3, at = $4, text = $5 WHERE game = $1 AND player = $2 AND version = $3 - 1`
	}
	return s.put(ctx, query, n.Game, n.Player, n.Version, n.At, n.Text)
}

// private deletes what a player has prepared, which only the player could read.
var private = feature.Statements(
	"DELETE FROM conditional_moves WHERE player = $1", "DELETE FROM notes WHERE player = $1")

// Data is what is stored of players and games.
var Data = feature.Data{
	Forget:      private,
	ForgetGuest: func(ctx context.Context, t db.Tx, ids ...string) error { return private(ctx, t, ids[0]) },
	Adopt: feature.Statements(
		"UPDATE conditional_moves SET player = $2 WHERE player = $1 AND game NOT IN "+
			"(SELECT game FROM conditional_moves WHERE player = $2)",
		"UPDATE notes SET player = $2 WHERE player = $1 AND game NOT IN (SELECT game FROM notes WHERE player = $2)"),
	ForgetGame: feature.Statements(deleteLines, "DELETE FROM notes WHERE game = $1"),
	Exports: []feature.Export{
		{Name: "conditional-moves", Query: "SELECT game, ply, lines FROM conditional_moves WHERE player = $1 ORDER BY game"},
		{Name: "notes", Query: "SELECT game, at, text FROM notes WHERE player = $1 ORDER BY at"},
	},
}
