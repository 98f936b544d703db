package gamestore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"github.com/wane-chess/wane/internal/server/db"
)

// sqliteGroup is the largest group. It leaves time for other processes.
const sqliteGroup = 1024

// sqliteCommitter writes groups.
type sqliteCommitter struct {
	db   *db.DB
	conn *sql.Conn // on which the statements are prepared; nil: none are

	game, event, summary, secret, ping *sql.Stmt
	played, last, feed                 *sql.Stmt
	statements                         []*sql.Stmt // all of them
}

func (c *sqliteCommitter) maxGroup() int { return sqliteGroup }

// close closes the statements. An open one would keep the connection, its locks and the write-ahead log to the end
// of the process.
func (c *sqliteCommitter) close() {
	for _, s := range c.statements {
		_ = s.Close()
	}
	c.statements, c.conn = nil, nil
}

// prepare prepares the statements on a connection.
func (c *sqliteCommitter) prepare(ctx context.Context, conn *sql.Conn) error {
	if c.conn == conn {
		return nil
	}
	c.close()
	for _, s := range []struct {
		to   **sql.Stmt
		text string
	}{
		{&c.game, insertGame("?", marks("?", len(gameColumns)))},
		// Both the keys and the game's last number decide.
		{&c.event, fmt.Sprintf(`INSERT INTO events (%s) SELECT %s
			WHERE EXISTS (SELECT 1 FROM games WHERE id = ?1 AND seq = ?2 - 1) ON CONFLICT DO NOTHING`,
			strings.Join(eventColumns, ", "), marks("?", len(eventColumns)))},
		{&c.summary, fmt.Sprintf("UPDATE games SET %s, forgotten = FALSE WHERE id = ?1", assignments("?", 2, movingColumns))},
		// The players' columns have indexes, which a move need not touch.
		{&c.played, fmt.Sprintf("UPDATE games SET %s, forgotten = FALSE WHERE id = ?1",
			assignments("?", 2, movingColumns[playerColumns:]))},
		{&c.last, lastSeqQuery("?")},
		{&c.feed, "INSERT INTO feed (game, reader) VALUES (?1, ?2)"},
		{&c.secret, insertSecret("?")},
		{&c.ping, upsertPing("?")},
	} {
		var err error
		if *s.to, err = conn.PrepareContext(ctx, s.text); err != nil { //nolint:sqlclosecheck // close closes all
			c.close()
			return err
		}
		c.statements = append(c.statements, *s.to)
	}
	c.conn = conn
	return nil
}

// commit implements committer.
func (c *sqliteCommitter) commit(group []*write) bool {
	begun := false
	// A group is never interrupted.
	err := c.db.Group(context.Background(), func(ctx context.Context, conn *sql.Conn) error {
		if err := c.prepare(ctx, conn); err != nil {
			return err
		}
		begun = true
		for _, item := range group {
			var err error
			if item.err, err = c.apply(ctx, item); err != nil {
				return err
			}
		}
		begun = false
		return nil
	})
	if err != nil {
		failAll(group, err)
	}
	return begun
}

// apply does one write in the transaction. Outcome is its own result, err an error of the
// group.
func (c *sqliteCommitter) apply(ctx context.Context, w *write) (outcome, err error) {
	switch w.kind {
	case createGame:
		_, err = c.game.ExecContext(ctx, w.args...)
	case createSecret:
		_, err = c.secret.ExecContext(ctx, w.args...)
	case writePing:
		_, err = c.ping.ExecContext(ctx, w.args...)
	case appendEvent:
		taken, err := changed(c.event.ExecContext(ctx, w.args...))
		if err != nil {
			return nil, err
		}
		if !taken {
			return c.reject(ctx, w)
		}
		for _, reader := range w.readers {
			if _, err := c.feed.ExecContext(ctx, w.game(), reader); err != nil {
				return nil, err
			}
		}
		if w.keepsPlayers() {
			_, err = c.played.ExecContext(ctx, append([]any{w.game()}, w.row[playerColumns:]...)...)
		} else {
			_, err = c.summary.ExecContext(ctx, append([]any{w.game()}, w.row...)...)
		}
		return nil, err
	}
	return nil, err
}

// changed reports whether a statement has changed anything.
func changed(result sql.Result, err error) (bool, error) {
	if err != nil {
		return false, err
	}
	n, err := result.RowsAffected()
	return n > 0, err
}

// reject finds out why an event was rejected.
func (c *sqliteCommitter) reject(ctx context.Context, w *write) (outcome, err error) {
	var last int
	err = c.last.QueryRowContext(ctx, w.game()).Scan(&last)
	if errors.Is(err, sql.ErrNoRows) {
		return rejection(w, 0, false), nil
	}
	if err != nil {
		return nil, err
	}
	return rejection(w, last, true), nil
}

func failAll(group []*write, err error) {
	for _, item := range group {
		item.err = err
	}
}
