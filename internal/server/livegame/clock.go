package livegame

import (
	"time"

	"github.com/wane-chess/wane/game"
)

// Time limits beyond the time control.
const (
	// MaxLag is how much network delay of a move is not charged to its player. A
	// timeout is declared that much later, since a move may be in transit.
	MaxLag = 500 * time.Millisecond
	// FirstMoveTime is how long a person has for the first move in a game with a
	// clock, which does not run then.
	FirstMoveTime = 60 * time.Second
	// FirstMoveTimeTournament is the same in a tournament, where the others wait.
	FirstMoveTimeTournament = 30 * time.Second
	// ClaimAfter is how long the opponent must be away before a game with a clock can
	// be claimed, ClaimAfterUntimed the same for a game with unlimited time.
	ClaimAfter        = 30 * time.Second
	ClaimAfterUntimed = 5 * time.Minute
	// OfferTime is how long a public game waits for an opponent,
	// CorrespondenceOfferTime the same by correspondence.
	OfferTime               = time.Hour
	CorrespondenceOfferTime = 14 * 24 * time.Hour
	// IdleTime is how long a game that no clock ends waits after its last event: one without
	// a time control, and any in which one guest plays both colors.
	IdleTime = 30 * 24 * time.Hour
)

// freePlies is how many plies cost no time in a game with a clock: one of each
// player.
const freePlies = 2

// ToMillis truncates a time to milliseconds, in UTC.
func ToMillis(t time.Time) time.Time { return t.Truncate(time.Millisecond).UTC() }

// eventTime returns the time of an event that happens at t. It is never before the
// last event, though the nodes' clocks may differ.
func (g *Game) eventTime(t time.Time) time.Time {
	if t = ToMillis(t); t.Before(g.lastAt) {
		return g.lastAt
	}
	return t
}

// elapsed returns how long the clock of the side to move has been running: not before a first move,
// and not on vacation.
func (g *Game) elapsed(now time.Time) time.Duration {
	c := g.header.TimeControl
	switch {
	case !g.started, !c.RealTime() && !c.Correspondence(), c.RealTime() && len(g.moves) < freePlies:
		return 0
	case g.over:
		now = g.endedAt
	}
	return max(0, now.Sub(g.turnSince)) - g.vacations[g.pos.Turn()].within(g.turnSince, now)
}

// clockAtTurn returns the remaining time at the start of the turn.
func (g *Game) clockAtTurn(color game.Color) time.Duration {
	if n := len(g.clocks); n > 0 {
		return g.clocks[n-1][color]
	}
	return g.header.TimeControl.PerMove
}

// remaining returns the remaining time, which may be negative.
func (g *Game) remaining(color game.Color, now time.Time) time.Duration {
	if color != g.pos.Turn() {
		return g.clockAtTurn(color)
	}
	return g.clockAtTurn(color) - g.elapsed(now)
}

// clockRuns reports whether the side to move can lose on time.
func (g *Game) clockRuns() bool {
	c := g.header.TimeControl
	return c.Correspondence() || c.RealTime() && len(g.moves) >= freePlies
}

// FirstMoveTime returns how long a person has for the first move in a game with a clock.
func (h Header) FirstMoveTime() time.Duration {
	if h.Tournament != "" {
		return FirstMoveTimeTournament
	}
	return FirstMoveTime
}

// awaitsFirstMove reports whether FirstMoveTime applies.
func (g *Game) awaitsFirstMove() bool {
	return g.header.TimeControl.RealTime() && len(g.moves) < freePlies && !g.seats[g.pos.Turn()].Engine()
}

// endsIdle reports whether IdleTime applies to the game once it is live.
func (g *Game) endsIdle() bool {
	c := g.header.TimeControl
	return g.solo() || !c.RealTime() && !c.Correspondence()
}

// overTime reports whether the time of the side to move has run out.
func (g *Game) overTime(now time.Time) bool {
	return g.clockRuns() && g.remaining(g.pos.Turn(), now) <= 0
}

// deadline returns when the game ends by itself. One guest at both seats decides about
// the time alone (doClaim), but may forget the game.
func (g *Game) deadline() (time.Time, bool) {
	switch {
	case g.Status() == Waiting && g.header.Public:
		return g.header.Created.Add(g.header.TimeControl.offerTime()), true
	case g.Status() != Live:
	case g.endsIdle():
		return g.lastAt.Add(IdleTime), true
	case g.clockRuns():
		turn := g.pos.Turn()
		return g.vacations[turn].after(g.turnSince, g.clockAtTurn(turn)).Add(MaxLag), true
	case g.awaitsFirstMove():
		return g.turnSince.Add(g.header.FirstMoveTime() + MaxLag), true
	}
	return time.Time{}, false
}

// Expire returns the End that is due: a timeout, a missing first move, a public game
// without an opponent, or a game that was left. Limits for moves are exceeded by
// MaxLag first, since a move may be in transit.
func (g *Game) Expire(now time.Time) (Event, bool) {
	now = g.eventTime(now)
	due, ok := g.deadline()
	if !ok || now.Before(due) {
		return Event{}, false
	}
	var e Event
	switch {
	case g.Status() == Waiting:
		e = Event{Kind: End, Reason: NotJoined}
	case g.endsIdle():
		e = Event{Kind: End, Color: g.pos.Turn(), Reason: Abandoned}
	case g.awaitsFirstMove():
		e = g.noFirstMove()
	default:
		e = g.timeout()
	}
	return g.stamp(e, now), true
}

// noFirstMove returns the End in which the side to move has made no first move in time.
func (g *Game) noFirstMove() Event {
	late := g.pos.Turn()
	if g.header.Rules.Has(NoAbort) {
		return Event{Kind: End, Color: late, Result: game.WinFor(late.Other()), Reason: NoStart}
	}
	return Event{Kind: End, Color: late, Reason: NoFirstMove}
}

// timeout returns the End in which the side to move has run out of time.
func (g *Game) timeout() Event {
	loser := g.pos.Turn()
	o := g.pos.TimeoutOutcome(loser)
	return Event{Kind: End, Color: loser, Result: o.Result, Reason: o.Reason}
}

// stamp sets an event's number and time.
func (g *Game) stamp(e Event, now time.Time) Event {
	e.Seq, e.At = len(g.events)+1, now
	return e
}

// Clocks is the state of the clocks at a moment.
type Clocks struct {
	// Remaining is the remaining time, by game.Color, never negative. It counts in a
	// game with a time control.
	Remaining [2]time.Duration
	// Running is the player whose clock runs, if Active.
	Running game.Color
	Active  bool
	// FirstMove is the remaining time for a first move; zero if that does not apply.
	FirstMove time.Duration
	// Vacation is until when a player is on vacation, by game.Color; zero: not. The clock of that
	// player is not Active.
	Vacation [2]time.Time
	At       time.Time
}

// Clocks returns the clocks at a time.
func (g *Game) Clocks(now time.Time) Clocks {
	turn, live := g.pos.Turn(), g.Status() == Live
	t := Clocks{Running: turn, Active: live && g.clockRuns(), At: now}
	for color := range t.Remaining {
		t.Remaining[color] = max(0, g.remaining(game.Color(color), now))
		if until := g.vacations[color].until(); live && now.Before(until) {
			t.Vacation[color] = until
		}
	}
	t.Active = t.Active && t.Vacation[turn].IsZero()
	if live && g.awaitsFirstMove() && !g.solo() {
		t.FirstMove = max(0, g.header.FirstMoveTime()-max(0, now.Sub(g.turnSince)))
	}
	return t
}
