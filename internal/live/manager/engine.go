package manager

import (
	"context"
	"errors"
	"math/bits"
	"time"

	"github.com/wane-chess/wane/internal/live/livegame"
)

const (
	// engineTimeout is how long an engine may be silent before its job is put in the
	// queue again; from then on, the time doubles. The queue hands out the job of a
	// worker that has died by itself: this is for jobs that never came to the queue.
	engineTimeout = 20 * time.Second
	// A job that the queue does not take is brought again so often, after so long.
	enqueueTries = 3
	enqueuePause = time.Second
)

// attemptNumber numbers the jobs about one position by how long it has been there, so
// that all nodes make the same job.
func attemptNumber(age time.Duration) int {
	return bits.Len64(uint64(max(age, 0) / engineTimeout))
}

// requestMove puts a job in the queue if an engine is to move and that was not done.
func (g *liveGame) requestMove(attempt int) {
	j, thinks := g.game.Job(attempt)
	if !thinks || j.ID == g.lastJob {
		return
	}
	g.lastJob = j.ID
	g.manager.background(func() { g.manager.enqueueMove(j, enqueueTries) })
}

// enqueueMove puts a job in the queue. If that fails for good, a sweep will do it.
func (m *Manager) enqueueMove(j livegame.Job, tries int) {
	ctx, cancel := detach(context.Background())
	defer cancel()
	err := m.queue.EnqueueMove(ctx, j)
	switch {
	case err == nil:
		m.counters.jobs.Add(1)
	case tries > 1 && !m.isClosed():
		m.clock.AfterFunc(enqueuePause, func() { m.enqueueMove(j, tries-1) })
	default:
		m.log.Warn("the engine could not be asked", "game", j.Game, "job", j.ID, "error", err)
	}
}

// takeAnswer takes the move that a worker has found. Only errors after which the
// answer should come again are returned.
func (m *Manager) takeAnswer(ctx context.Context, a livegame.Answer) error {
	defer m.recoverPanic("an engine's answer") // it does not come again; the engine is asked again
	m.counters.answers.Add(1)
	now := m.clock.Now()
	g, err := m.acquire(ctx, a.Game)
	if errors.Is(err, livegame.ErrNotFound) {
		m.log.Debug("an engine's move is for no game", "job", a.Job)
		return nil
	}
	if err != nil {
		return err
	}
	defer g.unlock()
	_, err = g.decide(ctx, livegame.Command{ID: a.Job, Kind: livegame.DoMove, Ply: a.Ply, Text: a.Move, Engine: true}, now, 0)
	if refusal := (*livegame.Error)(nil); errors.As(err, &refusal) {
		// It comes a second time, or the position is no longer there. Were the move
		// really wrong, the next attempt will tell.
		m.log.Debug("an engine's move was not needed", "job", a.Job, "move", a.Move, "code", refusal.Code)
		return nil
	}
	return err
}
