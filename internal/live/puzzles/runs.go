package puzzles

import (
	"cmp"
	"context"
	"crypto/rand"
	"slices"
	"time"

	"github.com/wane-chess/wane/puzzle"
)

// Kind is a kind of run: many puzzles in a row.
type Kind string

// The kinds.
const (
	Streak Kind = "streak" // harder and harder, until the first mistake
	Storm  Kind = "storm"  // as many as possible in three minutes
)

// Kinds are all kinds.
var Kinds = []Kind{Streak, Storm}

// Mixed stands for puzzles of all variants.
const Mixed = "mixed"

// Span is the time of which a best run is kept.
type Span string

// The spans.
const (
	Day  Span = "day"  // in UTC
	Week Span = "week" // from Monday on, in UTC
	Ever Span = "ever"
)

// Spans are all spans.
var Spans = []Span{Day, Week, Ever}

// Begin returns the beginning of the span in which a time is.
func (s Span) Begin(at time.Time) time.Time {
	at = at.UTC()
	day := time.Date(at.Year(), at.Month(), at.Day(), 0, 0, 0, 0, time.UTC)
	switch s {
	case Day:
		return day
	case Week:
		return day.AddDate(0, 0, -(int(day.Weekday())+6)%7)
	}
	return time.UnixMilli(0).UTC()
}

// Run is a streak or a storm.
type Run struct {
	Player  string
	Kind    Kind
	Variant string // or Mixed
	Score   int    // puzzles solved
	Took    time.Duration
	Wrong   int // moves
	At      time.Time
}

// Beats reports whether a run is better than another: more puzzles, then fewer mistakes, then
// less time.
func (r Run) Beats(o Run) bool {
	switch {
	case r.Score != o.Score:
		return r.Score > o.Score
	case r.Wrong != o.Wrong:
		return r.Wrong < o.Wrong
	}
	return r.Took < o.Took
}

// RunQuery selects runs.
type RunQuery struct {
	Kind    Kind
	Variant string
}

// Bests are the best runs of a player, by span; those of today and this week may be missing.
type Bests map[Span]Run

// Begin begins a run of a player, in place of an unfinished one of the same kind, and returns it with its first
// puzzles.
func (s *Service) Begin(ctx context.Context, player string, q RunQuery) (OpenRun, []Shown, error) {
	if err := s.checkQuery(q); err != nil {
		return OpenRun{}, nil, err
	}
	all, err := s.active(ctx, q.Variant)
	if err != nil {
		return OpenRun{}, nil, err
	}
	c := OpenRun{ID: rand.Text(), Player: player, RunQuery: q, Begun: stored(s.o.Now())}
	if c.give(all, s.o.Rand); len(c.Given) == 0 {
		return OpenRun{}, nil, ErrNone
	}
	if err := s.o.Store.PutOpenRun(ctx, c); err != nil {
		return OpenRun{}, nil, err
	}
	shown, err := s.given(ctx, &c, 0)
	return c, shown, err
}

// Continue counts what a player reports of a run, and returns it with the puzzles from a number on. It is stored among
// the bests once it has ended. It returns ErrNoRun if the player has no such run.
func (s *Service) Continue(ctx context.Context, player, id string, r Answers, have int) (OpenRun, []Shown, error) {
	now := stored(s.o.Now())
	var all []puzzle.Puzzle
	c, err := s.o.Store.OpenRun(ctx, player, id)
	if err == nil {
		all, err = s.active(ctx, c.Variant)
	}
	if err == nil {
		c, err = s.o.Store.ChangeOpenRun(ctx, player, id, func(c *OpenRun) error {
			err := c.take(r, now, s.o.Library.ByID)
			c.give(all, s.o.Rand)
			return err
		})
	}
	if err != nil {
		return OpenRun{}, nil, err
	}
	shown, err := s.given(ctx, &c, have)
	return c, shown, err
}

// active returns the puzzles of a variant, or with Mixed of all, that do not rest, the easiest first.
func (s *Service) active(ctx context.Context, variant string) (list []puzzle.Puzzle, err error) {
	variants, all := []string{variant}, s.o.Library.Of(variant)
	if variant == Mixed {
		variants, all = s.o.Library.Variants(), s.mixed()
	}
	idle := map[string]bool{}
	for _, v := range variants {
		records, err := s.recordsOf(ctx, v)
		if err != nil {
			return nil, err
		}
		for id, r := range records {
			if r.State != Active {
				idle[id] = true
			}
		}
	}
	for _, p := range all {
		if !idle[p.ID] {
			list = append(list, p)
		}
	}
	return list, nil
}

// mix returns the puzzles of all variants, the easiest first.
func mix(l Library) (list []puzzle.Puzzle) {
	for _, v := range l.Variants() {
		list = append(list, l.Of(v)...)
	}
	slices.SortStableFunc(list, func(a, b puzzle.Puzzle) int { return cmp.Compare(a.Rating, b.Rating) })
	return list
}

// given returns the puzzles of a run from a number on.
func (s *Service) given(ctx context.Context, c *OpenRun, from int) ([]Shown, error) {
	list := []Shown{}
	for _, id := range c.Given[min(max(from, 0), len(c.Given)):] {
		p, ok := s.o.Library.ByID(id)
		if !ok {
			continue
		}
		records, err := s.recordsOf(ctx, p.Variant)
		if err != nil {
			return nil, err
		}
		r, ok := records[id]
		if !ok {
			r = NewRecord(&p)
		}
		list = append(list, Shown{Puzzle: p, Record: r})
	}
	return list, nil
}

// Bests returns the best runs of a player.
func (s *Service) Bests(ctx context.Context, player string, q RunQuery) (Bests, error) {
	if err := s.checkQuery(q); err != nil {
		return nil, err
	}
	return s.o.Store.BestRuns(ctx, player, q, s.o.Now())
}

// Leaders returns the best runs of accounts in a span.
func (s *Service) Leaders(ctx context.Context, q RunQuery, span Span, limit int) ([]Run, error) {
	if err := s.checkQuery(q); err != nil {
		return nil, err
	}
	return s.o.Store.LeadingRuns(ctx, q, span, s.o.Now(), limit)
}

// known reports whether there are puzzles of a variant.
func (s *Service) known(variant string) bool { return slices.Contains(s.o.Library.Variants(), variant) }
