package manager

import (
	"context"
	"errors"
	"time"

	"github.com/wane-chess/wane/internal/server/livegame"
)

const (
	tickInterval = time.Second     // interval of ticks of every loaded game
	answerRetry  = time.Second     // pause after the queue failed
	shutDownTime = 5 * time.Second // for all games
)

// Run works until the context is done: it sweeps, takes the engine's answers and follows
// other nodes. Then it stops the timers, reports to other nodes that this one has no
// connections left and ends, and returns nil. It can be called once.
func (m *Manager) Run(ctx context.Context) error {
	m.loadNoticeKey(ctx)
	m.checkClock(ctx)
	if !m.alone() {
		m.peers.begin(m.clock.Now())
	}
	ears := &subscription{manager: m}
	ears.start()
	ends := []func(){
		every(m.clock, tickInterval, m.guard("a tick", newTicker(m).run)),
		every(m.clock, m.timing.Sweep, m.guard("a sweep", func() { m.sweep(ctx) })),
		every(m.clock, clockInterval, m.guard("a check of the clock", func() { m.checkClock(ctx) })),
		every(m.clock, aliveInterval, m.guard("a sign of life", m.sayAlive)),
		every(m.clock, m.timing.Recheck, m.guard("a recheck", newRecheck(ctx, m, ears).run)),
	}
	if m.alone() {
		m.background(func() { m.requestAllMoves(ctx) }) // otherwise a sweep does, once it knows the other nodes
	} else {
		m.sayAlive()
	}
	for ctx.Err() == nil {
		if err := m.queue.ConsumeMoveAnswers(ctx, m.takeAnswer); ctx.Err() == nil {
			m.log.Warn("cannot receive the engine's answers", "error", err)
			m.pause(ctx, answerRetry)
		}
	}
	for _, end := range ends {
		end()
	}
	ears.stop()
	m.shutDown(ctx)
	m.tasks.wait()
	return nil
}

// pause waits for d or until the context is done.
func (m *Manager) pause(ctx context.Context, d time.Duration) {
	rung := make(chan struct{})
	stop := m.clock.AfterFunc(d, func() { close(rung) })
	defer stop()
	select {
	case <-rung:
	case <-ctx.Done():
	}
}

// shutDown stops the timers of all games, withdraws their presence, and says to other nodes
// that the jobs of this one are lost.
func (m *Manager) shutDown(ctx context.Context) {
	m.mu.Lock()
	m.closed = true
	m.mu.Unlock()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutDownTime)
	defer cancel()
	for _, g := range m.allGames(nil) {
		if g.lock(ctx) != nil {
			continue // it sets no timer after closed
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
	m.publish(livegame.Notice{Game: peersID, Left: true})
}

// subscription receives the notices of other nodes. It covers all games, since the lobby
// needs every event.
type subscription struct {
	manager *Manager
	stop    func() // unsubscribes, if subscribed
	active  bool
}

// start subscribes, unless it has succeeded before.
func (e *subscription) start() {
	if e.active {
		return
	}
	end, err := e.manager.queue.Subscribe("", e.manager.receive)
	if err != nil {
		e.manager.log.Warn("cannot subscribe to other nodes", "error", err)
		e.stop = func() {}
		return
	}
	e.stop, e.active = end, true
}

// receive handles a notice of another node. It does not wait for the game.
func (m *Manager) receive(n livegame.Notice) {
	defer m.recoverPanic("a notice")
	if n.Node == m.node || n.Note != "" {
		return
	}
	if n.Presence == nil && len(n.Players) == 0 && n.Game != peersID {
		m.lobby.mark(n.Game, nil) // if the event fits the game as it is loaded, that comes next
	}
	key := m.noticeKey.Load()
	// Without a signature it may be damaged, forged, or from a node that has not read the key
	// yet, and an old one may have been recorded: only the store tells.
	age := m.clock.Now().Sub(time.UnixMilli(n.Sent))
	signed := key != nil && age.Abs() < noticeAge && n.Signed(*key)
	if signed && n.Event != nil {
		m.admission.settle(n.Game, n.Event.Seq)
	}
	if len(n.Players) > 0 {
		m.players.notify(n.Players) // a false one costs its receivers a look at the store
	}
	if n.Game == peersID {
		if signed {
			m.receivePeer(n)
		}
		return
	}
	g := m.loadedGame(n.Game)
	if g == nil || n.Event == nil && n.Presence == nil {
		return
	}
	if signed {
		g.inbox.put(n)
	} else {
		g.inbox.hint()
	}
	g.readInboxSoon()
}

// logError logs an error of background work, unless the work was canceled.
func (m *Manager) logError(ctx context.Context, what string, err error) {
	if err != nil && ctx.Err() == nil && !errors.Is(err, context.Canceled) {
		m.log.Warn(what, "error", err)
	}
}
