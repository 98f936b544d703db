package managertest

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/livegame"
)

var _ livegame.Store = (*Store)(nil)

// Store keeps games in memory. It rejects what a real store rejects.
type Store struct {
	*database
	fault  func(Call) Fault
	calls  map[string]int
	now    func() time.Time
	closed bool
}

// database is the data that several stores may share, with its lock.
type database struct {
	mu      sync.Mutex
	games   map[livegame.ID]*record
	secrets map[string][]byte
	deleted map[livegame.ID]time.Time
}

type record struct {
	summary  livegame.Summary
	events   []livegame.Event
	commands map[string]bool
	before   []livegame.Summary // before each event
}

// Call is a call of the store, for SetFault.
type Call struct {
	// Op is "create", "append", "load", "after", "list", "secret", "seqs", "deleted", "now" or "ping".
	Op    string
	Game  livegame.ID
	Event livegame.Event // append
	Query livegame.Query // list
}

// Fault is what goes wrong with a call; zero: nothing.
type Fault struct {
	Before error         // the call fails and has done nothing
	After  error         // the call fails although it has done its work
	Wait   chan struct{} // the call begins when this is closed
}

// ErrBroken is an error for faults.
var ErrBroken = errors.New("the store is broken")

// NewStore returns an empty store.
func NewStore() *Store {
	return newStore(&database{
		games:   map[livegame.ID]*record{},
		secrets: map[string][]byte{},
		deleted: map[livegame.ID]time.Time{},
	})
}

func newStore(d *database) *Store { return &Store{database: d, calls: map[string]int{}} }

// Another returns another store with the same games, as of another node. Its faults and
// its Close are its own.
func (s *Store) Another() *Store { return newStore(s.database) }

// SetFault makes calls fail as f says; nil ends that.
func (s *Store) SetFault(f func(Call) Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fault = f
}

// Lose loses the last n events of a game, as a failover to a database does that has not got
// them.
func (s *Store) Lose(id livegame.ID, n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := s.games[id]
	keep := len(r.events) - n
	for _, e := range r.events[keep:] {
		delete(r.commands, e.Command)
	}
	r.summary = r.before[keep]
	r.events, r.before = slices.Clone(r.events[:keep]), r.before[:keep]
}

// Delete deletes a game, as an operator does.
func (s *Store) Delete(id livegame.ID, at time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.games, id)
	s.deleted[id] = at
}

// Calls returns how often an operation was called; see Call.
func (s *Store) Calls(op string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.calls[op]
}

// call does work, with the faults.
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

// checkTexts returns an error for invalid text.
func checkTexts(texts ...string) error {
	for _, text := range texts {
		if !utf8.ValidString(text) || strings.Contains(text, "\x00") {
			return fmt.Errorf("%q is no UTF-8 without a zero byte", text)
		}
	}
	return nil
}

func checkSummary(s livegame.Summary) error {
	if s.Result > game.Draw {
		return fmt.Errorf("there is no result %d", s.Result)
	}
	texts := []string{
		string(s.ID), s.Variant, s.FEN, s.Creator, string(s.RematchOf), string(s.Tournament), string(s.Status), s.Position,
		s.LastMove, string(s.Reason), string(s.Rules),
	}
	for _, p := range slices.Concat(s.Header.Seats[:], s.Seats[:]) {
		texts = append(texts, p.Guest, p.Name)
	}
	return checkTexts(texts...)
}

func checkEvent(e livegame.Event) error {
	if e.Result > game.Draw {
		return fmt.Errorf("there is no result %d", e.Result)
	}
	if !e.At.Equal(e.At.Truncate(time.Millisecond)) { // they would be lost
		return fmt.Errorf("the time %v has parts of a millisecond", e.At)
	}
	return checkTexts(string(e.Kind), e.Command, e.Player.Guest, e.Player.Name, e.Move, e.SAN, string(e.Reason),
		string(e.Next))
}

// Create implements livegame.Store.
func (s *Store) Create(ctx context.Context, sum livegame.Summary) error {
	return s.call(ctx, Call{Op: "create", Game: sum.ID}, func() error {
		if sum.ID == "" {
			return errors.New("create: the game has no name")
		}
		if sum.Seq != 0 {
			return fmt.Errorf("create: a new game has no events, this one has %d", sum.Seq)
		}
		if err := checkSummary(sum); err != nil {
			return fmt.Errorf("create: %w", err)
		}
		if _, deleted := s.deleted[sum.ID]; s.games[sum.ID] == nil && !deleted && !s.pairs(sum) {
			s.games[sum.ID] = &record{summary: sum, commands: map[string]bool{}}
		}
		return nil
	})
}

// pairs reports whether the creator of a game with Pairing has another one that waits. The caller
// holds the lock.
func (s *Store) pairs(sum livegame.Summary) bool {
	for _, r := range s.games {
		if o := r.summary; sum.Pairing && o.Pairing && o.Status == livegame.Waiting && o.Creator == sum.Creator {
			return true
		}
	}
	return false
}

// Append implements livegame.Store.
func (s *Store) Append(ctx context.Context, id livegame.ID, e livegame.Event, sum livegame.Summary) error {
	return s.call(ctx, Call{Op: "append", Game: id, Event: e}, func() error {
		r := s.games[id]
		if r == nil {
			return livegame.ErrNotFound
		}
		if err := errors.Join(checkEvent(e), checkSummary(sum)); err != nil {
			return fmt.Errorf("append: %w", err)
		}
		switch {
		case sum.ID != id || sum.Seq != e.Seq:
			return fmt.Errorf("append: event %d of game %s comes with the summary of event %d of game %s",
				e.Seq, id, sum.Seq, sum.ID)
		case e.Seq > len(r.events)+1:
			return fmt.Errorf("append: event %d comes after event %d: %w", e.Seq, len(r.events), livegame.ErrConflict)
		case e.Seq <= len(r.events) || e.Command != "" && r.commands[e.Command]:
			return livegame.ErrConflict
		}
		sum.Header = r.summary.Header // is not written again
		if !e.Kind.Seats() {
			sum.Seats = r.summary.Seats
		}
		r.events = append(r.events, e)
		r.before = append(r.before, r.summary)
		r.summary = sum
		if e.Command != "" {
			r.commands[e.Command] = true
		}
		return nil
	})
}

// Load implements livegame.Store.
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

// EventsAfter implements livegame.Store.
func (s *Store) EventsAfter(ctx context.Context, id livegame.ID, seq int) (events []livegame.Event, err error) {
	err = s.call(ctx, Call{Op: "after", Game: id}, func() error {
		r := s.games[id]
		if r == nil {
			return livegame.ErrNotFound
		}
		events = slices.Clone(r.events[min(max(seq, 0), len(r.events)):])
		return nil
	})
	return events, err
}

// List implements livegame.Store.
func (s *Store) List(ctx context.Context, q livegame.Query) (list []livegame.Summary, err error) {
	err = s.call(ctx, Call{Op: "list", Query: q}, func() error {
		for _, r := range s.games {
			if selects(q, r.summary) {
				list = append(list, r.summary)
			}
		}
		slices.SortFunc(list, func(a, b livegame.Summary) int {
			return q.Compare(q.Place(&a), q.Place(&b))
		})
		if q.After != (livegame.Place{}) {
			list = slices.DeleteFunc(list, func(s livegame.Summary) bool { return q.Compare(q.Place(&s), q.After) <= 0 })
		}
		limit := q.Limit
		if limit == 0 {
			limit = 50
		}
		list = list[:min(limit, len(list))]
		return nil
	})
	return list, err
}

// Seqs implements livegame.Store.
func (s *Store) Seqs(ctx context.Context, ids []livegame.ID) (seqs map[livegame.ID]int, err error) {
	seqs = map[livegame.ID]int{}
	err = s.call(ctx, Call{Op: "seqs"}, func() error {
		for _, id := range ids {
			if g := s.games[id]; g != nil {
				seqs[id] = g.summary.Seq
			}
		}
		return nil
	})
	return seqs, err
}

// Deleted implements livegame.Store.
func (s *Store) Deleted(ctx context.Context, since time.Time) (ids []livegame.ID, err error) {
	err = s.call(ctx, Call{Op: "deleted"}, func() error {
		for id, at := range s.deleted {
			if !at.Before(since) {
				ids = append(ids, id)
			}
		}
		return nil
	})
	return ids, err
}

// selects reports whether a query selects a game.
func selects(q livegame.Query, s livegame.Summary) bool {
	return (q.Status == "" || s.Status == q.Status) &&
		(!q.PublicOnly || s.Public) &&
		(q.Guest == "" || s.Creator == q.Guest || s.Seats[0].Guest == q.Guest || s.Seats[1].Guest == q.Guest) &&
		(q.DueBefore.IsZero() || !s.Deadline.IsZero() && !s.Deadline.After(q.DueBefore)) &&
		(!q.Pairing || s.Pairing) &&
		(len(q.IDs) == 0 || slices.Contains(q.IDs, s.ID)) &&
		(!q.EngineToMove || s.EngineToMove) &&
		(q.UpdatedSince.IsZero() || !s.Updated.Before(q.UpdatedSince)) &&
		(q.UpdatedBefore.IsZero() || s.Updated.Before(q.UpdatedBefore)) &&
		(q.Variant == "" || s.Variant == q.Variant)
}

// Secret implements livegame.Store.
func (s *Store) Secret(ctx context.Context, name string) (key []byte, err error) {
	err = s.call(ctx, Call{Op: "secret"}, func() error {
		if err := checkTexts(name); err != nil {
			return err
		}
		if s.secrets[name] == nil {
			s.secrets[name] = make([]byte, 32)
			_, _ = rand.Read(s.secrets[name]) // never fails
		}
		key = slices.Clone(s.secrets[name])
		return nil
	})
	return key, err
}

// SetNow gives the store a clock.
func (s *Store) SetNow(now func() time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now = now
}

// Now implements livegame.Store.
func (s *Store) Now(ctx context.Context) (at time.Time, err error) {
	err = s.call(ctx, Call{Op: "now"}, func() error {
		if s.now != nil {
			at = s.now()
		}
		return nil
	})
	return at, err
}

// Ping implements livegame.Store.
func (s *Store) Ping(ctx context.Context) error {
	return s.call(ctx, Call{Op: "ping"}, func() error { return nil })
}

// Close implements livegame.Store.
func (s *Store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	return nil
}
