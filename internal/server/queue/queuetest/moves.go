package queuetest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"sync"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/notation"
)

// Job returns the n-th job.
func Job(n int) livegame.Job {
	return livegame.Job{
		ID:     fmt.Sprintf("job.%d", n),
		Game:   livegame.ID(fmt.Sprintf("game-%d", n)),
		Ply:    n,
		Line:   notation.Line{Variant: "chess"},
		Level:  1,
		Issued: time.UnixMilli(1e12).UTC(),
	}
}

// Enqueue enqueues jobs of engine moves.
func Enqueue(t *testing.T, q livegame.Queue, jobs ...livegame.Job) {
	t.Helper()
	for _, j := range jobs {
		if err := q.EnqueueMove(t.Context(), j); err != nil {
			t.Fatal(err)
		}
	}
}

// Answered does a job at once.
func Answered(context.Context, livegame.Job) (livegame.Answer, error) {
	return livegame.Answer{Move: "e2e4"}, nil
}

// answers collects the answers to the nodes.
func answers(t *testing.T, q livegame.Queue) <-chan livegame.Answer {
	c := make(chan livegame.Answer, 100)
	working(t, func(ctx context.Context) error {
		return q.ConsumeMoveAnswers(ctx, func(_ context.Context, a livegame.Answer) error { c <- a; return nil })
	})
	return c
}

// in returns the job of a game after so many events.
func in(game livegame.ID, seq int) livegame.Job {
	j := Job(seq)
	j.ID, j.Game, j.Seq = fmt.Sprintf("%s/%d/0", game, seq), game, seq
	return j
}

// doing starts a worker that reports the jobs that it begins, and ends each when it may.
func doing(t *testing.T, q livegame.Queue, parallel, extra int) (begun <-chan string, free chan<- struct{}) {
	t.Helper()
	ids, end := make(chan string, 100), make(chan struct{})
	working(t, func(ctx context.Context) error {
		return q.ConsumeMoves(ctx, parallel, extra, func(ctx context.Context, j livegame.Job) (livegame.Answer, error) {
			ids <- j.ID
			select {
			case <-end:
				return livegame.Answer{Move: "e2e4"}, nil
			case <-ctx.Done():
				ids <- j.ID + " interrupted"
				return livegame.Answer{}, ctx.Err()
			}
		})
	})
	return ids, end
}

// A waiting job is replaced by the next one of its game, of whatever node; those of other
// games stay.
func testMoveReplaced(t *testing.T, k Implementation) {
	node := k.Open(t)
	a, b := node("a"), node("b")
	Enqueue(t, a, in("game1", 1), in("game2", 1), in("game1", 3))
	Enqueue(t, b, in("game1", 5))
	answers := answers(t, a)
	working(t, func(ctx context.Context) error { return b.ConsumeMoves(ctx, 1, 0, Answered) })
	seen := map[string]bool{got(t, answers).Job: true, got(t, answers).Job: true}
	k.emptied(t, a)
	if len(answers) > 0 || !seen["game1/5/0"] || !seen["game2/1/0"] {
		t.Errorf("answered are %v and %d more", seen, len(answers))
	}
}

// A late repetition of an earlier attempt leaves the later one in the queue, and a job after
// a loss of events replaces one for more of them.
func testMoveAttempts(t *testing.T, k Implementation) {
	node := k.Open(t)
	a, b := node("a"), node("b")
	first, second := in("game1", 1), in("game1", 1)
	second.ID = "game1/1/1"
	Enqueue(t, a, first)
	Enqueue(t, b, second)
	Enqueue(t, a, first)
	lost, restart := in("game2", 3), in("game2", 1)
	restart.Restart = true
	Enqueue(t, a, lost, in("game2", 2), restart)
	answers := answers(t, a)
	working(t, func(ctx context.Context) error { return b.ConsumeMoves(ctx, 1, 0, Answered) })
	seen := map[string]bool{got(t, answers).Job: true, got(t, answers).Job: true}
	k.emptied(t, a)
	if len(answers) > 0 || !seen["game1/1/1"] || !seen["game2/1/0"] {
		t.Errorf("answered are %v and %d more", seen, len(answers))
	}
}

// A canceled job that waits is not done. Later jobs of the game, and those of others, stay.
func testMoveCanceled(t *testing.T, k Implementation) {
	node := k.Open(t)
	a, b := node("a"), node("b")
	Enqueue(t, a, in("game1", 1), in("game2", 1), in("game3", 3))
	for _, c := range []livegame.Job{in("game1", 2), in("game3", 2), in("game3", 3), in("game4", 2)} {
		if err := b.CancelMoves(t.Context(), c.Game, c.Seq); err != nil {
			t.Fatal(err)
		}
	}
	answers := answers(t, a)
	working(t, func(ctx context.Context) error { return b.ConsumeMoves(ctx, 1, 0, Answered) })
	seen := map[string]bool{got(t, answers).Job: true, got(t, answers).Job: true}
	k.emptied(t, a)
	if len(answers) > 0 || !seen["game2/1/0"] || !seen["game3/3/0"] {
		t.Errorf("answered are %v and %d more", seen, len(answers))
	}
	if err := a.CancelMoves(t.Context(), "a.b", 1); err == nil {
		t.Error("an invalid ID is accepted")
	}
}

// A worker is interrupted at a job that is canceled or replaced, on its own node or
// another, and neither it nor another worker does it again.
func testMoveInterrupted(t *testing.T, k Implementation) {
	node := k.Open(t)
	home, away := node("home"), node("away")
	begun, free := doing(t, home, 1, 0)
	answers := answers(t, home)
	want := func(text string) {
		t.Helper()
		if id := got(t, begun); id != text {
			t.Fatalf("%s, want %s", id, text)
		}
	}
	seq := 1
	Enqueue(t, away, in("game1", seq))
	want("game1/1/0")
	for _, q := range []livegame.Queue{home, away} {
		seq += 2
		Enqueue(t, q, in("game1", seq))
		want(fmt.Sprintf("game1/%d/0 interrupted", seq-2))
		want(fmt.Sprintf("game1/%d/0", seq))
		if err := q.CancelMoves(t.Context(), "game1", seq); err != nil { // not stale
			t.Fatal(err)
		}
		if err := q.CancelMoves(t.Context(), "game1", seq+1); err != nil {
			t.Fatal(err)
		}
		want(fmt.Sprintf("game1/%d/0 interrupted", seq))
		seq += 2
		Enqueue(t, q, in("game1", seq))
		want(fmt.Sprintf("game1/%d/0", seq))
	}
	free <- struct{}{}
	if a := got(t, answers); a.Job != fmt.Sprintf("game1/%d/0", seq) {
		t.Errorf("the answer is %+v", a)
	}
	k.emptied(t, home)
	if len(begun)+len(answers) > 0 {
		t.Error("a stale job was done again")
	}
}

// A worker that is busy takes a few extra jobs, and no more.
func testExtraMoves(t *testing.T, k Implementation) {
	q := k.Open(t)("a")
	begun, free := doing(t, q, 1, 2)
	answers := answers(t, q)
	Enqueue(t, q, in("game1", 1), in("game2", 1), in("game3", 1), in("game4", 1))
	for range 3 {
		got(t, begun)
	}
	if len(begun) > 0 {
		t.Error("more than one job and two extra ones are begun")
	}
	for range 4 {
		free <- struct{}{}
		got(t, answers)
	}
	if id := got(t, begun); id == "" {
		t.Error("the fourth job is not begun")
	}
	k.emptied(t, q)
}

// A worker gets a job unchanged, and a node its answer. A repeated job is done once.
func testMoves(t *testing.T, k Implementation) {
	node := k.Open(t)
	a, b := node("a"), node("b")
	first := livegame.Job{
		ID:        "g/1/0",
		Game:      "abcdefghijkl",
		Ply:       2,
		Line:      notation.Line{Variant: "shrink", FEN: "8/8 w", Moves: []string{"e2e4", "e7e5"}},
		Level:     3,
		Clocks:    [2]time.Duration{time.Minute, time.Second},
		Increment: time.Second,
		Issued:    time.UnixMilli(1e12).UTC(),
		Seq:       2,
		Owner:     livegame.Owner{Address: "hash", Guest: "another"},
	}
	Enqueue(t, a, first, first, Job(2), first)
	jobs := make(chan livegame.Job, 10)
	working(t, func(ctx context.Context) error {
		return b.ConsumeMoves(ctx, 1, 0, func(_ context.Context, j livegame.Job) (livegame.Answer, error) {
			jobs <- j
			return livegame.Answer{Move: "g1f3"}, nil
		})
	})
	if j := got(t, jobs); fmt.Sprint(j) != fmt.Sprint(first) {
		t.Errorf("got  %+v\nwant %+v", j, first)
	}
	if j := got(t, jobs); j.ID != "job.2" {
		t.Errorf("%s came twice", j.ID)
	}
	answers := answers(t, a)
	seen := map[livegame.Answer]bool{got(t, answers): true, got(t, answers): true}
	for _, want := range []livegame.Answer{
		{Job: "g/1/0", Game: "abcdefghijkl", Ply: 2, Move: "g1f3"},
		{Job: "job.2", Game: "game-2", Ply: 2, Move: "g1f3"},
	} {
		if !seen[want] {
			t.Errorf("no answer %+v", want)
		}
	}
	k.emptied(t, a)
}

// A worker that stops returns its job at once, and another does it, once.
func testMoveGivenBack(t *testing.T, k Implementation) {
	node := k.Open(t)
	home, a, b := node("home"), node("a"), node("b")
	begun := make(chan string, 1)
	stop := working(t, func(ctx context.Context) error {
		return a.ConsumeMoves(ctx, 1, 0, func(ctx context.Context, j livegame.Job) (livegame.Answer, error) {
			begun <- j.ID
			<-ctx.Done()
			return livegame.Answer{}, ctx.Err()
		})
	})
	Enqueue(t, home, Job(1))
	got(t, begun)
	stop()
	done := make(chan string, 10)
	working(t, func(ctx context.Context) error {
		return b.ConsumeMoves(ctx, 1, 0, func(_ context.Context, j livegame.Job) (livegame.Answer, error) {
			done <- j.ID
			return livegame.Answer{Move: "e2e4"}, nil
		})
	})
	answers := answers(t, home)
	for n := 1; n <= 2; n++ {
		if id := got(t, done); id != Job(n).ID {
			t.Errorf("%s is done, want %s", id, Job(n).ID)
		}
		if a := got(t, answers); a.Job != Job(n).ID || a.Move != "e2e4" {
			t.Errorf("answer %+v", a)
		}
		if n == 1 {
			Enqueue(t, home, Job(2))
		}
	}
}

// A failed job is retried a limited number of times, an invalid one never.
func testMovesFail(t *testing.T, k Implementation) {
	q := k.Open(t)("b")
	var mu sync.Mutex
	tried := map[string]int{}
	working(t, func(ctx context.Context) error {
		return q.ConsumeMoves(ctx, 1, 0, func(_ context.Context, j livegame.Job) (livegame.Answer, error) {
			mu.Lock()
			defer mu.Unlock()
			tried[j.ID]++
			switch {
			case j.Ply == 1:
				return livegame.Answer{}, errors.New("it always fails")
			case j.Ply == 2:
				return livegame.Answer{}, fmt.Errorf("%w: no such variant", livegame.ErrBadJob)
			case j.Ply == 3 && tried[j.ID] < k.Tries:
				return livegame.Answer{}, errors.New("it fails all but the last time")
			case j.Ply == 4:
				return livegame.Answer{}, nil // no move
			}
			return livegame.Answer{Move: "e2e4"}, nil
		})
	})
	answers := answers(t, q)
	Enqueue(t, q, Job(1), Job(2), Job(3), Job(4))
	if a := got(t, answers); a.Job != "job.3" {
		t.Errorf("answered: %+v", a)
	}
	k.emptied(t, q)
	mu.Lock()
	defer mu.Unlock()
	if want := map[string]int{"job.1": k.Tries, "job.2": 1, "job.3": k.Tries, "job.4": k.Tries}; !maps.Equal(tried, want) {
		t.Errorf("tried %v, want %v", tried, want)
	}
	if len(answers) > 0 {
		t.Errorf("also answered: %+v", got(t, answers))
	}
}

// EnqueueMove rejects invalid jobs.
func testMovesRefused(t *testing.T, k Implementation) {
	q := k.Open(t)("a")
	for _, change := range []func(*livegame.Job){
		func(j *livegame.Job) { j.ID = "" },
		func(j *livegame.Job) { j.ID = "a\nb" },
		func(j *livegame.Job) { j.Game = "" },
		func(j *livegame.Job) { j.Game = "*" },
		func(j *livegame.Job) { j.Variant = "" },
		func(j *livegame.Job) { j.Ply = -1 },
	} {
		j := Job(1)
		change(&j)
		if err := q.EnqueueMove(t.Context(), j); err == nil {
			t.Errorf("in the queue: %+v", j)
		}
	}
}

// A rejected answer is redelivered, to this node or another; each goes to one node only.
func testAnswers(t *testing.T, k Implementation) {
	const count = 50
	node := k.Open(t)
	a, b := node("a"), node("b")
	var mu sync.Mutex
	offered, taken := map[string]int{}, map[string]int{}
	all := make(chan struct{})
	for _, node := range []livegame.Queue{a, b} {
		working(t, func(ctx context.Context) error {
			return node.ConsumeMoveAnswers(ctx, func(_ context.Context, got livegame.Answer) error {
				mu.Lock()
				defer mu.Unlock()
				if offered[got.Job]++; offered[got.Job] <= got.Ply%3 {
					return errors.New("not now")
				}
				if taken[got.Job]++; len(taken) == count && taken[got.Job] == 1 {
					close(all)
				}
				return nil
			})
		})
	}
	working(t, func(ctx context.Context) error { return a.ConsumeMoves(ctx, 3, 0, Answered) })
	for n := range count {
		Enqueue(t, b, Job(n))
	}
	got(t, all)
	k.emptied(t, a)
	mu.Lock()
	defer mu.Unlock()
	for id, n := range taken {
		if n != 1 {
			t.Errorf("%s was delivered %d times", id, n)
		}
	}
}
