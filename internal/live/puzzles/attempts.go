package puzzles

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"github.com/wane-chess/wane/puzzle"
)

// Draft is an attempt as a client reports it.
type Draft struct {
	ID     string // chosen by the client: the same attempt sent again has the same ID
	Puzzle string
	Moves  []string // of the solver, as UCI: the last one may be wrong
	Helped bool     // the player has seen a hint or the solution
	Rated  bool     // the attempt shall count
	Ticket string   // of the puzzle, as Service.Ticket gave it to the player; without one the attempt does not count
	Took   time.Duration
	At     time.Time // zero: now
}

// Settled is what has become of an attempt.
type Settled struct {
	Unknown bool // there is no such puzzle, and the rest is zero
	// Repeat says that the player had tried the puzzle before: the attempt is the first one.
	Repeat bool
	// NotGiven says that the attempt does not count, because the server did not give the puzzle to the player.
	NotGiven bool
	Attempt
}

// Settle decides about attempts of a player, at most MaxAttempts, and returns what has become of
// each. They are settled in the order of their times. Attempts at composed puzzles do not count, and neither do those
// at puzzles that the server has not given to the player.
func (s *Service) Settle(ctx context.Context, player string, list []Draft) ([]Settled, error) {
	if len(list) > MaxAttempts {
		return nil, errAttempts
	}
	now := s.o.Now()
	out := make([]Settled, len(list))
	var tries []Try
	var places []int // in the list
	for i, d := range list {
		shown, err := s.text(ctx, d.Puzzle)
		if errors.Is(err, ErrNotFound) {
			out[i].Unknown = true
			continue
		}
		if err != nil {
			return nil, err
		}
		p := &shown.Puzzle
		counts := d.Rated && shown.Composed == nil
		out[i].NotGiven = counts && !s.wasGiven(ctx, player, p.ID, d.Ticket, now)
		tries = append(tries, Try{Fresh: NewRecord(p), Attempt: Attempt{
			ID: d.ID, Player: player, Puzzle: p.ID, Variant: p.Variant, Moves: d.Moves, At: clampTime(d.At, now),
			Took: min(max(d.Took, 0), MaxTook), Right: !d.Helped && solves(p, d.Moves), Helped: d.Helped,
			Counted: counts && !out[i].NotGiven,
		}})
		places = append(places, i)
	}
	if len(tries) == 0 {
		return out, nil
	}
	order := make([]int, len(tries))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return tries[a].At.Compare(tries[b].At) })
	sorted := make([]Try, len(tries))
	for i, place := range order {
		sorted[i] = tries[place]
	}
	settled, err := s.o.Store.SettleAttempts(ctx, player, sorted)
	if err != nil {
		return nil, err
	}
	for i, place := range order {
		a := settled[i]
		repeat := a.ID != sorted[i].ID
		out[places[place]] = Settled{Attempt: a, Repeat: repeat, NotGiven: out[places[place]].NotGiven && !repeat}
		s.count(a, repeat)
	}
	return out, nil
}

// text returns a puzzle without its record, or ErrNotFound.
func (s *Service) text(ctx context.Context, id string) (Shown, error) {
	if p, ok := s.o.Library.ByID(id); ok {
		return Shown{Puzzle: p}, nil
	}
	c, err := s.o.Store.ComposedPuzzle(ctx, id)
	return Shown{Puzzle: c.Puzzle, Composed: &c}, err
}

// count counts an attempt in the metrics.
func (s *Service) count(a Attempt, repeat bool) {
	result := "wrong"
	switch {
	case repeat:
		result = "repeated"
	case a.Right:
		result = "right"
	}
	s.attempts.WithLabelValues(result).Inc()
}

// clampTime returns the time of an attempt: not in the future, and not too long ago.
func clampTime(at, now time.Time) time.Time {
	oldest := now.Add(-MaxAge)
	switch {
	case at.IsZero() || at.After(now):
		at = now
	case at.Before(oldest):
		at = oldest
	}
	return stored(at)
}

// stored returns a time as it is stored.
func stored(at time.Time) time.Time { return time.UnixMilli(at.UnixMilli()).UTC() }

// solves reports whether moves are those of the solver in the solution.
func solves(p *puzzle.Puzzle, moves []string) bool {
	if len(moves) != p.SolverMoves() {
		return false
	}
	for i, m := range moves {
		if m != p.Moves[2*i] {
			return false
		}
	}
	return true
}

// History returns attempts of a player, in a variant or with "" in all, before a number; with 0 the last
// ones. The latest come first.
func (s *Service) History(ctx context.Context, player, variant string, before int64, limit int) ([]Attempt, error) {
	return s.o.Store.Attempts(ctx, player, variant, before, limit)
}

// AttemptAt returns the first attempt of a player at a puzzle, or ErrNotFound.
func (s *Service) AttemptAt(ctx context.Context, player, id string) (Attempt, error) {
	return s.o.Store.AttemptAt(ctx, player, id)
}

// recent is how many attempts show a player's strengths.
const recent = 1000

// Strength is how well a player solves puzzles with a theme.
type Strength struct {
	Theme        puzzle.Theme
	Tried, Right int
	// Performance is the rating of a player with such results: the mean of the puzzles' ratings,
	// and 500 more for all right or less for none.
	Performance int
}

// Strengths returns how well a player solves the puzzles of a variant in the library, by theme, by the last
// attempts. What the player is weakest at comes first.
func (s *Service) Strengths(ctx context.Context, player, variant string) ([]Strength, error) {
	attempts, err := s.o.Store.Attempts(ctx, player, variant, 0, recent)
	if err != nil {
		return nil, err
	}
	sums := make([]float64, len(puzzle.Themes))
	all := make([]Strength, len(puzzle.Themes))
	for i := range attempts {
		a := &attempts[i]
		p, ok := s.o.Library.ByID(a.Puzzle)
		if !ok {
			continue
		}
		for t, theme := range puzzle.Themes {
			if !p.Has(theme) {
				continue
			}
			all[t].Tried++
			sums[t] += a.PuzzleBefore
			if a.Right {
				all[t].Right++
			}
		}
	}
	list := []Strength{}
	for t := range all {
		if n := float64(all[t].Tried); n > 0 {
			all[t].Theme = puzzle.Themes[t]
			all[t].Performance = int(sums[t]/n - 500 + 1000*float64(all[t].Right)/n)
			list = append(list, all[t])
		}
	}
	slices.SortStableFunc(list, func(a, b Strength) int { return cmp.Compare(a.Performance, b.Performance) })
	return list, nil
}
