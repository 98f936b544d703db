package puzzle

import (
	"context"
	"errors"
	"math"
	"slices"
	"time"

	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/puzzle"
)

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

// Players begin with a mate in 1, and with puzzles that chess could have, too. Each puzzle that they solve lets the
// next be harder, until it is as hard as the rating says.
const (
	firstAbout = 500
	step       = 100
	plainUntil = 3 // puzzles solved
)

// Next returns a puzzle of the library for a player: one that the player has not tried, random
// among those near the player's rating, and easier for one who has solved few. Once all have been tried, it is the one
// that was tried longest ago. It returns ErrNone if no puzzle fits the wish.
func (s *Service) Next(ctx context.Context, player string, w Wish) (Puzzle, error) {
	if !s.known(w.Variant) {
		return Puzzle{}, ErrNone
	}
	records, err := s.recordsOf(ctx, w.Variant)
	if err != nil {
		return Puzzle{}, err
	}
	tried, err := s.tried(ctx, player, w.Variant)
	if err != nil {
		return Puzzle{}, err
	}
	last := make(map[string]time.Time, len(tried))
	for _, t := range tried {
		last[t.Puzzle] = t.Last
	}
	solved := solved(tried)
	about, err := s.about(ctx, player, w, solved)
	if err != nil {
		return Puzzle{}, err
	}
	var fresh []Puzzle
	var oldest *Puzzle
	all := s.o.Library.Of(w.Variant)
	for i := range all {
		p := &all[i]
		if records[p.ID].State != Active || w.Theme != "" && !p.Has(w.Theme) || w.Goal != "" && p.Goal != w.Goal {
			continue
		}
		shown := shown(p, records)
		if at, ok := last[p.ID]; !ok {
			fresh = append(fresh, shown)
		} else if oldest == nil || at.Before(last[oldest.ID]) {
			oldest = &shown
		}
	}
	switch {
	case len(fresh) > 0:
		if w.About == 0 {
			fresh = forNewcomers(fresh, solved)
		}
		return s.choose(fresh, about), nil
	case oldest != nil:
		return *oldest, nil
	}
	return Puzzle{}, ErrNone
}

// Counts returns how many puzzles of a variant a player has tried, with or without a rating, and how many of them were
// solved at the first attempt.
func (s *Service) Counts(ctx context.Context, player, variant string) (games, right int, err error) {
	n, err := db.One[struct{ Tried, Solved int }](ctx, s.o.DB, nil, "SELECT count(*) AS tried, "+
		"count(*) FILTER (WHERE solved) AS solved FROM puzzle_attempts WHERE player = $1 AND variant = $2", player, variant)
	return n.Tried, n.Solved, err
}

// about returns the rating of the next puzzle for a player who has solved some.
func (s *Service) about(ctx context.Context, player string, w Wish, solved int) (float64, error) {
	if w.About != 0 {
		return float64(w.About), nil
	}
	st, err := s.Standing(ctx, player, w.Variant)
	return min(st.Value, firstAbout+step*float64(solved)), err
}

// forNewcomers returns the puzzles of a list that suit a player who has solved some: a plain mate in 1 first, then
// plain puzzles; without any the whole list.
func forNewcomers(list []Puzzle, solved int) []Puzzle {
	if solved < plainUntil {
		list = those(list, func(p Puzzle) bool { return p.Plain() })
	}
	if solved == 0 {
		list = those(list, func(p Puzzle) bool { return p.Has(puzzle.MateIn1) })
	}
	return list
}

// those returns the puzzles of a list that are so, or the list if none is.
func those(list []Puzzle, so func(Puzzle) bool) []Puzzle {
	if found := slices.DeleteFunc(slices.Clone(list), func(p Puzzle) bool { return !so(p) }); len(found) > 0 {
		return found
	}
	return list
}

// choose returns a random puzzle of the first window that has enough. There is at least one.
func (s *Service) choose(list []Puzzle, about float64) Puzzle {
	var near []Puzzle
	for _, width := range windows {
		near = near[:0]
		for i := range list {
			if math.Abs(list[i].value-about) <= width {
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
func (s *Service) Daily(ctx context.Context, at time.Time) (Puzzle, error) {
	for i := range 20 {
		p, ok := s.o.Library.Daily(at.AddDate(0, 0, i*otherDays))
		if !ok {
			break
		}
		records, err := s.recordsOf(ctx, p.Variant)
		if err != nil {
			return Puzzle{}, err
		}
		if records[p.ID].State == Active {
			return shown(&p, records), nil
		}
	}
	return Puzzle{}, ErrNone
}

// shown returns a puzzle of the library with its record, of those of its variant.
func shown(p *puzzle.Puzzle, records map[string]Record) Puzzle {
	r, ok := records[p.ID]
	if !ok {
		r = NewRecord(p)
	}
	return Puzzle{Puzzle: *p}.with(r)
}

// Find returns a puzzle of the library or one that was composed, or ErrNotFound.
func (s *Service) Find(ctx context.Context, id string) (Puzzle, error) {
	p, err := s.text(ctx, id)
	if err != nil {
		return p, err
	}
	return s.recorded(ctx, p)
}

// recorded returns a puzzle with its record.
func (s *Service) recorded(ctx context.Context, p Puzzle) (Puzzle, error) {
	r, err := s.record(ctx, p.ID)
	if errors.Is(err, ErrNotFound) {
		r, err = NewRecord(&p.Puzzle), nil
	}
	return p.with(r), err
}

// Standing returns the standing of a player in a variant.
func (s *Service) Standing(ctx context.Context, player, variant string) (Standing, error) {
	if player == "" {
		return NewStanding(player, variant), nil
	}
	return standing(ctx, s.o.DB, player, variant)
}

// Now is the time by the service's clock.
func (s *Service) Now() time.Time { return s.o.Now() }

// Shipped returns a puzzle of the library.
func (s *Service) Shipped(id string) (puzzle.Puzzle, bool) { return s.o.Library.ByID(id) }
