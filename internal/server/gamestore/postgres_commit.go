package gamestore

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/livegame"
)

// postgresGroup is the largest group.
const postgresGroup = 256

// postgresCommitter sends a group as one pipeline: one transaction, one round trip.
type postgresCommitter struct{ db *db.DB }

var (
	postgresGame   = insertGame("$", typedMarks(gameColumns, gameNumbers))
	postgresSecret = insertSecret("$")
	postgresPing   = upsertPing("$")
	postgresAppend = appendStatement(movingColumns, false)
	postgresPlayed = appendStatement(movingColumns[playerColumns:], false)
)

// appendStatement returns the statement that appends an event and sets columns of the game. Its parameters are
// eventColumns, then those; and, for an event that the feed tells of, the readers. The update comes first: its lock on
// the game's row makes a second node wait, which then finds another number and does nothing. The search
// for the command only makes the error clear; the lock decides.
func appendStatement(columns []string, ends bool) string {
	n := len(eventColumns)
	moved := fmt.Sprintf(`WITH moved AS (
			UPDATE games SET %s, forgotten = FALSE WHERE id = $1 AND seq = $2::bigint - 1
			AND ($6 = '' OR NOT EXISTS (SELECT 1 FROM events WHERE game = $1 AND command = $6 AND command <> ''))
			RETURNING 1)`, assignments("$", n+1, columns))
	added := fmt.Sprintf("INSERT INTO events (%s) SELECT %s FROM moved",
		strings.Join(eventColumns, ", "), typedMarks(eventColumns, eventNumbers))
	if !ends {
		return moved + added
	}
	return fmt.Sprintf(`%s, added AS (%s RETURNING 1)
		INSERT INTO feed (game, reader) SELECT $1, unnest($%d::text[]) FROM added`, moved, added, n+len(columns)+1)
}

// typedMarks returns placeholders with types, which PostgreSQL does not infer in a select
// list: bigint for numbers, boolean for flags, text for the rest.
func typedMarks(columns, numbers []string) string {
	list := make([]string, len(columns))
	for i, column := range columns {
		kind := "text"
		if slices.Contains(numbers, column) {
			kind = "bigint"
		} else if slices.Contains(gameFlags, column) {
			kind = "boolean"
		}
		list[i] = fmt.Sprintf("$%d::%s", i+1, kind)
	}
	return strings.Join(list, ", ")
}

func (c *postgresCommitter) maxGroup() int { return postgresGroup }

func (c *postgresCommitter) close() {}

func (c *postgresCommitter) pool() *pgxpool.Pool { return c.db.Pool(db.Moves) }

// commit implements committer.
func (c *postgresCommitter) commit(group []*write) bool {
	ctx, cancel := context.WithTimeout(context.Background(), c.db.Deadline(db.Moves))
	defer cancel()
	// Every node writes in the order of the games, so groups do not deadlock.
	sorted := slices.Clone(group)
	slices.SortStableFunc(sorted, func(a, b *write) int { return strings.Compare(a.key(), b.key()) })

	err := c.send(ctx, sorted)
	if err != nil && pgconn.SafeToRetry(err) {
		// The server has restarted, and nothing was sent: the other connections are dead
		// too.
		c.db.Lost()
		err = c.send(ctx, sorted)
	}
	if ctx.Err() != nil { // if the server is silent, the other connections are dead too
		c.db.Reset()
	}
	if err != nil {
		if retry := failBatch(group, err); retry {
			return true
		}
		c.db.Lost() // the connections of other lanes are dead, too
		return false
	}
	for _, item := range sorted {
		if errors.Is(item.err, errRejected) {
			item.err = c.explain(ctx, item)
		}
	}
	return false
}

// send sends a group. Without BEGIN a batch is one transaction.
func (c *postgresCommitter) send(ctx context.Context, group []*write) error {
	conn, err := c.pool().Acquire(ctx)
	if err != nil {
		return &unreachable{err}
	}
	defer conn.Release()
	batch := &pgx.Batch{}
	for _, item := range group {
		item.err = nil
		queue(batch, item)
	}
	return conn.SendBatch(ctx, batch).Close()
}

// unreachable says that there was no connection.
type unreachable struct{ cause error }

func (u *unreachable) Error() string { return "reach PostgreSQL: " + u.cause.Error() }
func (u *unreachable) Unwrap() error { return u.cause }

// errRejected marks rejected writes until the reason is known.
var errRejected = errors.New("rejected")

// key is the order of the writes in a group.
func (w *write) key() string {
	if w.kind == createGame || w.kind == appendEvent {
		return w.game()
	}
	return ""
}

func queue(batch *pgx.Batch, w *write) {
	switch w.kind {
	case createGame:
		batch.Queue(postgresGame, w.args...)
	case createSecret:
		batch.Queue(postgresSecret, w.args...)
	case writePing:
		batch.Queue(postgresPing, w.args...)
	case appendEvent:
		statement, columns, args := postgresAppend, movingColumns, slices.Concat(w.args, w.row)
		if w.keepsPlayers() {
			statement, columns = postgresPlayed, movingColumns[playerColumns:]
			args = slices.Concat(w.args, w.row[playerColumns:])
		}
		if len(w.readers) > 0 {
			statement, args = appendStatement(columns, true), append(args, w.readers)
		}
		batch.Queue(statement, args...).Exec(w.recordTag)
	}
}

// recordTag notes whether the database rejected a write.
func (w *write) recordTag(tag pgconn.CommandTag) error {
	if tag.RowsAffected() == 0 {
		w.err = errRejected
	}
	return nil
}

// explain finds out why an event was rejected.
func (c *postgresCommitter) explain(ctx context.Context, w *write) error {
	var last int
	err := c.pool().QueryRow(ctx, lastSeqQuery("$"), w.game()).Scan(&last)
	if errors.Is(err, pgx.ErrNoRows) {
		return rejection(w, 0, false)
	}
	if err != nil {
		return &db.Error{Err: err}
	}
	return rejection(w, last, true)
}

// failBatch sets the error of a failed group. It reports whether to retry the writes one by
// one: if the server rejected a statement, nothing was written.
func failBatch(group []*write, err error) (retry bool) {
	var said *pgconn.PgError
	var lost *unreachable
	switch {
	case errors.As(err, &lost):
		failAll(group, &db.Error{Err: err})
		return false
	case errors.As(err, &said) && said.Code == "23505": // unique_violation
		failAll(group, livegame.ErrConflict)
		return true
	case errors.As(err, &said) && said.SeverityUnlocalized == "ERROR":
		// not FATAL or PANIC, which may come after the commit
		failAll(group, &db.Error{Err: err})
		return true
	case pgconn.SafeToRetry(err): // nothing was sent
		failAll(group, &db.Error{Err: err})
		return false
	}
	failAll(group, &db.Error{Err: fmt.Errorf("%w: %w", ErrUnknown, err)})
	return false
}
