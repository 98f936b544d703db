package puzzle_test

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/server/livegame"
	puzzles "github.com/wane-chess/wane/internal/server/puzzle"
	"github.com/wane-chess/wane/puzzle"
)

// A runner is a player with a run.
type runner struct {
	*testing.T
	w     *world
	name  string
	c     puzzles.OpenRun
	given []puzzle.Puzzle
}

func (w *world) begin(t *testing.T, name string, kind puzzles.Kind) *runner {
	t.Helper()
	c, given, err := w.Begin(t.Context(), name, puzzles.RunQuery{Kind: kind, Variant: puzzles.Mixed})
	if err != nil {
		t.Fatal(err)
	}
	r := &runner{T: t, w: w, name: name, c: c}
	r.keep(given)
	return r
}

func (r *runner) keep(given []puzzles.Puzzle) {
	for _, p := range given {
		r.given = append(r.given, p.Puzzle)
	}
}

// send reports answers.
func (r *runner) send(a puzzles.RunAnswers) error {
	a.Have = len(r.given)
	c, given, err := r.w.Continue(r.Context(), r.name, r.c.ID, a)
	if err == nil {
		r.c = c
		r.keep(given)
	}
	return err
}

// right returns the right answers to some of the next puzzles.
func (r *runner) right(n int) (list []puzzles.RunAnswer) {
	for _, p := range r.given[r.c.Answered:][:n] {
		list = append(list, puzzles.RunAnswer{Moves: []string{p.Moves[0], p.Moves[2]}})
	}
	return list
}

var wrongAnswer = puzzles.RunAnswer{Moves: []string{"a1a7"}}

// answer answers some puzzles, each after a second.
func (r *runner) answer(list ...puzzles.RunAnswer) {
	r.Helper()
	for _, a := range list {
		r.w.now = r.w.now.Add(time.Second)
		if err := r.send(puzzles.RunAnswers{First: r.c.Answered, Answers: []puzzles.RunAnswer{a}}); err != nil {
			r.Fatal(err)
		}
	}
}

// is checks what the server has counted.
func (r *runner) is(score, wrong int, over bool) {
	r.Helper()
	if r.c.Score != score || r.c.Wrong != wrong || r.c.Over() != over {
		r.Errorf("score %d, wrong %d, over %v; want %d, %d, %v", r.c.Score, r.c.Wrong, r.c.Over(), score, wrong, over)
	}
}

// best checks the player's best score of a kind; -1: there is none.
func (r *runner) best(want int) puzzles.Run {
	r.Helper()
	bests, err := r.w.Bests(r.Context(), r.name, r.c.RunQuery)
	got := puzzles.Run{Score: -1}
	if bests.Ever != nil {
		got = *bests.Ever
	}
	if err != nil || got.Score != want {
		r.Errorf("the best is %+v, %v; want %d", got, err, want)
	}
	return got
}

func (r *runner) refused(err error) {
	r.Helper()
	if refusal := (*livegame.Error)(nil); !errors.As(err, &refusal) {
		r.Errorf("%v is no refusal", err)
	}
}

// A streak goes on until the first mistake. Its puzzles come a few ahead, become harder, and none comes twice.
func TestStreak(t *testing.T) {
	w := newWorld(t, library(100))
	r := w.begin(t, "ann", puzzles.Streak)
	if len(r.given) != puzzles.Ahead {
		t.Errorf("%d puzzles are given", len(r.given))
	}
	r.answer(r.right(2)...)
	r.answer(puzzles.RunAnswer{Skipped: true})
	r.refused(r.send(puzzles.RunAnswers{First: 3, Answers: []puzzles.RunAnswer{{Skipped: true}}}))
	r.answer(r.right(4)...)
	r.is(6, 0, false)
	r.best(-1)
	r.answer(wrongAnswer)
	r.is(6, 1, true)
	if best := r.best(6); best.Took != 8000 || best.At != w.now.UnixMilli() {
		t.Errorf("%+v", best)
	}
	r.answer(r.right(1)...) // it is over
	r.is(6, 1, true)
	ids := make([]string, len(r.given))
	for i, p := range r.given {
		ids[i] = p.ID
	}
	if slices.Sort(ids); len(slices.Compact(ids)) != 8+puzzles.Ahead-1 {
		t.Errorf("%d different puzzles", len(slices.Compact(ids)))
	}
	if first, last := r.given[0].Rating, r.given[len(r.given)-1].Rating; first >= last {
		t.Errorf("the first has %d, the last %d", first, last)
	}
}

// A run ends when all puzzles are solved.
func TestAllSolved(t *testing.T) {
	w := newWorld(t, library(10))
	r := w.begin(t, "ann", puzzles.Streak)
	for range 10 {
		r.answer(r.right(1)...)
	}
	r.is(10, 0, true)
	r.best(10)
}

// The server's clock measures a storm, from the first report on.
func TestStorm(t *testing.T) {
	w := newWorld(t, library(100))
	r := w.begin(t, "ann", puzzles.Storm)
	w.now = w.now.Add(time.Hour)
	if err := r.send(puzzles.RunAnswers{}); err != nil {
		t.Fatal(err)
	}
	r.answer(r.right(3)...) // six moves: three seconds more
	r.answer(wrongAnswer)
	r.is(3, 1, false)
	start := r.c.Started
	w.now = start.Add(173*time.Second + puzzles.Slack) // just in time
	if err := r.send(puzzles.RunAnswers{First: 4, Answers: r.right(1)}); err != nil {
		t.Fatal(err)
	}
	r.is(4, 1, false)
	w.now = w.now.Add(time.Millisecond)
	if err := r.send(puzzles.RunAnswers{First: 5, Answers: r.right(2)}); err != nil {
		t.Fatal(err)
	}
	r.is(4, 1, true)
	if best := r.best(4); best.Took != 173_000 || best.At != start.Add(173*time.Second).UnixMilli() {
		t.Errorf("%+v", best)
	}
}

// A player who ends a storm early has what was counted; one that ends it late has no more time than it had.
func TestEndStorm(t *testing.T) {
	w := newWorld(t, library(100))
	for name, c := range map[string]struct{ wait, took time.Duration }{
		"ann": {time.Minute, time.Minute + 2*time.Second}, "ben": {time.Hour, 3 * time.Minute},
	} {
		r := w.begin(t, name, puzzles.Storm)
		if err := r.send(puzzles.RunAnswers{}); err != nil {
			t.Fatal(err)
		}
		r.answer(r.right(2)...)
		w.now = w.now.Add(c.wait)
		if err := r.send(puzzles.RunAnswers{First: 2, End: true}); err != nil {
			t.Fatal(err)
		}
		r.is(2, 0, true)
		if best := r.best(2); best.Took != c.took.Milliseconds() {
			t.Errorf("%s: %+v", name, best)
		}
	}
}

// What a client claims and the server cannot have seen is refused, and changes nothing.
func TestFalseClaims(t *testing.T) {
	w := newWorld(t, library(100))
	r := w.begin(t, "ann", puzzles.Storm)
	other := w.begin(t, "ben", puzzles.Storm)
	r.refused(r.send(puzzles.RunAnswers{Answers: r.right(1)})) // at once
	quick := w.begin(t, "cyd", puzzles.Streak)                 // who skips, or is wrong, may be quick
	if err := quick.send(puzzles.RunAnswers{Answers: []puzzles.RunAnswer{{Skipped: true}, wrongAnswer}}); err != nil {
		t.Error(err)
	}
	quick.is(0, 1, true)
	w.now = w.now.Add(time.Minute)
	many := slices.Repeat(r.right(1), puzzles.Ahead+1)
	r.refused(r.send(puzzles.RunAnswers{Answers: many}))                 // puzzles that were not given
	r.refused(r.send(puzzles.RunAnswers{First: 2, Answers: r.right(1)})) // the first two are missing
	r.refused(r.send(puzzles.RunAnswers{Answers: []puzzles.RunAnswer{{Skipped: true}}}))
	whole := puzzles.RunAnswer{Moves: r.given[0].Moves} // with the reply
	half := puzzles.RunAnswer{Moves: r.given[2].Moves[:1]}
	if err := r.send(puzzles.RunAnswers{Answers: []puzzles.RunAnswer{whole, {}, half}}); err != nil {
		t.Error(err)
	}
	r.is(0, 3, false)
	if _, _, err := w.Continue(t.Context(), "ben", r.c.ID, puzzles.RunAnswers{}); !errors.Is(err, puzzles.ErrNoRun) {
		t.Errorf("another player's run: %v", err)
	}
	if err := r.send(puzzles.RunAnswers{First: 3, End: true}); err != nil {
		t.Error(err)
	}
	r.best(-1) // nothing was solved
	again := w.begin(t, "ben", puzzles.Storm)
	if err := other.send(puzzles.RunAnswers{}); !errors.Is(err, puzzles.ErrNoRun) {
		t.Errorf("a run that was replaced: %v", err)
	}
	w.now = w.now.Add(25 * time.Hour)
	if err := w.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := again.send(puzzles.RunAnswers{}); !errors.Is(err, puzzles.ErrNoRun) {
		t.Errorf("a run of yesterday: %v", err)
	}
	for name, q := range map[string]puzzles.RunQuery{
		"no such variant": {Kind: puzzles.Streak, Variant: "convergent"}, "no such kind": {Kind: "sprint", Variant: "chess"},
	} {
		if _, _, err := w.Begin(t.Context(), "ann", q); err == nil {
			t.Errorf("a run begins: %s", name)
		}
	}
}

// Answers that come again, or several times at once, count once.
func TestRepeatedAnswers(t *testing.T) {
	w := newWorld(t, library(100))
	r := w.begin(t, "ann", puzzles.Streak)
	w.now = w.now.Add(time.Minute)
	sent := puzzles.RunAnswers{Answers: r.right(3)}
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if _, _, err := w.Continue(t.Context(), "ann", r.c.ID, sent); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if err := r.send(sent); err != nil {
		t.Fatal(err)
	}
	r.is(3, 0, false)
	sent = puzzles.RunAnswers{First: 1, Answers: append(r.right(0), sent.Answers[1], sent.Answers[2], r.right(1)[0])}
	if err := r.send(sent); err != nil { // two that are known, and one
		t.Fatal(err)
	}
	r.is(4, 0, false)
	for range 2 {
		if err := r.send(puzzles.RunAnswers{First: 4, End: true}); err != nil {
			t.Fatal(err)
		}
	}
	r.best(4)
}

// Attempts count at puzzles that the server gave to the player, and at the puzzle of the day.
func TestTickets(t *testing.T) {
	l := library(40)
	w := newWorld(t, l, func(o *puzzles.Options) { o.Secret = []byte("secret") })
	daily, err := w.Daily(t.Context(), w.now.AddDate(0, 0, -1))
	if err != nil {
		t.Fatal(err)
	}
	mine := w.Ticket("ann", l[0].ID)
	old := w.Ticket("ann", l[1].ID)
	w.now = w.now.Add(time.Second)
	fresh := w.Ticket("ann", l[2].ID)
	w.now = w.now.Add(puzzles.MaxAge)
	foreign := puzzles.New(puzzles.Options{DB: w.db, Library: l, Now: func() time.Time { return w.now }})
	today, err := w.Daily(t.Context(), w.now)
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range []struct {
		puzzle, ticket string
		counts         bool
	}{
		{l[1].ID, old, false}, {l[2].ID, fresh, true}, {l[3].ID, "", false}, {l[4].ID, mine, false},
		{l[5].ID, w.Ticket("ben", l[5].ID), false}, {l[6].ID, foreign.Ticket("ann", l[6].ID), false},
		{l[7].ID, w.Ticket("ann", l[7].ID), true}, {today.ID, "", true}, {daily.ID, "", false},
	} {
		p, _ := l.ByID(c.puzzle)
		list, err := w.Service.Settle(t.Context(), "ann", []puzzles.NewAttempt{{
			ID: fmt.Sprint("attempt", i), Puzzle: p.ID, Moves: []string{p.Moves[0], p.Moves[2]}, Rated: true, Ticket: c.ticket,
		}})
		if err != nil || list[0].Counted != c.counts || list[0].NotGiven == c.counts || !list[0].Right {
			t.Errorf("%d: %+v, %v", i, list, err)
		}
	}
	p := l[3]
	list, err := w.Service.Settle(t.Context(), "ann", []puzzles.NewAttempt{{
		ID: "again", Puzzle: p.ID, Moves: []string{p.Moves[0], p.Moves[2]}, Rated: true, Ticket: w.Ticket("ann", p.ID),
	}})
	if err != nil || !list[0].Repeat || list[0].Counted || list[0].NotGiven {
		t.Errorf("once more, with a ticket: %+v, %v", list, err)
	}
}

// Weeks begin on Monday.
func TestWeek(t *testing.T) {
	for day, want := range map[string]string{
		"2026-05-24": "2026-05-18", "2026-05-25": "2026-05-25", "2026-05-31": "2026-05-25",
	} {
		at, err := time.Parse(time.DateOnly, day)
		if got := puzzles.Week.Begin(at.Add(23 * time.Hour)).Format(time.DateOnly); err != nil || got != want {
			t.Errorf("the week of %s begins on %s, want %s", day, got, want)
		}
	}
}
