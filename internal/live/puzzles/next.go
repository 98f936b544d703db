package puzzles

import (
	"context"
	"errors"
	"math"
	"time"

	"github.com/wane-chess/wane/internal/live/rating"
	"github.com/wane-chess/wane/puzzle"
)

// Shown is a puzzle with its record.
type Shown struct {
	puzzle.Puzzle
	Record   Record
	Composed *Composed // nil: it is in the library
}

// Wish says which puzzles a player wants.
type Wish struct {
	Variant string
	Theme   puzzle.Theme // "": any
	Goal    puzzle.Goal  // "": any
	About   int          // the rating; 0: the player's
}

// windows are how far from the wished rating a puzzle may be, each tried in turn, and enough is
// how many puzzles a window must have: the next one is wider.
var windows = []float64{75, 150, 300, 600, math.Inf(1)}

const enough = 8

// Next returns a puzzle of the library for a player: one that the player has not tried, random
// among those near the player's rating. Once all have been tried, it is the one that was tried
// longest ago. It returns ErrNone if no puzzle fits the wish.
func (s *Service) Next(ctx context.Context, player string, w Wish) (Shown, error) {
	if !s.known(w.Variant) {
		return Shown{}, ErrNone
	}
	records, err := s.recordsOf(ctx, w.Variant)
	if err != nil {
		return Shown{}, err
	}
	tried, err := s.o.Store.TriedPuzzles(ctx, player, w.Variant)
	if err != nil {
		return Shown{}, err
	}
	about := float64(w.About)
	if w.About == 0 {
		st, err := s.Standing(ctx, player, w.Variant)
		if err != nil {
			return Shown{}, err
		}
		about = st.Value
	}
	last := make(map[string]time.Time, len(tried))
	for _, t := range tried {
		last[t.Puzzle] = t.Last
	}
	var fresh []Shown
	var oldest *Shown
	all := s.o.Library.Of(w.Variant)
	for i := range all {
		p := &all[i]
		r, ok := records[p.ID]
		if !ok {
			r = NewRecord(p)
		}
		if r.State != Active || w.Theme != "" && !p.Has(w.Theme) || w.Goal != "" && p.Goal != w.Goal {
			continue
		}
		shown := Shown{Puzzle: *p, Record: r}
		if at, ok := last[p.ID]; !ok {
			fresh = append(fresh, shown)
		} else if oldest == nil || at.Before(last[oldest.ID]) {
			oldest = &shown
		}
	}
	switch {
	case len(fresh) > 0:
		return s.choose(fresh, about), nil
	case oldest != nil:
		return *oldest, nil
	}
	return Shown{}, ErrNone
}

// choose returns a random puzzle of the first window that has enough. There is at least one.
func (s *Service) choose(list []Shown, about float64) Shown {
	var near []Shown
	for _, width := range windows {
		near = near[:0]
		for i := range list {
			if math.Abs(list[i].Record.Value-about) <= width {
				near = append(near, list[i])
			}
		}
		if len(near) >= enough {
			break
		}
	}
	return near[s.o.Rand(len(near))]
}

// otherDays is how many days further another puzzle of the day is looked for while one rests.
const otherDays = 1009

// Daily returns the puzzle of the day of a time, in UTC. While it rests, another one takes its
// place. It returns ErrNone if there are no puzzles.
func (s *Service) Daily(ctx context.Context, at time.Time) (Shown, error) {
	for i := range 20 {
		p, ok := s.o.Library.Daily(at.AddDate(0, 0, i*otherDays))
		if !ok {
			break
		}
		records, err := s.recordsOf(ctx, p.Variant)
		if err != nil {
			return Shown{}, err
		}
		r, ok := records[p.ID]
		if !ok {
			r = NewRecord(&p)
		}
		if r.State == Active {
			return Shown{Puzzle: p, Record: r}, nil
		}
	}
	return Shown{}, ErrNone
}

// Find returns a puzzle of the library or one that was composed, or ErrNotFound.
func (s *Service) Find(ctx context.Context, id string) (Shown, error) {
	var shown Shown
	if p, ok := s.o.Library.ByID(id); ok {
		shown.Puzzle = p
	} else {
		c, err := s.o.Store.ComposedPuzzle(ctx, id)
		if err != nil {
			return Shown{}, err
		}
		shown.Puzzle, shown.Composed = c.Puzzle, &c
	}
	var err error
	shown.Record, err = s.record(ctx, &shown.Puzzle)
	return shown, err
}

// record returns the record of a puzzle, a new one if it has none.
func (s *Service) record(ctx context.Context, p *puzzle.Puzzle) (Record, error) {
	r, err := s.o.Store.PuzzleRecord(ctx, p.ID)
	if errors.Is(err, ErrNotFound) {
		return NewRecord(p), nil
	}
	return r, err
}

// Standing returns the standing of a player in a variant.
func (s *Service) Standing(ctx context.Context, player, variant string) (Standing, error) {
	if player == "" {
		return NewStanding(player, variant), nil
	}
	return s.o.Store.PuzzleStanding(ctx, player, variant)
}

// Now is the time by the service's clock.
func (s *Service) Now() time.Time { return s.o.Now() }

// Rating returns a player's rating in a variant now.
func (s *Service) Rating(st Standing) rating.Rating { return st.Now(s.o.Now()) }

// Shipped returns a puzzle of the library.
func (s *Service) Shipped(id string) (puzzle.Puzzle, bool) { return s.o.Library.ByID(id) }
