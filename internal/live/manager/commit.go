package manager

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/live/livegame"
)

const (
	maxRaces  = 10 // how often a command may be decided anew because others were faster
	maxFaults = 2  // how often it is tried with a store that fails
)

// do decides about a command until the store takes the decision. Whenever the
// store has not, the game first catches up: what looked like a failure may have
// been carried out.
func (g *live) do(ctx context.Context, c livegame.Command, now time.Time, lag time.Duration) (livegame.Event, error) {
	var races, faults int
	asked := false // whether the store was asked for news during this command
	for {
		if e, done := g.state.Done(c.ID); done {
			return e, nil
		}
		e, err := g.state.Do(c, livegame.Moment{Now: now, Lag: lag, Gone: g.gone(c.Guest)})
		if err != nil && !asked {
			// What is wrong here may be right after what another node has done just now.
			asked, g.doubt = true, true
			if behind := g.fresh(ctx); behind != nil {
				return livegame.Event{}, behind
			}
			continue
		}
		if err != nil {
			return livegame.Event{}, err
		}
		if err = g.commit(ctx, e); err == nil {
			return e, nil
		}
		asked = true
		if behind := g.fresh(ctx); behind != nil {
			return livegame.Event{}, errors.Join(err, behind)
		}
		if errors.Is(err, livegame.ErrConflict) {
			races++
		} else {
			faults++
		}
		// A command without an id cannot be recognised if it was carried out after all.
		if races == maxRaces || faults == maxFaults || faults > 0 && c.ID == "" {
			if e, done := g.state.Done(c.ID); done {
				return e, nil
			}
			return livegame.Event{}, err
		}
	}
}

// commit gives an event to the store and then to everybody. If it returns an
// error the state is as before, but in doubt.
func (g *live) commit(ctx context.Context, e livegame.Event) error {
	ctx, cancel := detached(ctx)
	defer cancel()
	s, before := g.state, g.state.Events()
	if e.Kind == livegame.Rematch {
		if err := g.beginRematch(ctx); err != nil {
			return err
		}
	}
	// Should anything here panic, there is no state that has an event too many.
	g.state, g.doubt = nil, true
	if err := s.Apply(e); err != nil {
		g.rollBack(s.Header(), before)
		return fmt.Errorf("game %s cannot take its own event: %w", g.id, err)
	}
	if err := g.host.store.Append(ctx, g.id, e, s.Summary()); err != nil {
		if errors.Is(err, livegame.ErrConflict) {
			g.host.count.conflicts.Add(1)
		} else {
			g.host.log.Error("an event was not kept", "game", g.id, "seq", e.Seq, "error", err)
		}
		g.rollBack(s.Header(), before)
		return fmt.Errorf("keep event %d of game %s: %w", e.Seq, g.id, err)
	}
	g.state, g.doubt = s, false
	g.tell(e)
	g.host.publish(livegame.Notice{Game: g.id, Event: &e})
	g.settle()
	g.follow(e)
	return nil
}

// rollBack makes the state without its last event.
func (g *live) rollBack(head livegame.Header, events []livegame.Event) {
	s, err := livegame.Replay(head, events, g.host.lookup)
	if err != nil {
		g.host.log.Error("a game cannot be replayed", "game", g.id, "error", err)
		return // it will be loaded
	}
	g.state = s
}

// follow does what follows from an event where it was decided.
func (g *live) follow(e livegame.Event) {
	switch e.Kind {
	case livegame.Move:
		g.host.count.moves.Add(1)
		g.ask(0)
	case livegame.Join: // after a takeback it is never an engine's turn
		g.ask(0)
	case livegame.Rematch:
		g.host.announce(e.Next)
		g.host.spawn(func() { g.host.wake(e.Next, func(next *live) { next.ask(0) }) })
	}
}

// beginRematch keeps the game that follows this one. It has the same name
// wherever it is made, so that it does no harm if that happens twice.
func (g *live) beginRematch(ctx context.Context) error {
	head := g.state.RematchHeader()
	head.Created = g.host.clock.Now()
	return g.host.begin(ctx, head)
}

// wake does something with a game in the background.
func (h *Host) wake(id livegame.ID, do func(*live)) {
	ctx, cancel := detached(context.Background())
	defer cancel()
	g, err := h.enter(ctx, id)
	if err != nil {
		h.log.Warn("a game cannot be woken", "game", id, "error", err)
		return
	}
	defer g.unlock()
	do(g)
}

// gone returns since when the opponent of a guest has been away.
func (g *live) gone(guest string) time.Time {
	switch colors := g.state.ColorsOf(guest); {
	case colors.Has(game.White) == colors.Has(game.Black):
		return time.Time{}
	case colors.Has(game.White):
		return g.presence.away[game.Black]
	default:
		return g.presence.away[game.White]
	}
}
