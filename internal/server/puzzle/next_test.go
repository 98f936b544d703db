package puzzle_test

import (
	"errors"
	"math"
	"testing"
	"time"

	puzzles "github.com/wane-chess/wane/internal/server/puzzle"
	"github.com/wane-chess/wane/puzzle"
)

// A newcomer begins with a mate in 1, and with each puzzle solved the next is one step harder, up to the rating. The
// first three have nothing that chess lacks.
func TestNextForNewcomers(t *testing.T) {
	l := library(120)
	for i := range l {
		if l[i].Rating = 400 + 10*i; l[i].Rating < 600 {
			l[i].Themes = []puzzle.Theme{puzzle.MateIn1}
		}
		if i%8 == 0 {
			l[i].Themes = append(l[i].Themes, puzzle.OpponentsPawn)
		}
	}
	w := newWorld(t, l)
	for solved, about := range []float64{500, 600, 700, 800} {
		w.now = w.now.Add(time.Minute)
		p, err := w.Next(t.Context(), "ann", puzzles.Wish{Variant: "chess"})
		if err != nil || math.Abs(float64(p.Rating)-about) > 150.5 || solved == 0 && !p.Has(puzzle.MateIn1) ||
			solved < 3 && !p.Plain() {
			t.Fatalf("after %d solved: %d %v, %v", solved, p.Rating, p.Themes, err)
		}
		w.solve(t, "ann", &p.Puzzle, true)
	}
	w.solve(t, "ben", &l[0], false)
	if p, err := w.Next(t.Context(), "ben", puzzles.Wish{Variant: "chess"}); err != nil || !p.Has(puzzle.MateIn1) {
		t.Errorf("after a failure: %d %v, %v", p.Rating, p.Themes, err)
	}
}

// The next puzzle is near the player's rating, new, and has what the player wishes.
func TestNext(t *testing.T) {
	l := library(100) // 1000 to 2980
	w := newWorld(t, l)
	for i := range 8 {
		w.now = w.now.Add(time.Minute)
		w.solve(t, "ann", &l[2*i+40], true)
	}
	st, err := w.Standing(t.Context(), "ann", "chess")
	if err != nil {
		t.Fatal(err)
	}
	about := min(st.Value, 500+8*100)
	seen := map[string]bool{}
	for range 60 {
		p, err := w.Next(t.Context(), "ann", puzzles.Wish{Variant: "chess"})
		if err != nil {
			t.Fatal(err)
		}
		if p.Variant != "chess" || math.Abs(float64(p.Rating)-about) > 150.5 {
			t.Errorf("%s has %d", p.ID, p.Rating)
		}
		seen[p.ID] = true
	}
	if len(seen) < 4 {
		t.Errorf("only %d puzzles are given out", len(seen))
	}
	if p, err := w.Next(t.Context(), "ann", puzzles.Wish{Variant: "chess", About: 2500}); err != nil ||
		math.Abs(float64(p.Rating)-2500) > 150.5 {
		t.Errorf("near 2500: %d, %v", p.Rating, err)
	}
	if p, err := w.Next(t.Context(), "ann",
		puzzles.Wish{Variant: "chess", Theme: puzzle.Sacrifice, Goal: puzzle.Mate}); err != nil || !p.Has(puzzle.Sacrifice) {
		t.Errorf("%+v, %v", p, err)
	}
	for _, wish := range []puzzles.Wish{{Variant: "convergent"}, {Variant: "chess", Theme: puzzle.Parity},
		{Variant: "chess", Goal: puzzle.Draw}} {
		if _, err := w.Next(t.Context(), "ann", wish); !errors.Is(err, puzzles.ErrNone) {
			t.Errorf("%+v: %v", wish, err)
		}
	}
}

// Once all puzzles are tried, the one that was tried longest ago comes.
func TestNextAgain(t *testing.T) {
	l := library(12)
	w := newWorld(t, l)
	for range 3 {
		for _, want := range l.Of("shrink") {
			w.now = w.now.Add(time.Minute)
			w.solve(t, "ann", &want, true)
		}
		p, err := w.Next(t.Context(), "ann", puzzles.Wish{Variant: "shrink"})
		if want := l.Of("shrink")[0]; err != nil || p.ID != want.ID {
			t.Errorf("%s, %v, want %s", p.ID, err, want.ID)
		}
	}
	draft := puzzles.NewAttempt{ID: "again", Puzzle: l.Of("shrink")[0].ID}
	w.now = w.now.Add(time.Minute)
	list, err := w.Settle(t.Context(), "ann", []puzzles.NewAttempt{draft})
	if err != nil || !list[0].Repeat || !list[0].Right {
		t.Errorf("%+v, %v", list, err)
	}
	if p, err := w.Next(t.Context(), "ann", puzzles.Wish{Variant: "shrink"}); err != nil || p.ID != l.Of("shrink")[1].ID {
		t.Errorf("%s, %v", p.ID, err)
	}
}

// A puzzle that rests is not given out until an operator releases it.
func TestRest(t *testing.T) {
	l := library(2)
	w := newWorld(t, l)
	ctx := t.Context()
	first, err := w.Daily(ctx, w.now)
	if err != nil {
		t.Fatal(err)
	}
	if first.Variant == "shrink" {
		w.now = w.now.AddDate(0, 0, 1)
		first, err = w.Daily(ctx, w.now)
	}
	if err != nil || first.ID != l[0].ID {
		t.Fatal(first, err)
	}
	for i, reporter := range []string{"guest", "ann", "ben", "cyd"} {
		if _, err := w.Next(ctx, "eve", puzzles.Wish{Variant: "chess"}); err != nil {
			t.Errorf("after %d reports: %v", i, err)
		}
		err := w.Report(ctx,
			puzzles.Report{Puzzle: l[0].ID, Reporter: reporter, Account: reporter != "guest", Reason: puzzles.Second})
		if err != nil {
			t.Fatal(err)
		}
	}
	if _, err := w.Next(ctx, "eve", puzzles.Wish{Variant: "chess"}); !errors.Is(err, puzzles.ErrNone) {
		t.Errorf("the puzzle rests: %v", err)
	}
	if p, err := w.Daily(ctx, w.now); err != nil || p.ID != l[1].ID {
		t.Errorf("the puzzle of the day is %s, %v", p.ID, err)
	}
	if packs, err := w.Packs(ctx); err != nil || len(packs) != 2 || len(packs[0].Idle) != 1 ||
		packs[0].Idle[0] != l[0].ID {
		t.Errorf("%+v, %v", packs, err)
	}
	if w.solve(t, "eve", &l[0], true).Counted {
		t.Error("an attempt counts")
	}
	cases, err := w.Cases(ctx, 9)
	if err != nil || len(cases) != 1 || cases[0].Puzzle != l[0].ID || cases[0].Reports != 4 {
		t.Errorf("%+v, %v", cases, err)
	}
	if err := w.Release(ctx, l[0].ID, true, "mod", "proved again"); err != nil {
		t.Fatal(err)
	}
	if p, err := w.Next(ctx, "ann", puzzles.Wish{Variant: "chess"}); err != nil || p.ID != l[0].ID {
		t.Errorf("%s, %v", p.ID, err)
	}
	if err := w.Release(ctx, l[0].ID, false, "mod", "a second solution"); err != nil {
		t.Fatal(err)
	}
	if p, err := w.Find(ctx, l[0].ID); err != nil || p.State != puzzles.Removed {
		t.Errorf("%+v, %v", p, err)
	}
	if err := w.Rest(ctx, []string{l[0].ID, l[1].ID}, "verify", "no proof"); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Daily(ctx, w.now); !errors.Is(err, puzzles.ErrNone) {
		t.Errorf("all rest: %v", err)
	}
	// A newer version of the program may lack the puzzle: its case can still be closed.
	newer := puzzles.New(puzzles.Options{DB: w.db, Library: puzzles.List{}})
	if err := newer.Release(ctx, l[0].ID, false, "mod", "gone"); err != nil {
		t.Error(err)
	}
	if cases, err := newer.Cases(ctx, 9); err != nil || len(cases) != 1 || cases[0].Puzzle != l[1].ID {
		t.Errorf("%+v, %v", cases, err)
	}
	for _, err := range []error{w.Release(ctx, "nothing", true, "", ""), w.Vote(ctx, "ann", "nothing", 1),
		w.Report(ctx, puzzles.Report{Puzzle: "nothing", Reporter: "ann", Reason: puzzles.Wrong})} {
		if !errors.Is(err, puzzles.ErrNotFound) {
			t.Errorf("an unknown puzzle: %v", err)
		}
	}
}
