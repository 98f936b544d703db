package livegame

import (
	"time"

	"github.com/wane-chess/wane/game"
)

// Times that the rules of a server need, beyond what players agree upon.
const (
	// MaxLag is how much of a move's way to the server is not counted as thinking.
	// A flag that has fallen is called that much later, as a move may be underway.
	MaxLag = 500 * time.Millisecond
	// FirstMoveTime is how much time a person has for the first move in a game with a
	// clock. The clock does not run then.
	FirstMoveTime = 60 * time.Second
	// ClaimAfter is how long the opponent must be away before a game with a clock
	// can be claimed, and ClaimUnlimited the same in a game without any limit.
	ClaimAfter        = 30 * time.Second
	ClaimAfterUntimed = 5 * time.Minute
	// OfferTime is how long a game stays offered to anyone if it is to be played at
	// once, and OfferedLong if it is by correspondence.
	OfferTime               = time.Hour
	CorrespondenceOfferTime = 14 * 24 * time.Hour
)

// freePlies is how many plies cost no time in a game with a clock: one of each
// side.
const freePlies = 2

// toMillis rounds a time down to milliseconds, in UTC.
func toMillis(t time.Time) time.Time { return t.Truncate(time.Millisecond).UTC() }

// eventTime returns a time as it counts for the next event, which must not be earlier
// than the last: nodes' clocks may differ a little.
func (g *Game) eventTime(t time.Time) time.Time {
	if t = toMillis(t); t.Before(g.lastAt) {
		return g.lastAt
	}
	return t
}

// elapsed is how long the time of the side to move has been running by then.
func (g *Game) elapsed(now time.Time) time.Duration {
	c := g.header.TimeControl
	switch {
	case !g.started, !c.RealTime() && !c.Correspondence(), c.RealTime() && len(g.moves) < freePlies:
		return 0
	case g.over:
		now = g.endedAt
	}
	return max(0, now.Sub(g.turnSince))
}

// clockAtTurn is what a side had when the turn last changed.
func (g *Game) clockAtTurn(color game.Color) time.Duration {
	if n := len(g.clocks); n > 0 {
		return g.clocks[n-1][color]
	}
	return g.header.TimeControl.PerMove
}

// remaining is what a side has by then; it may be below zero.
func (g *Game) remaining(color game.Color, now time.Time) time.Duration {
	if color != g.pos.Turn() {
		return g.clockAtTurn(color)
	}
	return g.clockAtTurn(color) - g.elapsed(now)
}

// clockRuns tells whether the side to move loses when its time is over.
func (g *Game) clockRuns() bool {
	c := g.header.TimeControl
	return c.Correspondence() || c.RealTime() && len(g.moves) >= freePlies
}

// awaitsFirstMove tells whether the side to move must make its first move soon.
func (g *Game) awaitsFirstMove() bool {
	return g.header.TimeControl.RealTime() && len(g.moves) < freePlies && !g.seats[g.pos.Turn()].Engine()
}

// deadline returns when the game ends if nobody does anything.
func (g *Game) deadline() (time.Time, bool) {
	switch {
	case g.Status() == Waiting && g.header.Public:
		return g.header.Created.Add(g.header.TimeControl.offerTime()), true
	case g.Status() != Live:
	case g.clockRuns():
		return g.turnSince.Add(g.clockAtTurn(g.pos.Turn()) + MaxLag), true
	case g.awaitsFirstMove():
		return g.turnSince.Add(FirstMoveTime + MaxLag), true
	}
	return time.Time{}, false
}

// Expire returns the event that is due by then without anybody's doing: a flag
// that has fallen, a game in which nobody made a first move, or that was offered to
// anyone for long in vain. For moves it comes MaxLag after the time is over, so that
// one that is underway is not too late.
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
	case g.awaitsFirstMove():
		e = Event{Kind: End, Color: g.pos.Turn(), Reason: NoFirstMove}
	default:
		e = g.timeout()
	}
	return g.stamp(e, now), true
}

// timeout is the end because the flag of the side to move has fallen.
func (g *Game) timeout() Event {
	loser := g.pos.Turn()
	o := g.pos.TimeoutOutcome(loser)
	return Event{Kind: End, Color: loser, Result: o.Result, Reason: o.Reason}
}

// stamp gives an event its number and time.
func (g *Game) stamp(e Event, now time.Time) Event {
	e.Seq, e.At = len(g.events)+1, now
	return e
}

// Clocks is a snapshot of the clocks.
type Clocks struct {
	// Remaining is what each side has, by game.Color, in a game with a clock or with a
	// time for each move; never below zero.
	Remaining [2]time.Duration
	// Running says whose clock runs; it counts only if Runs.
	Running game.Color
	Active  bool
	// FirstMove is how much time there still is for a first move before the game is
	// aborted; zero if that does not apply.
	FirstMove time.Duration
	At        time.Time
}

// Clocks returns the clocks at that time.
func (g *Game) Clocks(now time.Time) Clocks {
	turn, live := g.pos.Turn(), g.Status() == Live
	t := Clocks{Running: turn, Active: live && g.clockRuns(), At: now}
	for color := range t.Remaining {
		t.Remaining[color] = max(0, g.remaining(game.Color(color), now))
	}
	if live && g.awaitsFirstMove() {
		t.FirstMove = max(0, FirstMoveTime-max(0, now.Sub(g.turnSince)))
	}
	return t
}
