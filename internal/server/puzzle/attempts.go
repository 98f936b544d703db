package puzzle

import (
	"cmp"
	"context"
	"errors"
	"math"
	"regexp"
	"slices"
	"time"

	"github.com/wane-chess/wane/internal/glicko"
	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/rating"
	"github.com/wane-chess/wane/puzzle"
)

// NewAttempt is an attempt at a puzzle, as a client reports it.
type NewAttempt struct {
	ID     string   `json:"id" minLength:"8" maxLength:"64" pattern:"^[\\w-]+$" doc:"chosen by the client: the same attempt sent again has the same id"`
	Puzzle string   `json:"puzzle" pattern:"^[0-9a-z]{7}$"`
	Moves  []string `json:"moves" maxItems:"8" doc:"the solver's moves as UCI, without the replies; the last one may be wrong"`
	Helped bool     `json:"helped,omitempty" doc:"a hint or the solution was shown: the attempt is wrong, and changes no ratings"`
	Rated  bool     `json:"rated,omitempty" doc:"the attempt shall change ratings"`
	Ticket string   `json:"ticket,omitempty" maxLength:"100" doc:"that came with the puzzle: without it only an attempt at the puzzle of the day is rated"`
	Took   int64    `json:"ms,omitempty" minimum:"0" doc:"how long it took; at most an hour counts"`
	At     int64    `json:"at,omitempty" minimum:"0" maximum:"99999999999999" doc:"when it ended; absent: now. One in the future is now, and one of more than 30 days ago counts as 30 days old"`
}

// SettledAttempt is what has become of an attempt.
type SettledAttempt struct {
	ID       string `json:"id"`
	Puzzle   string `json:"puzzle"`
	Unknown  bool   `json:"unknown,omitempty" doc:"there is no such puzzle, and the rest is absent"`
	Repeat   bool   `json:"repeat,omitempty" doc:"the client had tried the puzzle before: what follows is of the first attempt"`
	Right    bool   `json:"right"`
	Counted  bool   `json:"counted" doc:"it has changed ratings"`
	NotGiven bool   `json:"notGiven,omitempty" doc:"it was to be rated, and is not: the server did not give this puzzle to the client"`
	// Before and After are the client's ratings in the variant.
	Before       rating.View `json:"before"`
	After        rating.View `json:"after"`
	PuzzleRating int         `json:"puzzleRating" doc:"after the attempt"`

	Attempt Attempt `json:"-"` // the first one
}

// Attempt is the first attempt of a player at a puzzle.
type Attempt struct {
	Seq     int64          `json:"seq" doc:"for before: attempts are numbered in the order in which they were stored"`
	ID      string         `json:"-"` // chosen by the client
	Player  string         `json:"-"`
	Puzzle  string         `json:"puzzle"`
	Variant string         `json:"variant"`
	FEN     string         `json:"fen,omitempty" bun:"-" doc:"absent if there is no such puzzle any more"`
	Themes  []puzzle.Theme `json:"themes,omitempty" bun:"-"`
	Moves   []string       `json:"moves" doc:"those that were tried"` // of the solver, as UCI
	At      int64          `json:"at"`
	Took    int64          `json:"ms"`
	// Right: the moves are those of the solution, and were found without help.
	Right   bool `json:"right" bun:"solved"`
	Helped  bool `json:"helped,omitempty"` // the player has seen a hint or the solution
	Counted bool `json:"counted"`          // the attempt has changed ratings
	// What is shown of the ratings below:
	OldRating    rating.View `json:"before" bun:"-"`
	NewRating    rating.View `json:"after" bun:"-"`
	PuzzleRating int         `json:"puzzleRating" bun:"-" doc:"before the attempt"`
	// Before and After are the player's ratings, without volatility; they are equal if the attempt
	// did not count. So are the puzzle's values.
	Before       rating.Rating `json:"-" bun:"-"`
	After        rating.Rating `json:"-" bun:"-"`
	PuzzleBefore float64       `json:"-"`
	PuzzleAfter  float64       `json:"-"`
}

// Apply returns an attempt with what it does to ratings, and the standing of its player and the
// record of its puzzle after it. Counted of the attempt says whether it may count: it does if the
// puzzle is active. A puzzle keeps its rating while that of the player is provisional.
func Apply(a Attempt, s Standing, r Record) (Attempt, Standing, Record) {
	at := db.Time(a.At)
	a.Counted = a.Counted && r.State == Active
	a.Before, a.PuzzleBefore = s.Now(at), r.Value
	score := 0.0
	r.Tried++
	if a.Right {
		score = 1
		r.Solved++
	}
	a.After = a.Before
	if a.Counted {
		periods := 0.0
		if !s.At.IsZero() {
			periods = glicko.Periods(at.Sub(s.At))
		}
		s.Rating = s.AfterPuzzle(r.Rating, score, periods)
		if !a.Before.Provisional() {
			r.Rating = r.Update([]glicko.Result{{Opponent: a.Before, Score: 1 - score}}, 0).Bounded()
		}
		s.Tried++
		if a.Right {
			s.Solved++
		}
		if at.After(s.At) {
			s.At = at
		}
		a.After = s.Rating
	}
	a.PuzzleAfter = r.Value
	a.Before.Volatility, a.After.Volatility = 0, 0
	return a, s, r
}

// Try is an attempt to be settled, with the record of its puzzle for the case that nobody has
// tried it. Counted of the attempt says whether it may count.
type Try struct {
	Attempt
	Fresh Record
}

// Settle decides about attempts of a player, at most MaxAttempts, and returns what has become of
// each. They are settled in the order of their times. Attempts at composed puzzles do not count, and neither do those
// with help and those at puzzles that the server has not given to the player.
func (s *Service) Settle(ctx context.Context, player string, list []NewAttempt) ([]SettledAttempt, error) {
	if len(list) > MaxAttempts {
		return nil, refuse("These are too many attempts at once.")
	}
	now := s.o.Now()
	out := make([]SettledAttempt, len(list))
	var tries []Try
	var places []int // in the list
	for i, d := range list {
		out[i].ID, out[i].Puzzle = d.ID, d.Puzzle
		p, err := s.text(ctx, d.Puzzle)
		if errors.Is(err, ErrNotFound) {
			out[i].Unknown = true
			continue
		}
		if err != nil {
			return nil, err
		}
		counts := d.Rated && !d.Helped && !p.Composed
		out[i].NotGiven = counts && !s.wasGiven(ctx, player, p.ID, d.Ticket, now)
		moves := sent(d.Moves)
		tries = append(tries, Try{Fresh: NewRecord(&p.Puzzle), Attempt: Attempt{
			ID: d.ID, Player: player, Puzzle: p.ID, Variant: p.Variant, Moves: moves, At: clampTime(d.At, now),
			Took: min(max(d.Took, 0), MaxTook.Milliseconds()), Right: !d.Helped && solves(&p.Puzzle, moves), Helped: d.Helped,
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
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(tries[a].At, tries[b].At) })
	sorted := make([]Try, len(tries))
	for i, place := range order {
		sorted[i] = tries[place]
	}
	settled, err := s.settle(ctx, player, sorted)
	if err != nil {
		return nil, err
	}
	for i, place := range order {
		a, o := settled[i], &out[places[place]]
		o.Attempt, o.Right, o.Counted, o.Repeat = a, a.Right, a.Counted, a.ID != sorted[i].ID
		o.NotGiven = o.NotGiven && !o.Repeat
		o.Before, o.After, o.PuzzleRating = rating.ViewOf(a.Before), rating.ViewOf(a.After), int(math.Round(a.PuzzleAfter))
		s.count(o)
	}
	return out, nil
}

// text returns a puzzle without its record, or ErrNotFound.
func (s *Service) text(ctx context.Context, id string) (Puzzle, error) {
	if p, ok := s.o.Library.ByID(id); ok {
		return Puzzle{Puzzle: p}, nil
	}
	return s.composed(ctx, id)
}

// count counts an attempt in the metrics.
func (s *Service) count(a *SettledAttempt) {
	result := "wrong"
	switch {
	case a.Repeat:
		result = "repeated"
	case a.Right:
		result = "right"
	}
	s.attempts.WithLabelValues(result).Inc()
}

// clampTime returns the time of an attempt: not in the future, and not too long ago.
func clampTime(at int64, now time.Time) int64 {
	if at == 0 {
		return now.UnixMilli()
	}
	return min(max(at, now.Add(-MaxAge).UnixMilli()), now.UnixMilli())
}

// stored returns a time as it is stored.
func stored(at time.Time) time.Time { return time.UnixMilli(at.UnixMilli()).UTC() }

const maxMove = 80 // characters of a move: one of Shrink Chess can promote eight pawns

// readable matches what a move consists of.
var readable = regexp.MustCompile(`^[0-9A-Za-z@=+:-]+$`)

// sent returns moves as they are stored: what cannot be a move is a question mark.
func sent(moves []string) []string {
	out := make([]string, len(moves))
	for i, m := range moves {
		if out[i] = m; len(m) > maxMove || !readable.MatchString(m) {
			out[i] = "?"
		}
	}
	return out
}

// solves reports whether moves are those of the solver in the solution.
func solves(p *puzzle.Puzzle, moves []string) bool {
	return len(moves) == p.SolverMoves() && prefix(p, moves) == len(moves)
}

// Strength is how well a player solves puzzles with a theme.
type Strength struct {
	Theme       puzzle.Theme `json:"theme"`
	Tried       int          `json:"tried"`
	Right       int          `json:"right"`
	Performance int          `json:"performance" doc:"the rating of a player with such results: the mean of the puzzles' ratings, plus 500 for all right, less 500 for none"`
}

// recent is how many attempts show a player's strengths.
const recent = 1000

// Strengths returns how well a player solves the puzzles of a variant in the library, by theme, by the last
// attempts. What the player is weakest at comes first.
func (s *Service) Strengths(ctx context.Context, player, variant string) ([]Strength, error) {
	attempts, err := s.Attempts(ctx, player, variant, 0, recent)
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
