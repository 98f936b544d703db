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
	// FirstMove is how much time a person has for the first move in a game with a
	// clock. The clock does not run then.
	FirstMove = 60 * time.Second
	// ClaimAfter is how long the opponent must be away before a game with a clock
	// can be claimed, and ClaimUnlimited the same in a game without any limit.
	ClaimAfter     = 30 * time.Second
	ClaimUnlimited = 5 * time.Minute
	// OfferedNow is how long a game stays offered to anyone if it is to be played at
	// once, and OfferedLong if it is by correspondence.
	OfferedNow  = time.Hour
	OfferedLong = 14 * 24 * time.Hour
)

// freePlies is how many plies cost no time in a game with a clock: one of each
// side.
const freePlies = 2

// whole rounds a time down to milliseconds, in UTC.
func whole(t time.Time) time.Time { return t.Truncate(time.Millisecond).UTC() }

// now returns a time as it counts for the next event, which must not be earlier
// than the last: nodes' clocks may differ a little.
func (s *State) now(t time.Time) time.Time {
	if t = whole(t); t.Before(s.last) {
		return s.last
	}
	return t
}

// elapsed is how long the time of the side to move has been running by then.
func (s *State) elapsed(now time.Time) time.Duration {
	c := s.header.Control
	switch {
	case !s.begun, !c.RealTime() && !c.Correspondence(), c.RealTime() && len(s.moves) < freePlies:
		return 0
	case s.ended:
		now = s.endAt
	}
	return max(0, now.Sub(s.turnAt))
}

// had is what a side had when the turn last changed.
func (s *State) had(color game.Color) time.Duration {
	if n := len(s.clocks); n > 0 {
		return s.clocks[n-1][color]
	}
	return s.header.Control.PerMove
}

// left is what a side has by then; it may be below zero.
func (s *State) left(color game.Color, now time.Time) time.Duration {
	if color != s.pos.Turn() {
		return s.had(color)
	}
	return s.had(color) - s.elapsed(now)
}

// timed tells whether the side to move loses when its time is over.
func (s *State) timed() bool {
	c := s.header.Control
	return c.Correspondence() || c.RealTime() && len(s.moves) >= freePlies
}

// hurried tells whether the side to move must make its first move soon.
func (s *State) hurried() bool {
	return s.header.Control.RealTime() && len(s.moves) < freePlies && !s.seats[s.pos.Turn()].Engine()
}

// due returns when the game ends if nobody does anything.
func (s *State) due() (time.Time, bool) {
	switch {
	case s.Status() == Waiting && s.header.Public:
		return s.header.Created.Add(s.header.Control.offered()), true
	case s.Status() != Live:
	case s.timed():
		return s.turnAt.Add(s.had(s.pos.Turn()) + MaxLag), true
	case s.hurried():
		return s.turnAt.Add(FirstMove + MaxLag), true
	}
	return time.Time{}, false
}

// Expire returns the event that is due by then without anybody's doing: a flag
// that has fallen, a game in which nobody made a first move, or that was offered to
// anyone for long in vain. For moves it comes MaxLag after the time is over, so that
// one that is underway is not too late.
func (s *State) Expire(now time.Time) (Event, bool) {
	now = s.now(now)
	due, ok := s.due()
	if !ok || now.Before(due) {
		return Event{}, false
	}
	var e Event
	switch {
	case s.Status() == Waiting:
		e = Event{Kind: End, Reason: Unanswered}
	case s.hurried():
		e = Event{Kind: End, Color: s.pos.Turn(), Reason: NoFirstMove}
	default:
		e = s.fallen()
	}
	return s.stamp(e, now), true
}

// fallen is the end because the flag of the side to move has fallen.
func (s *State) fallen() Event {
	loser := s.pos.Turn()
	o := s.pos.TimeoutOutcome(loser)
	return Event{Kind: End, Color: loser, Result: o.Result, Reason: o.Reason}
}

// stamp gives an event its number and time.
func (s *State) stamp(e Event, now time.Time) Event {
	e.Seq, e.At = len(s.events)+1, now
	return e
}

// Times is a snapshot of the clocks.
type Times struct {
	// Left is what each side has, by game.Color, in a game with a clock or with a
	// time for each move; never below zero.
	Left [2]time.Duration
	// Running says whose clock runs; it counts only if Runs.
	Running game.Color
	Runs    bool
	// First is how much time there still is for a first move before the game is
	// aborted; zero if that does not apply.
	First time.Duration
	At    time.Time
}

// Times returns the clocks at that time.
func (s *State) Times(now time.Time) Times {
	turn, live := s.pos.Turn(), s.Status() == Live
	t := Times{Running: turn, Runs: live && s.timed(), At: now}
	for color := range t.Left {
		t.Left[color] = max(0, s.left(game.Color(color), now))
	}
	if live && s.hurried() {
		t.First = max(0, FirstMove-max(0, now.Sub(s.turnAt)))
	}
	return t
}
