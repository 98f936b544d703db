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

// decide decides about a command until the store takes the decision. Whenever the
// store has not, the game first catches up: what looked like a failure may have
// been carried out.
func (g *liveGame) decide(ctx context.Context, c livegame.Command, now time.Time, lag time.Duration) (livegame.Event, error) {
	var races, faults int
	asked := false // whether the store was asked for news during this command
	for {
		if e, done := g.game.EventByCommand(c.ID); done {
			return e, nil
		}
		e, err := g.game.Do(c, livegame.Arrival{At: now, Lag: lag, OpponentAwaySince: g.opponentAwaySince(c.Guest)})
		if err != nil && !asked {
			// What is wrong here may be right after what another node has done just now.
			asked, g.stale = true, true
			if behind := g.refresh(ctx); behind != nil {
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
		if behind := g.refresh(ctx); behind != nil {
			return livegame.Event{}, errors.Join(err, behind)
		}
		if errors.Is(err, livegame.ErrConflict) {
			races++
		} else {
			faults++
		}
		// A command without an id cannot be recognized if it was carried out after all.
		if races == maxRaces || faults == maxFaults || faults > 0 && c.ID == "" {
			if e, done := g.game.EventByCommand(c.ID); done {
				return e, nil
			}
			return livegame.Event{}, err
		}
	}
}

// commit gives an event to the store and then to everybody. If it returns an
// error the state is as before, but in doubt.
func (g *liveGame) commit(ctx context.Context, e livegame.Event) error {
	ctx, cancel := detach(ctx)
	defer cancel()
	s, before := g.game, g.game.Events()
	if e.Kind == livegame.Rematch {
		if err := g.createRematch(ctx); err != nil {
			return err
		}
	}
	// Should anything here panic, there is no state that has an event too many.
	g.game, g.stale = nil, true
	if err := s.Apply(e); err != nil {
		g.rollBack(s.Header(), before)
		return fmt.Errorf("game %s cannot take its own event: %w", g.id, err)
	}
	if err := g.manager.store.Append(ctx, g.id, e, s.Summary()); err != nil {
		if errors.Is(err, livegame.ErrConflict) {
			g.manager.counters.conflicts.Add(1)
		} else {
			g.manager.log.Error("an event was not kept", "game", g.id, "seq", e.Seq, "error", err)
		}
		g.rollBack(s.Header(), before)
		return fmt.Errorf("keep event %d of game %s: %w", e.Seq, g.id, err)
	}
	g.game, g.stale = s, false
	g.notify(e)
	g.manager.publish(livegame.Notice{Game: g.id, Event: &e})
	g.afterChange()
	g.afterEvent(e)
	return nil
}

// rollBack makes the state without its last event.
func (g *liveGame) rollBack(head livegame.Header, events []livegame.Event) {
	s, err := livegame.Replay(head, events, g.manager.lookup)
	if err != nil {
		g.manager.log.Error("a game cannot be replayed", "game", g.id, "error", err)
		return // it will be loaded
	}
	g.game = s
}

// afterEvent does what follows from an event where it was decided.
func (g *liveGame) afterEvent(e livegame.Event) {
	switch e.Kind {
	case livegame.Move:
		g.manager.counters.moves.Add(1)
		g.requestMove(0)
	case livegame.Join: // after a takeback it is never an engine's turn
		g.requestMove(0)
	case livegame.Rematch:
		g.manager.announceGame(e.Next)
		g.manager.background(func() { g.manager.withGame(e.Next, func(next *liveGame) { next.requestMove(0) }) })
	}
}

// createRematch keeps the game that follows this one. It has the same name
// wherever it is made, so that it does no harm if that happens twice.
func (g *liveGame) createRematch(ctx context.Context) error {
	head := g.game.RematchHeader()
	head.Created = g.manager.clock.Now()
	return g.manager.create(ctx, head)
}

// withGame does something with a game in the background.
func (m *Manager) withGame(id livegame.ID, do func(*liveGame)) {
	ctx, cancel := detach(context.Background())
	defer cancel()
	g, err := m.acquire(ctx, id)
	if err != nil {
		m.log.Warn("a game cannot be woken", "game", id, "error", err)
		return
	}
	defer g.unlock()
	do(g)
}

// opponentAwaySince returns since when the opponent of a guest has been away.
func (g *liveGame) opponentAwaySince(guest string) time.Time {
	switch colors := g.game.ColorsOf(guest); {
	case colors.Has(game.White) == colors.Has(game.Black):
		return time.Time{}
	case colors.Has(game.White):
		return g.presence.awaySince[game.Black]
	default:
		return g.presence.awaySince[game.White]
	}
}
