package worker

import (
	"context"
	"runtime/debug"

	"github.com/wane-chess/wane/internal/live/review"
)

// engineFailedText is what people are told of a review on which the engine failed.
const engineFailedText = "The engine failed on this game. The fault has been noted."

// review does a part of a review.
func (w *worker) review(ctx context.Context, j review.Job) (a review.Answer, err error) {
	defer func() {
		if r := recover(); r != nil { // it would panic each time: nobody else need try
			w.Log.Error("the engine panicked", "review", j.Game, "from", j.From, "to", j.To, "panic", r, "stack", string(debug.Stack()))
			a, err = j.Fail(engineFailedText), nil
		}
	}()
	turn := w.scheduler.begin(ctx, reviews)
	defer turn.end()
	s, err := w.reviewers.get(j.Game, 0)
	if err != nil {
		return a, err
	}
	a, err = j.Do(ctx, s.engine, w.Lookup, func() { turn.yield(ctx) })
	w.reviewers.put(s)
	switch {
	case ctx.Err() != nil: // cut short: another will do it
		return a, ctx.Err()
	case err != nil:
		w.Log.Error("the engine failed", "review", j.Game, "from", j.From, "to", j.To, "err", err)
		return j.Fail(engineFailedText), nil
	case a.Fault != "":
		w.Log.Error("a review cannot be made", "review", j.Game, "err", a.Fault)
	default:
		w.Log.Debug("a part of a review is done", "review", j.Game, "level", j.Level, "from", j.From, "to", j.To)
	}
	return a, nil
}
