package puzzle

import (
	"context"
	"errors"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/wane-chess/wane/internal/server/publictext"
	"github.com/wane-chess/wane/puzzle"
)

// ProofTime is how long a proof may take.
const ProofTime = 20 * time.Second

// Submit proves the puzzle of a position and publishes it for its author, who has an account. Errors are *UnsoundError,
// *DuplicateError, ErrMany, ErrUnavailable, a *livegame.Error, those of Lookup and of the parser of positions,
// and those of the store.
func (s *Service) Submit(ctx context.Context, by publictext.Author, variant, fen, note string) (Puzzle, error) {
	if s.o.Prove == nil {
		return Puzzle{}, ErrUnavailable
	}
	note = publictext.Clean(strings.TrimSpace(note))
	if utf8.RuneCountInString(note) > MaxText {
		return Puzzle{}, refuse("The note has at most 300 characters.")
	}
	if note != "" {
		if err := publictext.Check(s.o.Now(), by, publictext.PuzzleNote, note); err != nil {
			return Puzzle{}, err
		}
	}
	g, err := s.o.Lookup(variant)
	if err != nil {
		return Puzzle{}, &UnsoundError{Text: err.Error()}
	}
	p, err := g.Parse(fen)
	if err != nil {
		return Puzzle{}, &UnsoundError{Text: err.Error()}
	}
	variant, fen = g.Name(), p.String()
	if err := s.newPosition(ctx, variant, fen); err != nil {
		return Puzzle{}, err
	}
	now := s.o.Now()
	if err := s.mayPublish(ctx, by.Guest, now); err != nil {
		return Puzzle{}, err
	}
	z, err := s.prove(ctx, variant, fen)
	if err != nil {
		return Puzzle{}, err
	}
	author := by.Account.Person()
	c := Puzzle{
		Puzzle: z, Composed: true, Author: by.Guest, By: &author, Note: note, Created: now.UnixMilli(),
	}
	if _, ok := s.o.Library.ByID(z.ID); ok {
		return c, &DuplicateError{z.ID}
	}
	return c.with(NewRecord(&z)), s.publish(ctx, c, now.Add(-24*time.Hour))
}

// newPosition returns *DuplicateError if there is a puzzle with a position.
func (s *Service) newPosition(ctx context.Context, variant, fen string) error {
	position := PositionOf(fen)
	if id := s.shippedAt(variant, position); id != "" {
		return &DuplicateError{id}
	}
	id, err := s.composedAt(ctx, variant, position)
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
	list, err := s.composedBy(ctx, author, 0, MaxComposed)
	day := now.Add(-24 * time.Hour).UnixMilli()
	if err == nil && (len(list) >= MaxComposed || len(list) >= MaxPerDay && list[MaxPerDay-1].Created > day) {
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
		err = &UnsoundError{Text: "the server could not prove this puzzle in 20 seconds"}
	}
	return z, err
}

// By returns the puzzles of an author before a time in milliseconds, the latest first; with 0 the last ones.
func (s *Service) By(ctx context.Context, author string, before int64, limit int) ([]Puzzle, error) {
	list, err := s.composedBy(ctx, author, before, limit)
	for i := 0; err == nil && i < len(list); i++ {
		list[i], err = s.recorded(ctx, list[i])
	}
	return list, err
}
