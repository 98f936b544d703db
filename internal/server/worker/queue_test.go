package worker

import (
	"context"
	"testing"
	"time"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/engine/search"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/queue"
	"github.com/wane-chess/wane/internal/server/review"
	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/rules"
)

// A worker with the real engine and a real queue does a valid job after an invalid one.
func TestWithQueue(t *testing.T) {
	q := queue.New(queue.Options{})
	c := Queues{q, review.NewQueue(q)}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 2)
	answers := make(chan livegame.Answer, 10)
	go func() {
		e := func() engine.Engine { return search.New(eval.NewNode) }
		ended <- Run(ctx, Options{Queue: c, Lookup: rules.ByName, NewEngine: e, Parallel: 1})
	}()
	go func() {
		ended <- c.ConsumeMoveAnswers(ctx, func(_ context.Context, a livegame.Answer) error { answers <- a; return nil })
	}()
	for _, move := range []string{"e2e5", "e2e4"} {
		line := notation.Line{Variant: "shrink", Moves: []string{move}}
		j := livegame.Job{ID: "job/" + move, Game: "g", Ply: 1, Line: line, Level: 1, Issued: time.Now()}
		if err := c.EnqueueMove(t.Context(), j); err != nil {
			t.Fatal(err)
		}
	}
	select {
	case a := <-answers:
		if a.Job != "job/e2e4" || a.Ply != 1 || a.Move == "" {
			t.Errorf("%+v", a)
		}
	case <-time.After(30 * time.Second):
		t.Error("no answer came")
	}
	cancel()
	for range 2 {
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
}
