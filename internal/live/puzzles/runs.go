package puzzles

import (
	"context"
	"slices"
	"time"
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

// Bounds of runs. Nobody solves puzzles faster.
const (
	MaxScore  = 2000
	MaxStorm  = 300             // of a storm
	StormTime = 4 * time.Minute // with what is added for many right moves in a row
	perPuzzle = 400 * time.Millisecond
	maxRun    = 24 * time.Hour
)

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

// Finish stores a run that has ended, now if At is zero, and returns the player's bests after it. The
// server cannot know that there was such a run: it only refuses impossible ones.
func (s *Service) Finish(ctx context.Context, r Run) (Bests, error) {
	r.At = clampTime(r.At, s.o.Now())
	if err := s.checkRun(r); err != nil {
		return nil, err
	}
	if r.Score > 0 {
		if err := s.o.Store.PutRun(ctx, r); err != nil {
			return nil, err
		}
	}
	return s.Bests(ctx, r.Player, RunQuery{r.Kind, r.Variant})
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
