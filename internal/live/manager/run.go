package manager

import (
	"context"
	"errors"
	"time"

	"github.com/wane-chess/wane/internal/live/livegame"
)

const (
	tickInterval = time.Second     // how often every loaded game is looked at
	answerRetry  = time.Second     // after the queue gave no answers
	shutDownTime = 5 * time.Second // for the end of all games
)

// Run works until the context is done: it sweeps, takes the engine's answers, and
// follows the other nodes. Then it stops the timers, tells the other nodes that
// nobody is connected here any more, and returns nil. It can be called once.
func (m *Manager) Run(ctx context.Context) error {
	ears := &subscription{manager: m}
	ears.start()
	ends := []func(){
		every(m.clock, tickInterval, m.guard("the beat", newTicker(m).run)),
		every(m.clock, m.timing.Sweep, m.guard("the sweep", func() { m.sweep(ctx) })),
		every(m.clock, m.timing.Recheck, m.guard("the comparison with the store", newRecheck(ctx, m, ears).run)),
	}
	m.background(func() { m.requestAllMoves(ctx) })
	for ctx.Err() == nil {
		if err := m.queue.ConsumeMoveAnswers(ctx, m.takeAnswer); ctx.Err() == nil {
			m.log.Warn("the engine's answers do not come", "error", err)
			m.pause(ctx, answerRetry)
		}
	}
	for _, end := range ends {
		end()
	}
	ears.stop()
	m.shutDown()
	m.tasks.wait()
	return nil
}

// pause waits.
func (m *Manager) pause(ctx context.Context, d time.Duration) {
	rung := make(chan struct{})
	stop := m.clock.AfterFunc(d, func() { close(rung) })
	defer stop()
	select {
	case <-rung:
	case <-ctx.Done():
	}
}

// shutDown stops the timers of all games and says good-bye for them.
func (m *Manager) shutDown() {
	m.mu.Lock()
	m.closed = true
	m.mu.Unlock()
	ctx, cancel := context.WithTimeout(context.Background(), shutDownTime)
	defer cancel()
	for _, g := range m.allGames(nil) {
		if g.lock(ctx) != nil {
			continue // whoever has it sets no timer any more
		}
		if g.stopTimer != nil {
			g.stopTimer()
			g.stopTimer = nil
		}
		if g.presence.sent != (livegame.Presence{}) {
			m.publish(livegame.Notice{Game: g.id, Presence: &livegame.Presence{}})
		}
		g.unlock()
	}
}

// subscription hear what other nodes tell. One follow serves all games: every event has to
// be heard for the lobby anyway.
type subscription struct {
	manager *Manager
	stop    func() // ends it; does nothing while there is no follow
	active  bool
}

// start begins to follow, if that was not possible before.
func (e *subscription) start() {
	if e.active {
		return
	}
	end, err := e.manager.queue.Subscribe("", e.manager.receive)
	if err != nil {
		e.manager.log.Warn("other nodes cannot be followed", "error", err)
		e.stop = func() {}
		return
	}
	e.stop, e.active = end, true
}

// receive takes a notice of another node. It does not wait for the game.
func (m *Manager) receive(n livegame.Notice) {
	defer m.recoverPanic("a notice")
	if n.Node == m.node {
		return
	}
	if n.Presence == nil {
		m.lobby.markChanged()
	}
	if g := m.loadedGame(n.Game); g != nil && (n.Event != nil || n.Presence != nil) {
		g.inbox.put(n)
		g.readInboxSoon()
	}
}

// logError writes down an error of work that nobody waits for, unless it only came
// to its end.
func (m *Manager) logError(ctx context.Context, what string, err error) {
	if err != nil && ctx.Err() == nil && !errors.Is(err, context.Canceled) {
		m.log.Warn(what, "error", err)
	}
}
