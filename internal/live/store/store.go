package store

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"hash/maphash"
	"strings"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"github.com/uptrace/bun"

	"github.com/wane-chess/wane/internal/live/archive"
	"github.com/wane-chess/wane/internal/live/livegame"
)

// Errors beyond those of package play.
var (
	// ErrClosed: Close was called before.
	ErrClosed = errors.New("the store is closed")
	// ErrUnknown: the connection broke during a commit, so that the change may be
	// stored or not.
	ErrUnknown = errors.New("the connection to the database broke, and the change may be stored or not")
)

// secretSize is how many random bytes a secret has.
const secretSize = 32

// Store is a livegame.Store in a database. Open makes it.
type Store struct {
	read      *bun.DB
	writers   []*writer
	seed      maphash.Seed
	maxSorted int // see the constant; tests set another
	archive   func(context.Context, []archive.Record) error
	closed    atomic.Bool
	closeDB   func() error // of the connections, when the writers have ended
}

var _ livegame.Store = (*Store)(nil)

// Create implements livegame.Store. The summary's Seq has to be 0.
func (s *Store) Create(ctx context.Context, sum livegame.Summary) error {
	row, err := newGameRow(sum)
	if err == nil {
		switch {
		case sum.ID == "":
			err = errors.New("it has no ID")
		case sum.Seq != 0:
			err = fmt.Errorf("it begins with event %d; a new game has none", sum.Seq)
		default:
			err = s.write(ctx, string(sum.ID), &write{kind: createGame, args: row.all()})
		}
	}
	if err != nil {
		return fmt.Errorf("create game %q: %w", sum.ID, err)
	}
	return nil
}

// Append implements livegame.Store. The summary's Seq has to be the event's. An
// event that leaves a gap is refused with an error that is also an ErrConflict.
func (s *Store) Append(ctx context.Context, id livegame.ID, e livegame.Event, sum livegame.Summary) error {
	row, err := newGameRow(sum)
	var event *eventRow
	if err == nil {
		event, err = newEventRow(id, e)
	}
	if err == nil && sum.Seq != e.Seq {
		err = fmt.Errorf("its summary is of event %d", sum.Seq)
	}
	if err == nil {
		err = s.write(ctx, string(id), &write{kind: appendEvent, args: event.all(), row: row.moving()})
	}
	if err != nil {
		return fmt.Errorf("append event %d to game %q: %w", e.Seq, id, err)
	}
	return nil
}

// Load implements livegame.Store.
func (s *Store) Load(ctx context.Context, id livegame.ID) (livegame.Header, []livegame.Event, error) {
	var row gameRow
	var events []livegame.Event
	found, err := s.selectOne(ctx, s.read.NewSelect().Model(&row).Where("id = ?", string(id)))
	if err == nil && !found {
		err = livegame.ErrNotFound
	}
	var header livegame.Header
	if err == nil {
		header, err = row.header()
	}
	if err == nil {
		events, err = s.events(ctx, id, 0)
	}
	if err != nil {
		return livegame.Header{}, nil, fmt.Errorf("load game %q: %w", id, err)
	}
	return header, events, nil
}

// EventsAfter implements livegame.Store. A game that is not there is ErrNotFound.
func (s *Store) EventsAfter(ctx context.Context, id livegame.ID, seq int) ([]livegame.Event, error) {
	events, err := s.events(ctx, id, seq)
	if err == nil && len(events) == 0 {
		var found bool
		found, err = s.selectOne(ctx, s.read.NewSelect().Model(&gameRow{}).Column("id").Where("id = ?", string(id)))
		if err == nil && !found {
			err = livegame.ErrNotFound
		}
	}
	if err != nil {
		return nil, fmt.Errorf("load game %q after event %d: %w", id, seq, err)
	}
	return events, nil
}

// Secret implements livegame.Store.
func (s *Store) Secret(ctx context.Context, name string) ([]byte, error) {
	row := secretRow{Name: name}
	query := s.read.NewSelect().Model(&row).WherePK()
	err := checkText(name)
	var found bool
	if err == nil {
		found, err = s.selectOne(ctx, query)
	}
	if err == nil && !found {
		random := make([]byte, secretSize)
		_, _ = rand.Read(random) // never fails
		if err = s.write(ctx, name, &write{kind: createSecret, args: []any{name, random}}); err == nil {
			err = query.Scan(ctx) // another node may have been first
		}
	}
	if err != nil {
		return nil, fmt.Errorf("secret %q: %w", name, err)
	}
	return row.Bytes, nil
}

// Ping implements livegame.Store, by a write that goes to the disk.
func (s *Store) Ping(ctx context.Context) error {
	if err := s.write(ctx, "", &write{kind: writePing, args: []any{time.Now().UnixMilli()}}); err != nil {
		return fmt.Errorf("write to the database: %w", err)
	}
	return nil
}

// Close waits until everything in the queues is written, then closes the
// connections. Methods that are called later return ErrClosed; another Close does
// nothing.
func (s *Store) Close() error {
	if s.closed.Swap(true) {
		return nil
	}
	for _, w := range s.writers {
		w.close()
	}
	for _, w := range s.writers {
		<-w.ended
	}
	if err := s.closeDB(); err != nil {
		return fmt.Errorf("close the database: %w", err)
	}
	return nil
}

// write has one of the writers do it, for one key always the same.
func (s *Store) write(ctx context.Context, key string, w *write) error {
	n := maphash.String(s.seed, key) % uint64(len(s.writers))
	return s.writers[n].submit(ctx, w)
}

// checkText refuses what PostgreSQL cannot keep, so that both databases keep the
// same.
func checkText(texts ...string) error {
	for _, text := range texts {
		if !utf8.ValidString(text) || strings.Contains(text, "\x00") {
			return fmt.Errorf("the text %q has to be UTF-8 without a zero byte", text)
		}
	}
	return nil
}
