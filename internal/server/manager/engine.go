package manager

import (
	"context"
	"errors"
	"math/bits"
	"time"

	"github.com/wane-chess/wane/internal/server/livegame"
)

const (
	// engineTimeout is how long an engine may take before its job is enqueued again; the
	// time doubles with each attempt. The queue itself gives the jobs of dead workers to others.
	engineTimeout = 20 * time.Second
	// orphanTimeout is the same for a game whose players use another node, where its job may
	// wait for its turn: a second request would be a second share. It is for nodes that died
	// unnoticed; after a death that was noticed, engineTimeout holds, and nothing after the end
	// of a node that said so. One of the living nodes requests the job, and after the same time
	// again the others do.
	orphanTimeout = 2 * time.Minute
	// How often, and after which pause, a job is enqueued again if the queue fails.
	enqueueTries = 3
	enqueuePause = time.Second
)

// attemptNumber numbers the jobs for a position by its age: the queue ignores a number that it
// has had, and a later job replaces an earlier one, also after a restart of the node.
func attemptNumber(age time.Duration) int {
	return bits.Len64(uint64(max(age, 0) / engineTimeout))
}

// requestMove requests a job if an engine is to move, once for each attempt.
func (g *liveGame) requestMove(attempt int) {
	j, thinks := g.game.Job(attempt)
	if thinks && j.ID != g.lastJob {
		g.request(j)
	}
}

// request requests a job.
func (g *liveGame) request(j livegame.Job) {
	g.lastJob = j.ID
	j.Owner.Address = g.address
	g.manager.admission.want(j, g.span)
}

// requestAfterLoss replaces what the queue has for the game after the store has lost events:
// its job may be for a lost position. An attempt at this one was made before, so it needs
// another number.
func (g *liveGame) requestAfterLoss() {
	g.lastJob = ""
	g.manager.admission.drop(g.id)
	j, thinks := g.game.Job(attemptNumber(g.manager.clock.Now().Sub(g.game.Summary().Updated)) + 1)
	if thinks {
		j.Restart = true
		g.request(j)
	}
}

// takeAnswer plays the move of a worker. It returns only errors after which the answer
// should be delivered again.
func (m *Manager) takeAnswer(ctx context.Context, a livegame.Answer) error {
	defer m.recoverPanic("an engine's answer") // a sweep requests the move again
	m.counters.answers.Add(1)
	m.admission.done(a.Game, a.Job)
	arrived := m.readClock()
	if err := m.ensureTime(ctx); err != nil {
		return err
	}
	g, err := m.acquire(ctx, a.Game)
	if errors.Is(err, livegame.ErrNotFound) {
		m.admission.answered(a.Game, a.Job)
		m.log.Debug("ignored an engine's move for an unknown game", "job", a.Job)
		return nil
	}
	if err != nil {
		return err
	}
	defer g.unlock()
	_, err = g.decide(ctx,
		livegame.Command{ID: a.Job, Kind: livegame.DoMove, Ply: a.Ply, Text: a.Move, Engine: true}, arrived, 0)
	if refusal := (*livegame.Error)(nil); errors.As(err, &refusal) {
		// A duplicate, or the position has changed. A sweep repeats the job if the move was
		// wrong.
		m.admission.answered(a.Game, a.Job)
		m.log.Debug("ignored an engine's move", "job", a.Job, "move", a.Move, "code", refusal.Code)
		return nil
	}
	return err
}
