package managertest

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/wane-chess/wane/internal/live/livegame"
	"github.com/wane-chess/wane/internal/live/review"
)

var _ livegame.Store = (*Store)(nil)

// Store keeps games in memory, and refuses whatever a real store would refuse.
type Store struct {
	mu      sync.Mutex
	games   map[livegame.ID]*record
	reviews map[livegame.ID]review.Review
	secrets map[string][]byte
	fault   func(Call) Fault
	calls   map[string]int
	closed  bool
}

type record struct {
	summary  livegame.Summary
	events   []livegame.Event
	commands map[string]bool
}

// Call is a call of the store, as SetFault's function sees it.
type Call struct {
	Op    string // "create", "append", "load", "after", "list", "ping", "review", "put review", "open reviews"
	Game  livegame.ID
	Event livegame.Event // append
	Query livegame.Query // list
}

// Fault is what goes wrong with a call; its zero value is nothing.
type Fault struct {
	Before error         // the call fails and has done nothing
	After  error         // the call fails although it has done its work
	Wait   chan struct{} // the call begins when this is closed
}

// ErrBroken is an error for faults: what a store says whose disk is gone.
var ErrBroken = errors.New("the store is broken")

// NewStore returns an empty store.
func NewStore() *Store {
	return &Store{
		games:   map[livegame.ID]*record{},
		reviews: map[livegame.ID]review.Review{},
		secrets: map[string][]byte{},
		calls:   map[string]int{},
	}
}

// SetFault makes calls fail as f says; nil ends that.
func (s *Store) SetFault(f func(Call) Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fault = f
}

// Calls returns how often an operation was called; see Call.
func (s *Store) Calls(op string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.calls[op]
}

// call does work as the faults let it.
func (s *Store) call(ctx context.Context, c Call, work func() error) error {
	s.mu.Lock()
	s.calls[c.Op]++
	fault := s.fault
	s.mu.Unlock()
	var f Fault
	if fault != nil {
		f = fault(c)
	}
	if f.Wait != nil {
		select {
		case <-f.Wait:
		case <-ctx.Done():
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if f.Before != nil {
		return f.Before
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return errors.New("the store is closed")
	}
	if err := work(); err != nil {
		return err
	}
	return f.After
}

// Create implements play.Store.
func (s *Store) Create(ctx context.Context, sum livegame.Summary) error {
	return s.call(ctx, Call{Op: "create", Game: sum.ID}, func() error {
		switch {
		case sum.ID == "":
			return errors.New("create: the game has no name")
		case sum.Seq != 0:
			return fmt.Errorf("create: a new game has no events, this one has %d", sum.Seq)
		case sum.Created.IsZero() || sum.Updated.IsZero():
			return errors.New("create: the game has no time of creation")
		}
		if s.games[sum.ID] == nil {
			s.games[sum.ID] = &record{summary: sum, commands: map[string]bool{}}
		}
		return nil
	})
}

// Append implements play.Store.
func (s *Store) Append(ctx context.Context, id livegame.ID, e livegame.Event, sum livegame.Summary) error {
	return s.call(ctx, Call{Op: "append", Game: id, Event: e}, func() error {
		r := s.games[id]
		if r == nil {
			return livegame.ErrNotFound
		}
		switch {
		case sum.ID != id || sum.Seq != e.Seq:
			return fmt.Errorf("append: event %d of game %s comes with the summary of event %d of game %s", e.Seq, id, sum.Seq, sum.ID)
		case !e.At.Equal(e.At.Truncate(time.Millisecond)):
			return fmt.Errorf("append: the event's time %v has parts of a millisecond", e.At)
		case e.Seq > len(r.events)+1:
			return fmt.Errorf("append: event %d comes after event %d", e.Seq, len(r.events))
		case e.Seq <= len(r.events) || e.Command != "" && r.commands[e.Command]:
			return livegame.ErrConflict
		}
		r.events = append(r.events, e)
		r.summary = sum
		if e.Command != "" {
			r.commands[e.Command] = true
		}
		return nil
	})
}

// Load implements play.Store.
func (s *Store) Load(ctx context.Context, id livegame.ID) (h livegame.Header, events []livegame.Event, err error) {
	err = s.call(ctx, Call{Op: "load", Game: id}, func() error {
		r := s.games[id]
		if r == nil {
			return livegame.ErrNotFound
		}
		h, events = r.summary.Header, slices.Clone(r.events)
		return nil
	})
	return h, events, err
}

// After implements play.Store.
func (s *Store) After(ctx context.Context, id livegame.ID, seq int) (events []livegame.Event, err error) {
	err = s.call(ctx, Call{Op: "after", Game: id}, func() error {
		if r := s.games[id]; r != nil && seq < len(r.events) {
			events = slices.Clone(r.events[max(seq, 0):])
		}
		return nil
	})
	return events, err
}

// List implements play.Store.
func (s *Store) List(ctx context.Context, q livegame.Query) (list []livegame.Summary, err error) {
	err = s.call(ctx, Call{Op: "list", Query: q}, func() error {
		for _, r := range s.games {
			if selects(q, r.summary) {
				list = append(list, r.summary)
			}
		}
		slices.SortFunc(list, func(a, b livegame.Summary) int {
			return cmp.Or(b.Updated.Compare(a.Updated), cmp.Compare(a.ID, b.ID))
		})
		limit := q.Limit
		if limit == 0 {
			limit = 50
		}
		list = list[:min(limit, len(list))]
		return nil
	})
	return list, err
}

// selects tells whether a query wants a game.
func selects(q livegame.Query, s livegame.Summary) bool {
	return (q.Status == "" || s.Status == q.Status) &&
		(!q.PublicOnly || s.Public) &&
		(q.Guest == "" || s.Creator == q.Guest || s.Seats[0].Guest == q.Guest || s.Seats[1].Guest == q.Guest) &&
		(q.DueBefore.IsZero() || !s.Deadline.IsZero() && !s.Deadline.After(q.DueBefore)) &&
		(!q.Thinking || s.Thinking) &&
		(q.ChangedAt.IsZero() || !s.Updated.Before(q.ChangedAt)) &&
		(q.Before.IsZero() || s.Updated.Before(q.Before)) &&
		(q.Variant == "" || s.Variant == q.Variant)
}

// Secret implements play.Store.
func (s *Store) Secret(_ context.Context, name string) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.secrets[name] == nil {
		key := make([]byte, 32)
		_, _ = rand.Read(key) // never fails
		s.secrets[name] = key
	}
	return slices.Clone(s.secrets[name]), nil
}

// Ping implements play.Store.
func (s *Store) Ping(ctx context.Context) error {
	return s.call(ctx, Call{Op: "ping"}, func() error { return nil })
}

// Close implements play.Store.
func (s *Store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	return nil
}
