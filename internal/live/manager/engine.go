package manager

import (
	"context"
	"errors"
	"math/bits"
	"time"

	"github.com/wane-chess/wane/internal/live/livegame"
)

const (
	// patience is how long an engine may be silent before its job is put in the
	// queue again; from then on, the time doubles. The queue hands out the job of a
	// worker that has died by itself: this is for jobs that never came to the queue.
	patience = 20 * time.Second
	// A job that the queue does not take is brought again so often, after so long.
	enqueueTries = 3
	enqueuePause = time.Second
)

// attempt numbers the jobs about one position by how long it has been there, so
// that all nodes make the same job.
func attempt(age time.Duration) int {
	return bits.Len64(uint64(max(age, 0) / patience))
}

// ask puts a job in the queue if an engine is to move and that was not done.
func (g *live) ask(attempt int) {
	j, thinks := g.state.Job(attempt)
	if !thinks || j.ID == g.asked {
		return
	}
	g.asked = j.ID
	g.host.spawn(func() { g.host.enqueue(j, enqueueTries) })
}

// enqueue puts a job in the queue. If that fails for good, a sweep will do it.
func (h *Host) enqueue(j livegame.Job, tries int) {
	ctx, cancel := detached(context.Background())
	defer cancel()
	err := h.bus.Enqueue(ctx, j)
	switch {
	case err == nil:
		h.count.jobs.Add(1)
	case tries > 1 && !h.over():
		h.clock.AfterFunc(enqueuePause, func() { h.enqueue(j, tries-1) })
	default:
		h.log.Warn("the engine could not be asked", "game", j.Game, "job", j.ID, "error", err)
	}
}

// answer takes the move that a worker has found. Only errors after which the
// answer should come again are returned.
func (h *Host) answer(ctx context.Context, a livegame.Answer) error {
	defer h.caught("an engine's answer") // it does not come again; the engine is asked again
	h.count.answersGot.Add(1)
	now := h.clock.Now()
	g, err := h.enter(ctx, a.Game)
	if errors.Is(err, livegame.ErrNotFound) {
		h.log.Debug("an engine's move is for no game", "job", a.Job)
		return nil
	}
	if err != nil {
		return err
	}
	defer g.unlock()
	_, err = g.do(ctx, livegame.Command{ID: a.Job, Order: livegame.DoMove, Ply: a.Ply, Text: a.Move, Engine: true}, now, 0)
	if refusal := (*livegame.Refusal)(nil); errors.As(err, &refusal) {
		// It comes a second time, or the position is no longer there. Were the move
		// really wrong, the next attempt will tell.
		h.log.Debug("an engine's move was not needed", "job", a.Job, "move", a.Move, "code", refusal.Code)
		return nil
	}
	return err
}
