// Package worker does the engine's jobs. It takes them from a Queue, searches as long as the
// level and the clock allow, and answers with a move. It also computes parts of reviews, which
// make room for moves.
//
// A node has a queue of its own, and a worker in its process may take jobs from it. Workers on other
// machines connect to the Door of each node; there they are Remote queues. Any number of workers may share a queue.
//
// Owners of jobs share a worker's processors. A worker begins more moves than it has processors, and they take turns
// of 10 ms: first those of the address, then of the guest, that has used the processors least. A search waits for its
// turn in its context, and ends in time anyway.
package worker

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"runtime/debug"
	"time"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/book"
	"github.com/wane-chess/wane/engine/clock"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/queue"
	"github.com/wane-chess/wane/internal/server/review"
)

// DefaultHash is the size of an engine's table in MiB.
const DefaultHash = 16

// Queue has jobs. See livegame.Queue and review.Parts, of which it has what workers need.
type Queue interface {
	ConsumeMoves(
		ctx context.Context, parallel, extra int, do func(context.Context, livegame.Job) (livegame.Answer, error)) error
	ConsumeReviews(ctx context.Context, parallel int, do func(context.Context, review.Job) (review.Answer, error)) error
}

// Queues are those of a node. They are a Queue for its Door and its own worker.
type Queues struct {
	*queue.Queue
	*review.Parts
}

// Options configure a worker.
type Options struct {
	// Queue has the jobs. Parts of reviews get at most half of those at a time, and make room for moves.
	Queue  Queue
	Lookup livegame.Lookup
	// NewEngine returns a new engine. It should search with one thread, since only
	// panics in the caller's goroutine can be recovered.
	NewEngine func() engine.Engine
	Parallel  int              // jobs at a time; default: the number of cores less one, at least 1
	Hash      int              // MiB for the table of each engine, if it has SetHash; default DefaultHash
	Now       func() time.Time // nil: the system's clock
	Log       *slog.Logger     // nil: none
}

// Run does jobs until the context is done or the queue fails; it returns the
// queue's error. Engines are made with the first jobs; if they are to have larger tables than by default, one is made
// at once, which fails if there is no memory for that.
func Run(ctx context.Context, o Options) error {
	if o.Parallel <= 0 {
		o.Parallel = max(1, runtime.GOMAXPROCS(0)-1)
	}
	if o.Hash <= 0 {
		o.Hash = DefaultHash
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	w := &worker{
		Options: o, pool: pool{make: o.NewEngine, hash: o.Hash}, reviewers: pool{make: o.NewEngine, hash: review.HashMB},
		scheduler: newScheduler(o.Parallel, o.Now),
	}
	if o.Hash > DefaultHash {
		if err := w.pool.test(); err != nil {
			return err
		}
	}
	return w.run(ctx)
}

type worker struct {
	Options
	pool, reviewers pool
	scheduler       *scheduler
}

// run consumes moves and reviews. When one of them ends, it ends the others.
func (w *worker) run(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	kinds := []func() error{func() error {
		// One more than it should have waits until relieve has made room.
		return w.Queue.ConsumeMoves(ctx, w.Parallel, extraMoves(w.Parallel)+1, w.move)
	}, func() error {
		return w.Queue.ConsumeReviews(ctx, max(1, w.Parallel/2), w.review)
	}}
	ended := make(chan error, len(kinds))
	for _, work := range kinds {
		go func() {
			defer cancel()
			ended <- work()
		}()
	}
	var first error
	for range kinds {
		if err := <-ended; first == nil {
			first = err
		}
	}
	return first
}

// move does one job.
func (w *worker) move(ctx context.Context, j livegame.Job) (a livegame.Answer, err error) {
	defer func() {
		if r := recover(); r != nil { // the engine is not reused, its state is unknown
			w.Log.Error("the engine panicked", "job", j.ID, "game", j.Game, "panic", r, "stack", string(debug.Stack()))
			a, err = livegame.Answer{}, fmt.Errorf("the engine panicked: %v", r)
		}
	}()
	turn := w.scheduler.beginMove(ctx, j.Owner, j.Level)
	defer turn.end()
	p, err := w.position(j)
	if err != nil {
		return a, err
	}
	limits, err := limitsFor(j, p.Turn(), w.Now())
	if err != nil {
		return a, err
	}
	if m, ok := book.For(p.Game()).Play(p, limits.Weakness); ok {
		w.Log.Debug("a job is done", "job", j.ID, "level", j.Level, "book", true)
		return livegame.Answer{Job: j.ID, Game: j.Game, Ply: j.Ply, Move: p.UCI(m.Move)}, nil
	}
	s, err := w.pool.get(j.Game, j.Level)
	if err != nil {
		return a, err
	}
	info, err := searchInTurn(ctx, turn, s.engine, p, limits)
	w.pool.put(s)
	switch {
	case errors.Is(err, engine.ErrNoMoves):
		return a, badJob("%w", err)
	case err != nil:
		return a, err
	case ctx.Err() != nil: // interrupted: another worker will search longer
		return a, ctx.Err()
	case info.Best() == game.NoMove:
		return a, errors.New("the engine found no move")
	}
	w.Log.Debug("a job is done",
		"job", j.ID, "level", j.Level, "depth", info.Depth, "nodes", info.Nodes, "time", info.Time)
	return livegame.Answer{Job: j.ID, Game: j.Game, Ply: j.Ply, Move: p.UCI(info.Best())}, nil
}

// searchInTurn searches in turn with other moves, and ends in time even if it waits for its turn.
func searchInTurn(
	ctx context.Context, turn *moveTurn, e engine.Engine, p game.Position, l engine.Limits,
) (engine.Report, error) {
	most := l.MoveTime
	if l.Clock.IsSet() {
		most = min(most, clock.For(l.Clock).Hard)
	}
	ctx, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	inTurn := &turnContext{Context: ctx, turn: turn, next: time.Now().Add(slice)}
	return e.Search(inTurn, p, l, nil) //nolint:contextcheck // it is made of ctx
}

// position plays the job's moves.
func (w *worker) position(j livegame.Job) (game.Position, error) {
	p, _, err := j.Replay(w.Lookup)
	if err != nil {
		return nil, badJob("%w", err)
	}
	if over := p.Outcome(); over.Result != game.Ongoing {
		return nil, badJob("the game is over: %s", over.Reason)
	}
	return p, nil
}

// engineFailedText is the fault that users see in a review when the engine failed.
const engineFailedText = "The engine failed on this game. The fault has been noted."

// review does a part of a review.
func (w *worker) review(ctx context.Context, j review.Job) (a review.Answer, err error) {
	defer func() {
		if r := recover(); r != nil { // it would panic on every worker
			w.Log.Error("the engine panicked",
				"review", j.Game, "from", j.From, "to", j.To, "panic", r, "stack", string(debug.Stack()))
			a, err = j.Fail(engineFailedText), nil
		}
	}()
	slot := w.scheduler.beginReview(ctx)
	defer slot.end()
	e, err := w.reviewers.get(j.Game, 0)
	if err != nil {
		return a, err
	}
	a, err = j.Do(ctx, e.engine, w.Lookup, func() { slot.yield(ctx) })
	w.reviewers.put(e)
	switch {
	case ctx.Err() != nil: // interrupted: another worker will do it
		return a, ctx.Err()
	case err != nil:
		w.Log.Error("the engine failed", "review", j.Game, "from", j.From, "to", j.To, "err", err)
		return j.Fail(engineFailedText), nil
	case a.Fault != "":
		w.Log.Error("a review is impossible", "review", j.Game, "err", a.Fault)
	default:
		w.Log.Debug("a part of a review is done", "review", j.Game, "level", j.Level, "from", j.From, "to", j.To)
	}
	return a, nil
}

// badJob returns the error of a job that no worker can do.
func badJob(format string, args ...any) error {
	return fmt.Errorf("%w: %w", livegame.ErrBadJob, fmt.Errorf(format, args...))
}
