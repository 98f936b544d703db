package puzzle

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

// Run is a best run.
type Run struct {
	Player  string `json:"-"`
	Kind    Kind   `json:"-"`
	Variant string `json:"-"`     // or Mixed
	Score   int    `json:"score"` // puzzles solved
	Wrong   int    `json:"wrong"` // moves
	Took    int64  `json:"ms"`
	At      int64  `json:"at"`
}

// RunQuery selects runs.
type RunQuery struct {
	Kind    Kind
	Variant string
}

// MyRuns are the client's best runs of a kind and variant; those of today and this week may be absent.
type MyRuns struct {
	Day  *Run `json:"day,omitempty" doc:"in UTC"`
	Week *Run `json:"week,omitempty" doc:"from Monday on"`
	Ever *Run `json:"ever,omitempty"`
}

// of returns the place of the best run of a span.
func (m *MyRuns) of(span Span) **Run {
	switch span {
	case Day:
		return &m.Day
	case Week:
		return &m.Week
	}
	return &m.Ever
}

func (s *Service) checkQuery(q RunQuery) error {
	if !slices.Contains(Kinds, q.Kind) || q.Variant != Mixed && !s.known(q.Variant) {
		return refuse("There are no such runs.")
	}
	return nil
}

// Begin begins a run of a player, in place of an unfinished one of the same kind, and returns it with its first
// puzzles.
func (s *Service) Begin(ctx context.Context, player string, q RunQuery) (OpenRun, []Puzzle, error) {
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
	if err := s.putOpenRun(ctx, c); err != nil {
		return OpenRun{}, nil, err
	}
	shown, err := s.given(ctx, &c, 0)
	return c, shown, err
}

// Continue counts what a player reports of a run, and returns it with the puzzles that the client lacks. It is stored
// among the bests once it has ended. It returns ErrNoRun if the player has no such run.
func (s *Service) Continue(ctx context.Context, player, id string, r RunAnswers) (OpenRun, []Puzzle, error) {
	now := stored(s.o.Now())
	var all []puzzle.Puzzle
	c, err := openRun(ctx, s.o.DB, "", player, id)
	if err == nil {
		all, err = s.active(ctx, c.Variant)
	}
	if err == nil {
		c, err = s.changeOpenRun(ctx, player, id, func(c *OpenRun) error {
			err := c.take(r, now, s.o.Library.ByID)
			c.give(all, s.o.Rand)
			return err
		})
	}
	if err != nil {
		return OpenRun{}, nil, err
	}
	shown, err := s.given(ctx, &c, r.Have)
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
func (s *Service) given(ctx context.Context, c *OpenRun, from int) ([]Puzzle, error) {
	list := []Puzzle{}
	for _, id := range c.Given[min(max(from, 0), len(c.Given)):] {
		p, ok := s.o.Library.ByID(id)
		if !ok {
			continue
		}
		records, err := s.recordsOf(ctx, p.Variant)
		if err != nil {
			return nil, err
		}
		list = append(list, shown(&p, records))
	}
	return list, nil
}

// known reports whether there are puzzles of a variant.
func (s *Service) known(variant string) bool { return slices.Contains(s.o.Library.Variants(), variant) }
