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
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/live/livegame"
	"github.com/wane-chess/wane/internal/live/review"
	"github.com/wane-chess/wane/notation"
)

// DefaultHash is the size of an engine's table in MB.
const DefaultHash = 16

// Options are what a worker needs.
type Options struct {
	Queue livegame.Queue
	// Reviews, if not nil, is where parts of reviews are taken from. They get at most
	// half of the hands, and make room for moves.
	Reviews review.Queue
	// Tables, if not nil, are solved when moves and reviews leave room.
	Tables *TableBuilds
	Lookup livegame.Lookup
	// NewEngine makes an engine. It should search with one thread: a panic in
	// another goroutine than the caller's cannot be caught.
	NewEngine func() engine.Engine
	Parallel  int              // how many jobs at a time; default: one less than there are cores, but 1 at least
	Hash      int              // MB for the table of each engine, if it has SetHash; default DefaultHash
	Now       func() time.Time // nil: the system's clock
	Log       *slog.Logger     // nil: none
}

// Run does jobs until the context is done; the error is then what Bus.Work
// returns, or Reviews.WorkReviews, or Endings.Queue.WorkEndings. Before that, it is
// an error if the engines cannot have that much Hash.
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
	if err := w.pool.test(); err != nil {
		return err
	}
	return w.run(ctx)
}

type worker struct {
	Options
	pool, reviewers pool
	scheduler       *scheduler
}

// run takes moves, reviews and endings. If it ends with one of them, so do the
// others.
func (w *worker) run(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	kinds := []func() error{func() error { return w.Queue.ConsumeMoves(ctx, w.Parallel, w.move) }}
	if w.Reviews != nil {
		kinds = append(kinds, func() error { return w.Reviews.ConsumeReviews(ctx, max(1, w.Parallel/2), w.review) })
	}
	if w.Tables != nil {
		kinds = append(kinds, func() error { return w.Tables.Queue.ConsumeTables(ctx, max(1, w.Tables.Parallel), w.table) })
	}
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
		if r := recover(); r != nil { // the seat is not given back: who knows what state the engine is in
			w.Log.Error("the engine panicked", "job", j.ID, "game", j.Game, "panic", r, "stack", string(debug.Stack()))
			a, err = livegame.Answer{}, fmt.Errorf("the engine panicked: %v", r)
		}
	}()
	defer w.scheduler.beginMove()()
	p, err := w.position(j)
	if err != nil {
		return a, err
	}
	limits, err := limitsFor(j, p.Turn(), w.Now())
	if err != nil {
		return a, err
	}
	s, err := w.pool.get(j.Game, j.Level)
	if err != nil {
		return a, err
	}
	info, err := s.engine.Search(ctx, p, limits, nil)
	w.pool.put(s)
	switch {
	case errors.Is(err, engine.ErrNoMoves):
		return a, badJob("%w", err)
	case err != nil:
		return a, err
	case ctx.Err() != nil: // cut short: another will find a better move
		return a, ctx.Err()
	case info.Best() == game.NoMove:
		return a, errors.New("the engine found no move")
	}
	w.Log.Debug("a job is done", "job", j.ID, "level", j.Level, "depth", info.Depth, "nodes", info.Nodes, "time", info.Time)
	return livegame.Answer{Job: j.ID, Game: j.Game, Ply: j.Ply, Move: p.UCI(info.Best())}, nil
}

// position plays the job's moves.
func (w *worker) position(j livegame.Job) (game.Position, error) {
	p, _, err := notation.Line{Variant: j.Variant, FEN: j.FEN, Moves: j.Moves}.Replay(w.Lookup)
	if err != nil {
		return nil, badJob("%w", err)
	}
	if over := p.Outcome(); over.Result != game.Ongoing {
		return nil, badJob("the game is over: %s", over.Reason)
	}
	return p, nil
}

// badJob returns the error of a job that nobody can do.
func badJob(format string, args ...any) error {
	return fmt.Errorf("%w: %w", livegame.ErrBadJob, fmt.Errorf(format, args...))
}
