package manager

import (
	"context"
	"errors"
	"time"

	"github.com/wane-chess/wane/internal/live/livegame"
)

const (
	beatEvery   = time.Second     // how often every loaded game is looked at
	answerRetry = time.Second     // after the bus gave no answers
	closeTime   = 5 * time.Second // for the end of all games
)

// Run works until the context is done: it sweeps, takes the engine's answers, and
// follows the other nodes. Then it stops the timers, tells the other nodes that
// nobody is connected here any more, and returns nil. It can be called once.
func (h *Host) Run(ctx context.Context) error {
	ears := &ears{host: h}
	ears.listen()
	ends := []func(){
		every(h.clock, beatEvery, h.safely("the beat", newBeat(h).run)),
		every(h.clock, h.timing.Sweep, h.safely("the sweep", func() { h.sweep(ctx) })),
		every(h.clock, h.timing.Recheck, h.safely("the comparison with the store", newRecheck(ctx, h, ears).run)),
	}
	h.spawn(func() { h.askAll(ctx) })
	for ctx.Err() == nil {
		if err := h.bus.Answers(ctx, h.answer); ctx.Err() == nil {
			h.log.Warn("the engine's answers do not come", "error", err)
			h.pause(ctx, answerRetry)
		}
	}
	for _, end := range ends {
		end()
	}
	ears.close()
	h.shut()
	h.crew.wait()
	return nil
}

// pause waits.
func (h *Host) pause(ctx context.Context, d time.Duration) {
	rung := make(chan struct{})
	stop := h.clock.AfterFunc(d, func() { close(rung) })
	defer stop()
	select {
	case <-rung:
	case <-ctx.Done():
	}
}

// shut stops the timers of all games and says good-bye for them.
func (h *Host) shut() {
	h.mu.Lock()
	h.closed = true
	h.mu.Unlock()
	ctx, cancel := context.WithTimeout(context.Background(), closeTime)
	defer cancel()
	for _, g := range h.all(nil) {
		if g.lock(ctx) != nil {
			continue // whoever has it sets no timer any more
		}
		if g.stop != nil {
			g.stop()
			g.stop = nil
		}
		if g.presence.sent != (livegame.Presence{}) {
			h.publish(livegame.Notice{Game: g.id, Presence: &livegame.Presence{}})
		}
		g.unlock()
	}
}

// ears hear what other nodes tell. One follow serves all games: every event has to
// be heard for the lobby anyway.
type ears struct {
	host  *Host
	close func() // ends it; does nothing while there is no follow
	open  bool
}

// listen begins to follow, if that was not possible before.
func (e *ears) listen() {
	if e.open {
		return
	}
	end, err := e.host.bus.Follow("", e.host.hear)
	if err != nil {
		e.host.log.Warn("other nodes cannot be followed", "error", err)
		e.close = func() {}
		return
	}
	e.close, e.open = end, true
}

// hear takes a notice of another node. It does not wait for the game.
func (h *Host) hear(n livegame.Notice) {
	defer h.caught("a notice")
	if n.Node == h.node {
		return
	}
	if n.Presence == nil {
		h.lobby.mark()
	}
	if g := h.loaded(n.Game); g != nil && (n.Event != nil || n.Presence != nil) {
		g.mail.put(n)
		g.poke()
	}
}

// logged writes down an error of work that nobody waits for, unless it only came
// to its end.
func (h *Host) logged(ctx context.Context, what string, err error) {
	if err != nil && ctx.Err() == nil && !errors.Is(err, context.Canceled) {
		h.log.Warn(what, "error", err)
	}
}
