package puzzles

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/wane-chess/wane/internal/live/admin"
	"github.com/wane-chess/wane/internal/live/publictext"
	"github.com/wane-chess/wane/puzzle"
)

// Reason says what is wrong with a puzzle.
type Reason string

// The reasons.
const (
	Second Reason = "second" // there is a second solution
	Wrong  Reason = "wrong"  // the solution is wrong
	Other  Reason = "other"
)

// Reasons are all reasons.
var Reasons = []Reason{Second, Wrong, Other}

// Report is what a player says about a puzzle.
type Report struct {
	ID              int64
	Puzzle, Variant string
	At              time.Time
	Reporter        string // ID of the player; empty: the account was deleted
	Account         bool   // the reporter had an account
	Reason          Reason
	Text            string
	Decided         time.Time // zero: the report is open
}

// Case is a puzzle that rests or has open reports.
type Case struct {
	Puzzle, Variant string
	State           State
	Reports         int // open ones
	First           time.Time
}

// Vote stores what a player thinks of a puzzle: 1, -1, or 0 for nothing. It returns ErrNotFound if
// there is no such puzzle.
func (s *Service) Vote(ctx context.Context, player, id string, vote int) error {
	if _, err := s.text(ctx, id); err != nil {
		return err
	}
	return s.o.Store.PutVote(ctx, player, id, min(max(vote, -1), 1), s.o.Now())
}

// Votes counts the votes for and against a puzzle, and returns that of a player.
func (s *Service) Votes(ctx context.Context, id, player string) (up, down, own int, err error) {
	return s.o.Store.Votes(ctx, id, player)
}

// Report stores what a player says about a puzzle. Once RestAfter accounts have open reports, it
// rests: Next and Daily do not return it, and attempts at it do not count. Errors are ErrNotFound, ErrOpen,
// ErrMany, a *livegame.Error, or those of the store.
func (s *Service) Report(ctx context.Context, r Report) error {
	r.Text, r.At = publictext.Clean(strings.TrimSpace(r.Text)), s.o.Now()
	if err := checkReport(r); err != nil {
		return err
	}
	shown, err := s.text(ctx, r.Puzzle)
	if err != nil {
		return err
	}
	r.Variant = shown.Variant
	err = s.o.Store.AddPuzzleReport(ctx, r, NewRecord(&shown.Puzzle))
	s.forget(r.Variant)
	return err
}

// Cases returns puzzles that rest or have open reports, those that rest first.
func (s *Service) Cases(ctx context.Context, limit int) ([]Case, error) {
	return s.o.Store.PuzzleCases(ctx, limit)
}

// Reports returns the reports on a puzzle, the latest first.
func (s *Service) Reports(ctx context.Context, id string, limit int) ([]Report, error) {
	return s.o.Store.PuzzleReports(ctx, id, limit)
}

// Rest makes puzzles rest, for example those that a verification could not prove. Unknown ones are
// skipped.
func (s *Service) Rest(ctx context.Context, ids []string, by, why string) error {
	for _, id := range ids {
		if err := s.decide(ctx, id, Resting, admin.PuzzleRests, by, why); err != nil {
			return err
		}
	}
	return nil
}

// Release closes the reports on a puzzle that was verified: it is given out again if it is
// sound, and never again otherwise. That is noted in the log.
func (s *Service) Release(ctx context.Context, id string, sound bool, by, why string) error {
	if sound {
		return s.decide(ctx, id, Active, admin.PuzzleReleased, by, why)
	}
	return s.decide(ctx, id, Removed, admin.PuzzleRemoved, by, why)
}

func (s *Service) decide(ctx context.Context, id string, state State, action admin.Action, by, why string) error {
	fresh, err := s.reported(ctx, id)
	if err != nil {
		return err
	}
	now := s.o.Now()
	e := admin.Entry{At: now, Operator: by, Action: action, Detail: strings.TrimSpace(id + " " + why)}
	err = s.o.Store.DecidePuzzle(ctx, fresh, state, now, e)
	s.forget(fresh.Variant)
	return err
}

// reported returns the record of a puzzle that has none. A puzzle that a new version of the program lacks
// may still have a record and reports, which an operator has to close.
func (s *Service) reported(ctx context.Context, id string) (Record, error) {
	shown, err := s.text(ctx, id)
	if !errors.Is(err, ErrNotFound) {
		return NewRecord(&shown.Puzzle), err
	}
	if r, err := s.o.Store.PuzzleRecord(ctx, id); !errors.Is(err, ErrNotFound) {
		return r, err
	}
	reports, err := s.o.Store.PuzzleReports(ctx, id, 1)
	if err == nil && len(reports) == 0 {
		err = ErrNotFound
	}
	if err != nil {
		return Record{}, err
	}
	return NewRecord(&puzzle.Puzzle{ID: id, Variant: reports[0].Variant, Rating: puzzle.MinRating}), nil
}
