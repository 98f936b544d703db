package puzzle_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/wane-chess/wane/internal/glicko"
	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/livegame"
	puzzles "github.com/wane-chess/wane/internal/server/puzzle"
	"github.com/wane-chess/wane/internal/server/rating"
	"github.com/wane-chess/wane/puzzle"
)

// The server decides whether an attempt is right, and when it was.
func TestSettle(t *testing.T) {
	l := library(4)
	p := &l[0]
	all := []string{p.Moves[0], p.Moves[2]}
	now := newWorld(t, l).now
	for name, c := range map[string]struct {
		draft          puzzles.NewAttempt
		right, counted bool
		at             time.Time
		took           time.Duration
	}{
		"right": {puzzles.NewAttempt{Moves: all, Rated: true, Took: 60_000}, true, true, now, time.Minute},
		"earlier": {
			puzzles.NewAttempt{Moves: all, Rated: true, At: now.Add(-time.Hour).UnixMilli()}, true, true, now.Add(-time.Hour), 0,
		},
		"in the future": {puzzles.NewAttempt{Moves: all, Rated: true, At: now.Add(time.Hour).UnixMilli(), Took: -1}, true,
			true, now, 0},
		"long ago": {puzzles.NewAttempt{Moves: all, Rated: true, At: now.Add(-1e6 * time.Hour).UnixMilli(), Took: 1e15}, true,
			true, now.Add(-puzzles.MaxAge), puzzles.MaxTook},
		"casual":         {puzzles.NewAttempt{Moves: all}, true, false, now, 0},
		"helped":         {puzzles.NewAttempt{Moves: all, Rated: true, Helped: true}, false, false, now, 0},
		"half":           {puzzles.NewAttempt{Moves: all[:1], Rated: true}, false, true, now, 0},
		"wrong":          {puzzles.NewAttempt{Moves: []string{"a1a7"}, Rated: true}, false, true, now, 0},
		"with the reply": {puzzles.NewAttempt{Moves: p.Moves, Rated: true}, false, true, now, 0},
		"nothing":        {puzzles.NewAttempt{Rated: true}, false, true, now, 0},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, l)
			c.draft.ID, c.draft.Puzzle = "draft", p.ID
			list, err := w.Settle(t.Context(), "ann", []puzzles.NewAttempt{c.draft})
			if err != nil {
				t.Fatal(err)
			}
			if a := list[0]; a.Right != c.right || a.Counted != c.counted || a.Attempt.At != c.at.UnixMilli() ||
				a.Attempt.Took != c.took.Milliseconds() || a.Repeat || a.Unknown {
				t.Errorf("%+v", a)
			}
		})
	}
}

// Attempts of a list are settled in the order of their times, and answered in that of the list.
func TestSettleOrder(t *testing.T) {
	l := library(4)
	w := newWorld(t, l)
	draft := func(id string, p *puzzle.Puzzle, ago time.Duration, moves ...string) puzzles.NewAttempt {
		return puzzles.NewAttempt{ID: id, Puzzle: p.ID, Moves: moves, Rated: true, At: w.now.Add(-ago).UnixMilli()}
	}
	list, err := w.Settle(t.Context(), "ann", []puzzles.NewAttempt{
		draft("late", &l[0], time.Minute, l[0].Moves[0], l[0].Moves[2]), {ID: "nothing", Puzzle: "nothing"},
		draft("early", &l[2], time.Hour), draft("first", &l[0], 2*time.Hour),
	})
	if err != nil {
		t.Fatal(err)
	}
	first, next, again := list[3].Attempt, list[2].Attempt, list[0].Attempt
	if !list[1].Unknown || again.ID != "first" || !list[0].Repeat || list[0].Right || list[3].Repeat ||
		first.Seq != again.Seq || next.Before != first.After && next.Before.Value != first.After.Value {
		t.Errorf("%+v", list)
	}
	var refused *livegame.Error
	many := make([]puzzles.NewAttempt, puzzles.MaxAttempts+1)
	if _, err := w.Settle(t.Context(), "ann", many); !errors.As(err, &refused) {
		t.Errorf("too many attempts: %v", err)
	}
	if list, err := w.Settle(t.Context(), "ann", nil); err != nil || len(list) != 0 {
		t.Errorf("no attempts: %v, %v", list, err)
	}
}

// Ratings follow: who solves gains, who fails loses, and the harder the puzzle the more; a puzzle
// does the opposite, once the player's rating is certain; nothing leaves its bounds.
func TestApply(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		draw := func(name string, low, high float64) float64 { return rapid.Float64Range(low, high).Draw(r, name) }
		st := puzzles.Standing{Player: "ann", Variant: "chess", At: time.UnixMilli(1e12),
			Rating: rating.Rating{
				Value: draw("value", 600, 2600), Deviation: draw("deviation", glicko.MinDeviation, glicko.MaxDeviation),
				Volatility: 0.06,
			}}
		record := puzzles.Record{Puzzle: "p", Variant: "chess", Rating: rating.Rating{
			Value: draw("puzzle", 600, 2600), Deviation: draw("certainty", glicko.MinDeviation, glicko.PuzzleDeviation),
			Volatility: 0.06,
		}}
		a := puzzles.Attempt{
			At:    st.At.UnixMilli() + rapid.Int64Range(0, 1e9).Draw(r, "ms"),
			Right: rapid.Bool().Draw(r, "right"), Counted: rapid.Bool().Draw(r, "counted"),
		}
		record.State = rapid.SampledFrom([]puzzles.State{puzzles.Active, puzzles.Active, puzzles.Resting, puzzles.Removed}).
			Draw(r, "state")
		done, after, then := puzzles.Apply(a, st, record)
		sign := -1.0
		if a.Right {
			sign = 1
		}
		switch counts := a.Counted && record.State == puzzles.Active; {
		case done.Counted != counts || then.Tried != 1 || then.State != record.State:
			r.Fatalf("%+v, %+v", done, then)
		case !counts && (after != st || then.Rating != record.Rating || done.Before != done.After):
			r.Fatalf("an attempt that does not count changes %+v to %+v, %+v to %+v", st, after, record, then)
		case counts && math.Abs(after.Value-st.Value) > glicko.MaxPuzzleChange+1e-6:
			r.Fatalf("one attempt changes %v to %v", st.Value, after.Value)
		case counts && (sign*(after.Value-st.Value) <= 0 || after.Tried != 1 || after.At.UnixMilli() != a.At):
			r.Fatalf("right: %v: %+v becomes %+v", a.Right, st, after)
		case counts && st.Now(db.Time(a.At)).Provisional() != (then.Rating == record.Rating):
			r.Fatalf("with %+v the puzzle %+v becomes %+v", st.Now(db.Time(a.At)), record, then)
		case sign*(then.Value-record.Value) > 0:
			r.Fatalf("right: %v: the puzzle %+v becomes %+v", a.Right, record, then)
		case done.PuzzleBefore != record.Value || done.PuzzleAfter != then.Value:
			r.Fatalf("%+v", done)
		}
		harder := record
		harder.Value += 100
		if _, more, _ := puzzles.Apply(a, st, harder); done.Counted && more.Value <= after.Value &&
			math.Abs(after.Value-st.Value) < glicko.MaxPuzzleChange-1e-6 {
			r.Fatalf("a harder puzzle gives %+v, not more than %+v", more, after)
		}
	})
}

// A player who solves all below a rating, and fails at all above it, gets near it.
func TestConverges(t *testing.T) {
	l := library(300)
	for i := range l {
		l[i].Rating = 400 + 8*i
	}
	w := newWorld(t, l)
	const strength = 1900
	for i := range 50 {
		w.now = w.now.Add(time.Minute)
		next, err := w.Next(t.Context(), "ann", puzzles.Wish{Variant: "shrink"})
		if err != nil {
			t.Fatal(err)
		}
		p, _ := w.Shipped(next.ID)
		if s := w.solve(t, "ann", &p, p.Rating < strength); s.Repeat {
			t.Fatalf("attempt %d: %s comes again", i, p.ID)
		}
	}
	st, err := w.Standing(t.Context(), "ann", "shrink")
	if err != nil || st.Value < strength-120 || st.Value > strength+120 || st.Provisional() {
		t.Errorf("%+v, %v", st, err)
	}
}

// Strengths are by theme, the weakest first.
func TestStrengths(t *testing.T) {
	l := library(40)
	w := newWorld(t, l)
	for i := 0; i < 40; i += 2 {
		w.solve(t, "ann", &l[i], !l[i].Has(puzzle.Sacrifice))
	}
	list, err := w.Strengths(context.Background(), "ann", "chess")
	if err != nil || len(list) != 2 || list[0].Theme != puzzle.Sacrifice || list[0].Tried != 10 || list[0].Right != 0 ||
		list[1].Theme != puzzle.MateIn2 || list[1].Tried != 20 || list[1].Right != 10 {
		t.Fatalf("%+v, %v", list, err)
	}
	if d := list[1].Performance - list[0].Performance; d < 450 || d > 600 {
		t.Errorf("%+v", list)
	}
	for player, variant := range map[string]string{"ann": "shrink", "ben": "chess"} {
		if list, err := w.Strengths(context.Background(), player, variant); err != nil || len(list) != 0 {
			t.Errorf("%s in %s: %+v, %v", player, variant, list, fmt.Sprint(err))
		}
	}
}
