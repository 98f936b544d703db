package puzzles

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/wane-chess/wane/internal/live/publictext"
	"github.com/wane-chess/wane/puzzle"
)

const (
	// ProofTime is how long a proof may take.
	ProofTime = 20 * time.Second
)

// Composed is a puzzle that an account has published.
type Composed struct {
	puzzle.Puzzle
	Author  string // ID of the account; empty: it was deleted
	Note    string
	Created time.Time
}

// Submit proves the puzzle of a position and publishes it for its author, who has an account. Errors are *UnsoundError,
// *DuplicateError, ErrMany, ErrUnavailable, a *livegame.Error, those of Lookup and of the parser of positions,
// and those of the store.
func (s *Service) Submit(ctx context.Context, by publictext.Author, variant, fen, note string) (Composed, error) {
	if s.o.Prove == nil {
		return Composed{}, ErrUnavailable
	}
	note = publictext.Clean(strings.TrimSpace(note))
	if err := s.checkNote(by, note); err != nil {
		return Composed{}, err
	}
	g, err := s.o.Lookup(variant)
	if err != nil {
		return Composed{}, &UnsoundError{Text: err.Error()}
	}
	p, err := g.Parse(fen)
	if err != nil {
		return Composed{}, &UnsoundError{Text: err.Error()}
	}
	variant, fen = g.Name(), p.String()
	if err := s.newPosition(ctx, variant, fen); err != nil {
		return Composed{}, err
	}
	now := s.o.Now()
	if err := s.mayPublish(ctx, by.Guest, now); err != nil {
		return Composed{}, err
	}
	z, err := s.prove(ctx, variant, fen)
	if err != nil {
		return Composed{}, err
	}
	c := Composed{Puzzle: z, Author: by.Guest, Note: note, Created: now}
	if _, ok := s.o.Library.ByID(z.ID); ok {
		return c, &DuplicateError{z.ID}
	}
	return c, s.o.Store.AddComposed(ctx, c, now.Add(-24*time.Hour))
}

// newPosition returns *DuplicateError if there is a puzzle with a position.
func (s *Service) newPosition(ctx context.Context, variant, fen string) error {
	position := PositionOf(fen)
	if id := s.shippedAt(variant, position); id != "" {
		return &DuplicateError{id}
	}
	id, err := s.o.Store.ComposedAt(ctx, variant, position)
	if err == nil && id != "" {
		err = &DuplicateError{id}
	}
	return err
}

// shippedAt returns the ID of the puzzle with a position in the library; "" if there is none.
func (s *Service) shippedAt(variant, position string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.places == nil {
		s.places = map[string]string{}
		for _, v := range s.o.Library.Variants() {
			for _, p := range s.o.Library.Of(v) {
				s.places[v+"|"+PositionOf(p.FEN)] = p.ID
			}
		}
	}
	return s.places[variant+"|"+position]
}

// mayPublish returns ErrMany if an account cannot publish now: then there is nothing to prove.
func (s *Service) mayPublish(ctx context.Context, author string, now time.Time) error {
	list, err := s.o.Store.ComposedBy(ctx, author, time.Time{}, MaxComposed)
	if err == nil &&
		(len(list) >= MaxComposed || len(list) >= MaxPerDay && list[MaxPerDay-1].Created.After(now.Add(-24*time.Hour))) {
		err = ErrMany
	}
	return err
}

// prove finds and proves the puzzle of a position.
func (s *Service) prove(ctx context.Context, variant, fen string) (puzzle.Puzzle, error) {
	limited, cancel := context.WithTimeout(ctx, ProofTime)
	defer cancel()
	z, err := s.o.Prove(limited, variant, fen)
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		err = errLong
	}
	return z, err
}

// By returns the puzzles of an author before a time, the latest first.
func (s *Service) By(ctx context.Context, author string, before time.Time, limit int) ([]Shown, error) {
	found, err := s.o.Store.ComposedBy(ctx, author, before, limit)
	if err != nil {
		return nil, err
	}
	list := make([]Shown, len(found))
	for i := range found {
		c := &found[i]
		list[i] = Shown{Puzzle: c.Puzzle, Composed: c}
		if list[i].Record, err = s.record(ctx, &c.Puzzle); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// Withdraw withdraws a puzzle of an author, or returns ErrNotFound. It closes the reports on it. If it
// rests, it is removed: published again, it is not given out.
func (s *Service) Withdraw(ctx context.Context, id, author string) error {
	return s.o.Store.DeleteComposed(ctx, id, author, s.o.Now())
}
