package manager

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/observe"
)

const (
	maxRaces  = 10 // lost races before a command fails
	maxFaults = 2  // failures of the store before a command fails
)

// decide decides about a command until the store takes the event. After each failure the
// game first catches up: the event may have been stored.
//
// Arrived is what this machine's clock showed. What the store's clock has shown then may
// become known only here.
func (g *liveGame) decide(
	ctx context.Context, c livegame.Command, arrived clockReading, lag time.Duration,
) (livegame.Event, error) {
	var races, faults int
	asked := false // whether this command has refreshed the game
	timed := false // whether it has checked the clock
	for {
		if e, done := g.game.EventByCommand(c.ID); done {
			return e, nil
		}
		e, err := g.game.Do(c,
			livegame.Arrival{At: g.manager.timeOf(arrived), Lag: lag, OpponentAwaySince: g.opponentAwaySince(c.Guest)})
		if err != nil && !asked {
			// An event of another node may make the command valid.
			asked, g.stale = true, true
			if behind := g.refresh(ctx); behind != nil {
				return livegame.Event{}, behind
			}
			continue
		}
		if err != nil {
			return livegame.Event{}, err
		}
		if e.Expired() && !timed {
			timed = true
			g.manager.checkClock(ctx)
			continue
		}
		if e.Expired() && g.manager.clockError() != 0 {
			return livegame.Event{}, errWrongClock // another node will end the game
		}
		if err = g.commit(ctx, e); err == nil {
			return e, nil
		}
		asked = true
		if behind := g.refresh(ctx); behind != nil {
			return livegame.Event{}, errors.Join(err, behind)
		}
		if errors.Is(err, livegame.ErrConflict) {
			races++
		} else {
			faults++
		}
		// Without an ID, a stored event of the command cannot be recognized.
		if races == maxRaces || faults == maxFaults || faults > 0 && c.ID == "" {
			if e, done := g.game.EventByCommand(c.ID); done {
				return e, nil
			}
			return livegame.Event{}, err
		}
	}
}

// commit stores an event, then publishes it. After an error the game is as before, but
// may be stale.
func (g *liveGame) commit(ctx context.Context, e livegame.Event) error {
	ctx, cancel := detach(ctx)
	defer cancel()
	g.span = observe.SpanOf(ctx)
	s, before := g.game, g.game.Events()
	if e.Kind == livegame.Rematch {
		if err := g.createRematch(ctx, e); err != nil {
			return err
		}
	}
	// After a panic, no game must have an event that is not stored.
	g.game, g.stale = nil, true
	if err := s.Apply(e); err != nil {
		g.rollBack(s.Header(), before)
		return fmt.Errorf("game %s rejects its own event: %w", g.id, err)
	}
	if err := g.manager.store.Append(ctx, g.id, e, s.Summary()); err != nil {
		switch {
		case errors.Is(err, livegame.ErrConflict):
			g.manager.counters.conflicts.Add(1)
		case errors.Is(err, livegame.ErrNotFound): // deleted
		default:
			g.manager.storeFailed.Store(true)
			g.manager.log.Error("cannot store an event", "game", g.id, "seq", e.Seq, "error", err)
		}
		g.rollBack(s.Header(), before)
		return fmt.Errorf("store event %d of game %s: %w", e.Seq, g.id, err)
	}
	g.game, g.stale = s, false
	g.notify(e)
	g.manager.publish(livegame.Notice{Game: g.id, Event: &e})
	g.afterChange()
	g.afterEvent(e)
	return nil
}

// rollBack restores the game without its last event.
func (g *liveGame) rollBack(head livegame.Header, events []livegame.Event) {
	s, err := livegame.Replay(head, events, g.manager.lookup)
	if err != nil {
		g.manager.log.Error("cannot replay a game", "game", g.id, "error", err)
		return // the next use loads it
	}
	g.game = s
}

// afterEvent does what follows from an event, on the node that decided it.
func (g *liveGame) afterEvent(e livegame.Event) {
	if g.manager.changed != nil {
		g.manager.changed(g.game.Summary(), e, g.totalPresence().Colors)
	}
	if e.Ends() && g.manager.ended != nil {
		g.manager.ended(g.game.Summary())
	}
	if e.Kind == livegame.Join || e.Kind == livegame.Adopt || e.Ends() {
		g.notifyPlayers()
	}
	switch e.Kind {
	case livegame.Move:
		g.manager.counters.moves.Add(1)
		g.requestMove(0)
	case livegame.Join, livegame.Adopt: // no engine is to move after a takeback
		g.requestMove(0)
	case livegame.Rematch:
		g.manager.announceGame(e.Next)
		address := g.address
		g.manager.background(func() {
			g.manager.withGame(g.manager.own, e.Next, func(next *liveGame) {
				next.used, next.address = true, address
				next.notifyPlayers()
				next.requestMove(0)
			})
		})
	}
}

// createRematch stores the next game. Its ID is the same on every node, so the call can
// be repeated.
func (g *liveGame) createRematch(ctx context.Context, e livegame.Event) error {
	head := g.game.RematchHeader(e)
	head.Created = g.manager.clock.Now()
	g.manager.rateSeats(ctx, &head)
	return g.manager.create(ctx, head)
}

// withGame calls do with a loaded game, from the background.
func (m *Manager) withGame(ctx context.Context, id livegame.ID, do func(*liveGame)) {
	ctx, cancel := detach(ctx)
	defer cancel()
	g, err := m.acquire(ctx, id)
	if err != nil {
		m.log.Warn("cannot load a game in the background", "game", id, "error", err)
		return
	}
	defer g.unlock()
	do(g)
}

// opponentAwaySince returns since when a guest's opponent has been away.
func (g *liveGame) opponentAwaySince(guest string) time.Time {
	switch colors := g.game.ColorsOf(guest); {
	case g.manager.deaf(g.manager.clock.Now()):
		return time.Time{}
	case colors.Has(game.White) == colors.Has(game.Black):
		return time.Time{}
	case colors.Has(game.White):
		return g.presence.awaySince[game.Black]
	default:
		return g.presence.awaySince[game.White]
	}
}
