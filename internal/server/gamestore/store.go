// Package gamestore keeps games in SQLite or PostgreSQL: their rows and events, lists of them, what deletes and
// forgets them, and what gives those of a guest to an account. Its Store implements livegame.Store, admin.Store and
// what features need of games. It also keeps what belongs to no feature: secrets, and the leases of jobs.
//
// Open connects to a database, in SQLite after making its schema, and returns a Store. With SQLite one program
// needs nothing else; with PostgreSQL any number of nodes share a database.
//
// Writes are committed in groups. A write waits in a queue; a writer takes all that
// wait, commits them in one transaction, which costs one flush of the disk, and
// reports each result to its caller. So the speed of rows limits a burst of moves, not
// that of flushes, and a single move waits for no other. SQLite has one writer, since
// it allows no more; PostgreSQL has several, and a game always has the same one.
//
// The database decides races. The row of a game has the number of its last event, an
// Append counts only if that is one less than its own, and the keys (game, seq) and
// (game, command) of the events ensure it.
//
// A write is on disk when its method returns nil: SQLite runs with synchronous=FULL,
// PostgreSQL with synchronous_commit. If the context ends while a write is queued,
// nothing is written, and the method returns the context's error. Once a writer has
// taken the write, the method waits for its result. Only if the connection to
// PostgreSQL breaks during a commit is the result unknown. The error is then
// ErrUnknown, and the caller can load the game or repeat the write.
package gamestore

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"hash/maphash"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/feature"
	"github.com/wane-chess/wane/internal/server/feed"
	"github.com/wane-chess/wane/internal/server/livegame"
)

// ErrUnknown says that the connection broke during a commit: the change may be stored or not.
var ErrUnknown = errors.New("the connection to the database broke, and the change may be stored or not")

// ErrClosed says that the store was closed.
var ErrClosed = db.ErrClosed

// secretSize is the length of a secret in bytes.
const secretSize = 32

// Store is the games in a database. It is safe for concurrent use.
type Store struct {
	db      *db.DB
	writers []*writer
	seed    maphash.Seed
	data    []feature.Data
	readers []feed.Reader
}

// DB returns the database, for features that have statements of their own.
func (s *Store) DB() *db.DB { return s.db }

// Use names the data of the features, which follows accounts, guests and games. It must be called before the store is
// used.
func (s *Store) Use(data ...feature.Data) {
	s.data, s.readers = data, nil
	for _, d := range data {
		if d.Ended.Name != "" {
			s.readers = append(s.readers, d.Ended)
		}
	}
}

var _ livegame.Store = (*Store)(nil)

// postgresWriters is how many groups are committed at once, while others wait for the disk.
const postgresWriters = 4

// Open opens the database at an address, as db.Open does, and first makes the schema of an SQLite database, whose
// file it creates if it is missing.
func Open(ctx context.Context, address string) (*Store, error) {
	if strings.HasPrefix(address, "sqlite:") {
		if _, err := db.Migrate(ctx, address, nil); err != nil {
			return nil, err
		}
	}
	return OpenExisting(ctx, address)
}

// OpenExisting opens the database at an address, as db.Open does.
func OpenExisting(ctx context.Context, address string) (*Store, error) {
	d, err := db.Open(ctx, address)
	if err != nil {
		return nil, err
	}
	return New(d), nil
}

// New returns the store in a database, which it closes at its end.
func New(d *db.DB) *Store {
	d.Guard = auth.Check
	s := &Store{db: d, seed: maphash.MakeSeed()}
	if d.IsSQLite() {
		s.writers = []*writer{startWriter(&sqliteCommitter{db: d})}
		return s
	}
	for range postgresWriters {
		s.writers = append(s.writers, startWriter(&postgresCommitter{d}))
	}
	return s
}

// Observe registers the metrics of the store. It must be called before the store is used.
func (s *Store) Observe(r prometheus.Registerer) { s.db.Observe(r) }

// Create implements livegame.Store. The summary's Seq must be 0.
func (s *Store) Create(ctx context.Context, sum livegame.Summary) error {
	args, err := gameArgs(sum)
	if err == nil {
		switch {
		case sum.ID == "":
			err = errors.New("the ID is missing")
		case sum.Seq != 0:
			err = fmt.Errorf("a new game has no event %d", sum.Seq)
		default:
			err = s.write(ctx, string(sum.ID), &write{kind: createGame, args: args})
		}
	}
	if err != nil {
		return fmt.Errorf("create game %q: %w", sum.ID, err)
	}
	return nil
}

// Append implements livegame.Store. The summary's Seq must be the event's. The error of an
// event that leaves a gap is an ErrConflict too.
func (s *Store) Append(ctx context.Context, id livegame.ID, e livegame.Event, sum livegame.Summary) error {
	row, err := gameArgs(sum)
	var event []any
	if err == nil {
		event, err = eventArgs(id, e)
	}
	if err == nil && sum.Seq != e.Seq {
		err = fmt.Errorf("the summary is that of event %d", sum.Seq)
	}
	if err == nil {
		w := &write{kind: appendEvent, args: event, row: row[len(fixedColumns):]}
		if e.Ends() {
			w.readers = feed.Of(s.readers, &sum)
		}
		err = s.write(ctx, string(id), w)
	}
	if err != nil {
		return fmt.Errorf("append event %d to game %q: %w", e.Seq, id, err)
	}
	return nil
}

// Load implements livegame.Store.
func (s *Store) Load(ctx context.Context, id livegame.ID) (livegame.Header, []livegame.Event, error) {
	row, err := db.One[gameRow](ctx, s.db, livegame.ErrNotFound,
		"SELECT "+strings.Join(fixedColumns, ", ")+" FROM games WHERE id = $1", id)
	var header livegame.Header
	if err == nil {
		header, err = row.header()
	}
	var events []livegame.Event
	if err == nil {
		events, err = s.events(ctx, id, 0)
	}
	if err != nil {
		return livegame.Header{}, nil, fmt.Errorf("load game %q: %w", id, err)
	}
	return header, events, nil
}

// EventsAfter implements livegame.Store. It returns ErrNotFound for a missing game.
func (s *Store) EventsAfter(ctx context.Context, id livegame.ID, seq int) ([]livegame.Event, error) {
	events, err := s.events(ctx, id, seq)
	if err == nil && len(events) == 0 {
		_, err = db.One[livegame.ID](ctx, s.db, livegame.ErrNotFound, "SELECT id FROM games WHERE id = $1", id)
	}
	if err != nil {
		return nil, fmt.Errorf("load game %q after event %d: %w", id, seq, err)
	}
	return events, nil
}

// events returns the events of a game with numbers above seq.
func (s *Store) events(ctx context.Context, id livegame.ID, seq int) ([]livegame.Event, error) {
	rows, err := db.All[eventRow](ctx, s.db,
		"SELECT "+strings.Join(eventColumns, ", ")+" FROM events WHERE game = $1 AND seq > $2 ORDER BY seq", id, seq)
	events := make([]livegame.Event, len(rows))
	for i := 0; err == nil && i < len(rows); i++ {
		events[i], err = rows[i].event()
	}
	return events, err
}

// Secret implements livegame.Store.
func (s *Store) Secret(ctx context.Context, name string) ([]byte, error) {
	errMissing := errors.New("the secret is missing")
	find := func() ([]byte, error) {
		row, err := db.One[struct{ Bytes []byte }](ctx, s.db, errMissing, "SELECT bytes FROM secrets WHERE name = $1", name)
		return row.Bytes, err
	}
	secret, err := find()
	if errors.Is(err, errMissing) {
		random := make([]byte, secretSize)
		_, _ = rand.Read(random) // never fails
		if err = s.write(ctx, name, &write{kind: createSecret, args: []any{name, random}}); err == nil {
			secret, err = find() // another node may have created it
		}
	}
	if err != nil {
		return nil, fmt.Errorf("secret %q: %w", name, err)
	}
	return secret, nil
}

// Now implements livegame.Store.
func (s *Store) Now(ctx context.Context) (time.Time, error) { return s.db.Now(ctx) }

// Ping implements livegame.Store with a write to the disk.
func (s *Store) Ping(ctx context.Context) error {
	if err := s.write(ctx, "", &write{kind: writePing, args: []any{time.Now().UnixMilli()}}); err != nil {
		return fmt.Errorf("write to the database: %w", err)
	}
	return nil
}

// Close waits for all queued writes, then closes the connections. Later calls return
// ErrClosed; another Close does nothing.
func (s *Store) Close() error {
	for _, w := range s.writers {
		w.close()
	}
	for _, w := range s.writers {
		<-w.ended
	}
	if err := s.db.Close(); err != nil {
		return fmt.Errorf("close the database: %w", err)
	}
	return nil
}

// write passes a write to a writer, the same for equal keys.
func (s *Store) write(ctx context.Context, key string, w *write) error {
	ctx, end := s.db.Begin(ctx, db.Moves)
	n := maphash.String(s.seed, key) % uint64(len(s.writers))
	return end(s.writers[n].submit(ctx, w))
}
