package livegame

import (
	"fmt"
	"slices"
	"time"

	"github.com/wane-chess/wane/game"
)

// Apply adds the next event. If the event is inconsistent with the game (its number,
// time, command, move, clocks), it returns an error and changes nothing. A store that
// returns such an event is corrupt.
func (g *Game) Apply(e Event) error {
	e.At = e.At.Round(0).UTC() // Round drops the monotonic time
	if err := g.applyKind(e); err != nil {
		return fmt.Errorf("game %s: invalid event %d (%s): %w", g.header.ID, e.Seq, e.Kind, err)
	}
	g.events = append(g.events, e)
	g.lastAt = e.At
	if e.Command != "" {
		g.commands[e.Command] = len(g.events) - 1
	}
	switch e.Kind { // what needs the time of the event
	case Join:
		g.start()
	case Move, Takeback:
		g.turnSince, g.fen = e.At, ""
	}
	if e.Ends() {
		g.over, g.endedAt, g.outcome = true, e.At, game.Outcome{Result: e.Result, Reason: e.Reason}
		g.draw, g.takeback = offers{}, offers{}
	}
	return nil
}

// checkNext returns an error if an event of any kind cannot be the next one.
func (g *Game) checkNext(e Event) error {
	_, done := g.commands[e.Command]
	switch {
	case e.Seq != len(g.events)+1:
		return fmt.Errorf("the next number is %d", len(g.events)+1)
	case e.Color > game.Black:
		return fmt.Errorf("invalid color %d", e.Color)
	case e.At.Before(g.lastAt):
		return fmt.Errorf("its time is before the last event")
	case !e.At.Equal(ToMillis(e.At)):
		return fmt.Errorf("its time is not in whole milliseconds")
	case done:
		return fmt.Errorf("command %s has an earlier event", quote(e.Command))
	case e.Ends() != (e.Kind == End) && e.Kind != Move:
		return fmt.Errorf("an event of its kind cannot end the game")
	}
	return g.checkKind(e.Kind)
}

// applyKind checks an event and applies what is particular to its kind. On an error
// it changes nothing.
func (g *Game) applyKind(e Event) error {
	if err := g.checkNext(e); err != nil {
		return err
	}
	switch e.Kind {
	case Join:
		if err := g.mayJoin(e.Color, e.Player); err != nil {
			return err
		}
		g.seats[e.Color] = e.Player
	case Adopt:
		if err := g.mayAdopt(e.Color, e.Player); err != nil {
			return err
		}
		g.adopt(e.Color, e.Player)
	case Move:
		return g.applyMove(e)
	case DrawOffer:
		return g.offer(&g.draw, e.Color, g.mayOfferDraw)
	case DrawDecline:
		return g.decline(&g.draw, e.Color, g.mayDeclineDraw)
	case TakebackOffer:
		if e.Plies != g.takebackPlies(e.Color) {
			return fmt.Errorf("it takes back %[2]d plies, expected %[1]d", g.takebackPlies(e.Color), e.Plies)
		}
		return g.offer(&g.takeback, e.Color, g.mayOfferTakeback)
	case TakebackDecline:
		return g.decline(&g.takeback, e.Color, g.mayAnswerTakeback)
	case Takeback:
		return g.applyTakeback(e)
	case End:
		return g.checkEnd(e)
	case RematchOffer:
		g.rematchPlaces[e.Color] = e.Player.Place
		return g.offer(&g.rematch, e.Color, g.mayOfferRematch)
	case RematchDecline:
		return g.decline(&g.rematch, e.Color, g.mayDeclineRematch)
	case Vacation:
		return g.applyVacation(e)
	case Berserk:
		if err := g.mayBerserk(e.Color); err != nil {
			return err
		}
		g.berserk(e.Color)
	case Rematch:
		return g.applyRematch(e)
	}
	return nil
}

func (g *Game) applyRematch(e Event) error {
	if err := g.mayRematch(e.Color); err != nil {
		return err
	}
	if e.Next == "" {
		return fmt.Errorf("it has no next game")
	}
	g.nextGame, g.rematch = e.Next, offers{}
	return nil
}

// checkKind returns an error if an event of that kind cannot happen now.
func (g *Game) checkKind(k EventKind) error {
	switch k {
	case Join, RematchOffer, RematchDecline, Rematch: // applyKind checks them
		return nil
	case Adopt:
		if g.over {
			return g.requireLive()
		}
		return nil
	case Move, DrawOffer, DrawDecline, TakebackOffer, TakebackDecline, Takeback, Vacation, Berserk:
		return g.requireLive()
	case End:
		if g.over {
			return g.requireLive()
		}
		return nil
	}
	return fmt.Errorf("unknown kind")
}

func (g *Game) offer(o *offers, color game.Color, may func(game.Color) error) error {
	if err := may(color); err != nil {
		return err
	}
	o.open[color] = true
	return nil
}

func (g *Game) decline(o *offers, color game.Color, may func(game.Color) error) error {
	if err := may(color); err != nil {
		return err
	}
	o.decline(color)
	return nil
}

// applyMove plays a move.
func (g *Game) applyMove(e Event) error {
	if e.Color != g.pos.Turn() {
		return fmt.Errorf("it is %v's turn", g.pos.Turn())
	}
	if err := g.checkClocks(e); err != nil {
		return err
	}
	m, known := g.lastDecided.move, g.lastDecided.seq == e.Seq && g.lastDecided.text == e.Move
	if !known {
		m = g.findMove(e.Move)
	}
	if m == game.NoMove {
		return fmt.Errorf("illegal move %s", quote(e.Move))
	}
	g.pos.Make(m)
	o := g.lastDecided.outcome
	if !known {
		o = g.pos.Outcome()
	}
	if (o != game.Outcome{Result: e.Result, Reason: e.Reason}) {
		g.pos.Unmake()
		return fmt.Errorf("the result is %d, %q, but by the rules it is %v, %q", e.Result, e.Reason, o.Result, o.Reason)
	}
	g.moves = append(g.moves, e.Move)
	if len(g.clocks) > 0 {
		g.clocks = append(g.clocks, e.Clocks)
	}
	g.draw.moved(e.Color)
	g.takeback.open = [2]bool{}
	g.takeback.moved(e.Color)
	return nil
}

// checkClocks checks the clocks after a move. The player is charged the elapsed time,
// less at most MaxLag, and gains the increment.
func (g *Game) checkClocks(e Event) error {
	var want [2]time.Duration
	if n := len(g.clocks); n > 0 {
		want = g.clocks[n-1]
	}
	if g.clockRuns() {
		elapsed := g.elapsed(e.At)
		least := chargedTime(elapsed, MaxLag)
		if least >= g.clockAtTurn(e.Color) && !g.solo() {
			return fmt.Errorf("the time had run out")
		}
		if len(g.clocks) > 0 {
			before, after := want[e.Color], e.Clocks[e.Color]-g.increment(e.Color)
			if after > max(0, before-least) || after < max(0, before-elapsed) {
				return fmt.Errorf("it charges %v of %v elapsed", before-after, elapsed)
			}
			want[e.Color] = e.Clocks[e.Color]
		}
	}
	if e.Clocks != want {
		return fmt.Errorf("the clocks are %v, expected %v", e.Clocks, want)
	}
	return nil
}

// applyTakeback undoes plies.
func (g *Game) applyTakeback(e Event) error {
	if err := g.mayTakeBack(e.Color); err != nil {
		return err
	}
	asked := g.solo() || g.HasEngine()
	switch {
	case e.Plies != g.takebackPlies(e.Color):
		return fmt.Errorf("it takes back %[2]d plies, expected %[1]d", g.takebackPlies(e.Color), e.Plies)
	case !asked && !g.takeback.open[e.Color], g.seats[e.Color].Engine():
		return fmt.Errorf("there was no offer")
	case g.overTime(e.At) && !g.solo():
		return fmt.Errorf("the time had run out")
	}
	if clocks := g.takebackClocks(e.Plies, e.At); e.Clocks != clocks {
		return fmt.Errorf("the clocks are %[2]v, expected %[1]v", clocks, e.Clocks)
	}
	for range e.Plies {
		g.pos.Unmake()
	}
	// Callers may hold the old slice, so the next move must not overwrite it.
	g.moves = slices.Clone(g.moves[:len(g.moves)-e.Plies])
	if n := len(g.clocks); n > 0 {
		g.clocks = g.clocks[:n-e.Plies]
		g.clocks[len(g.clocks)-1] = e.Clocks
	}
	g.draw, g.takeback = offers{}, offers{}
	g.lastTakeback = e.Seq
	return nil
}
