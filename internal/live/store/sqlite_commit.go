package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/wane-chess/wane/internal/live/archive"
)

// sqliteGroup is the largest group. It leaves time for other processes.
const sqliteGroup = 1024

// sqliteCommitter writes groups through a connection of its own.
type sqliteCommitter struct {
	db *sql.DB
	// conn is nil until the first use, and after an error.
	conn *sql.Conn

	begin, commitAll, rollback         *sql.Stmt
	game, event, summary, secret, ping *sql.Stmt
	played, review, last, lastReview   *sql.Stmt
	mark, entry, opening               *sql.Stmt
	statements                         []*sql.Stmt // all of them
}

// prepared is a statement to prepare, and its destination.
type prepared struct {
	to   **sql.Stmt
	text string
}

func (c *sqliteCommitter) maxGroup() int { return sqliteGroup }

// close closes the connection and its statements. An open statement would keep the
// connection, its locks and the write-ahead log to the end of the process.
func (c *sqliteCommitter) close() {
	for _, s := range c.statements {
		_ = s.Close()
	}
	c.statements = nil
	if c.conn != nil {
		_ = c.conn.Close()
		c.conn = nil
	}
}

// connect opens and prepares a connection.
func (c *sqliteCommitter) connect(ctx context.Context) error {
	if c.conn != nil {
		return nil
	}
	conn, err := c.db.Conn(ctx)
	if err != nil {
		return err
	}
	for _, s := range append(c.archiveStatements(), []prepared{
		{&c.begin, "BEGIN IMMEDIATE"},
		{&c.commitAll, "COMMIT"},
		{&c.rollback, "ROLLBACK"},
		{&c.game, insertGame("?", marks("?", len(gameColumns)))},
		// Both the keys and the game's last number decide.
		{&c.event, fmt.Sprintf(`INSERT INTO events (%s) SELECT %s
			WHERE EXISTS (SELECT 1 FROM games WHERE id = ?1 AND seq = ?2 - 1) ON CONFLICT DO NOTHING`,
			strings.Join(eventColumns, ", "), marks("?", len(eventColumns)))},
		{&c.summary, fmt.Sprintf("UPDATE games SET %s, forgotten = FALSE WHERE id = ?1", assignments("?", 2, movingColumns))},
		// The players' columns have indexes, which a move need not touch.
		{&c.played, fmt.Sprintf("UPDATE games SET %s, forgotten = FALSE WHERE id = ?1",
			assignments("?", 2, movingColumns[playerColumns:]))},
		{&c.review, upsertReview("?", marks("?", len(reviewColumns)))},
		{&c.last, lastSeqQuery("?", appendEvent)},
		{&c.lastReview, lastSeqQuery("?", putReview)},
		{&c.secret, insertSecret("?")},
		{&c.ping, upsertPing("?")},
	}...) {
		if *s.to, err = conn.PrepareContext(ctx, s.text); err != nil { //nolint:sqlclosecheck // close closes all
			c.conn = conn
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
	// A group is never interrupted; busyTimeout bounds its wait.
	ctx := context.Background()
	err := c.connect(ctx)
	if err == nil {
		_, err = c.begin.ExecContext(ctx)
	}
	if err != nil {
		failAll(group, sqliteError(err))
		return false
	}
	for _, item := range group {
		if item.err, err = c.apply(ctx, item); err != nil {
			c.abort(ctx)
			failAll(group, sqliteError(err))
			return true
		}
	}
	if _, err = c.commitAll.ExecContext(ctx); err != nil {
		c.abort(ctx)
		failAll(group, sqliteError(err))
	}
	return false
}

// abort rolls a failed transaction back. If that fails, the next group gets a new
// connection.
func (c *sqliteCommitter) abort(ctx context.Context) {
	var known *sqlite.Error
	_, err := c.rollback.ExecContext(ctx)
	// After some errors SQLite has rolled back by itself, and ROLLBACK fails.
	if err != nil && (!errors.As(err, &known) || known.Code() != sqlite3.SQLITE_ERROR) {
		c.close()
	}
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
	case archiving:
		return nil, c.archive(ctx, w.records)
	case chore:
		return nil, w.work(ctx, transaction{sqlite: true, conn: c.conn})
	case putReview:
		taken, err := changed(c.review.ExecContext(ctx, w.args...))
		if err == nil && !taken {
			return c.reject(ctx, w, c.lastReview)
		}
		return nil, err
	case appendEvent:
		taken, err := changed(c.event.ExecContext(ctx, w.args...))
		if err != nil {
			return nil, err
		}
		if !taken {
			return c.reject(ctx, w, c.last)
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

// reject finds out why an event or a review's change was rejected.
func (c *sqliteCommitter) reject(ctx context.Context, w *write, query *sql.Stmt) (outcome, err error) {
	var last int
	err = query.QueryRowContext(ctx, w.game()).Scan(&last)
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

// sqliteError explains common errors of SQLite.
func sqliteError(err error) error {
	var known *sqlite.Error
	if !errors.As(err, &known) {
		return err
	}
	var hint string
	switch known.Code() & 0xff {
	case sqlite3.SQLITE_BUSY:
		hint = "another program blocks the database"
	case sqlite3.SQLITE_FULL:
		hint = "the disk is full"
	case sqlite3.SQLITE_READONLY:
		hint = "the database is read-only: check the permissions of the file and its folder"
	case sqlite3.SQLITE_NOTADB:
		hint = "the file is not an SQLite database"
	case sqlite3.SQLITE_CANTOPEN:
		hint = "cannot open the file: check its permissions and those of its folder"
	default:
		return err
	}
	return fmt.Errorf("%s: %w", hint, err)
}

// archiveStatements returns the statements that archive games.
func (c *sqliteCommitter) archiveStatements() []prepared {
	return []prepared{
		{&c.mark, "UPDATE games SET archived = 1 WHERE id = ?1 AND status = 'finished' AND NOT archived"},
		{&c.entry, fmt.Sprintf("INSERT INTO archive (%s) VALUES (%s)",
			strings.Join(archiveColumns, ", "), marks("?", len(archiveColumns)))},
		{&c.opening, fmt.Sprintf(`INSERT INTO openings (%s) VALUES (%s) ON CONFLICT DO UPDATE SET
			white = white + excluded.white, draws = draws + excluded.draws, black = black + excluded.black,
			plies = plies + excluded.plies, last = max(last, excluded.last),
			recent = substr(excluded.recent || ' ' || recent, 1, %d)`,
			strings.Join(openingColumns, ", "), marks("?", len(openingColumns)), recentSize)},
	}
}

// archive archives games in the transaction.
func (c *sqliteCommitter) archive(ctx context.Context, records []archive.Record) error {
	var fresh []archive.Record
	for i := range records {
		r := &records[i]
		done, err := changed(c.mark.ExecContext(ctx, string(r.ID)))
		if err != nil {
			return err
		}
		if !done || r.Skip {
			continue
		}
		if _, err := c.entry.ExecContext(ctx, archiveRow(r)...); err != nil {
			return err
		}
		fresh = append(fresh, *r)
	}
	rows := openingRows(fresh)
	for i := range rows {
		if _, err := c.opening.ExecContext(ctx, rows[i].all()...); err != nil {
			return err
		}
	}
	return nil
}
