package puzzle

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/wane-chess/wane/internal/server/admin"
	"github.com/wane-chess/wane/internal/server/publictext"
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
	Puzzle   string    `json:"-"`
	Variant  string    `json:"-"`
	At       time.Time `json:"-"`
	Reporter string    `json:"-"` // ID of the player; empty: the account was deleted
	Account  bool      `json:"-"` // the reporter had an account
	Reason   Reason    `json:"reason" enum:"second,wrong,other" doc:"second: there is a second solution"`
	Text     string    `json:"text,omitempty" doc:"at most 300 characters; needed for the reason other"`
}

// check returns what is wrong with a report, as an error for the reporter.
func (r *Report) check() error {
	switch {
	case !slices.Contains(Reasons, r.Reason):
		return refuse("Choose a reason for the report.")
	case !utf8.ValidString(r.Text) || utf8.RuneCountInString(r.Text) > MaxText:
		return refuse("The text of a report has at most 300 characters.")
	case r.Reason == Other && r.Text == "":
		return refuse("Say in a few words what is wrong.")
	}
	return nil
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
	return s.putVote(ctx, player, id, min(max(vote, -1), 1), s.o.Now())
}

// Report stores what a player says about a puzzle. Once RestAfter accounts have open reports, it
// rests: Next and Daily do not return it, and attempts at it do not count. Errors are ErrNotFound, ErrOpen,
// ErrReports, a *livegame.Error, or those of the store.
func (s *Service) Report(ctx context.Context, r Report) error {
	r.Text, r.At = publictext.Clean(strings.TrimSpace(r.Text)), s.o.Now()
	if err := r.check(); err != nil {
		return err
	}
	p, err := s.text(ctx, r.Puzzle)
	if err != nil {
		return err
	}
	r.Variant = p.Variant
	err = s.addReport(ctx, r, NewRecord(&p.Puzzle))
	s.forget(r.Variant)
	return err
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
	e := admin.Entry{At: s.o.Now(), Operator: by, Action: action, Detail: strings.TrimSpace(id + " " + why)}
	err = s.setState(ctx, fresh, state, e)
	s.forget(fresh.Variant)
	return err
}

// reported returns the record of a puzzle that has none. A puzzle that a new version of the program lacks
// may still have a record and reports, which an operator has to close.
func (s *Service) reported(ctx context.Context, id string) (Record, error) {
	p, err := s.text(ctx, id)
	if !errors.Is(err, ErrNotFound) {
		return NewRecord(&p.Puzzle), err
	}
	if r, err := s.record(ctx, id); !errors.Is(err, ErrNotFound) {
		return r, err
	}
	reports, err := s.Reports(ctx, id, 1)
	if err == nil && len(reports) == 0 {
		err = ErrNotFound
	}
	if err != nil {
		return Record{}, err
	}
	return NewRecord(&puzzle.Puzzle{ID: id, Variant: reports[0].Variant, Rating: puzzle.MinRating}), nil
}
