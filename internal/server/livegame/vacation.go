package livegame

import (
	"fmt"
	"time"

	"github.com/wane-chess/wane/game"
)

// MaxVacation is how long an event lets a clock stand still at most.
const MaxVacation = 60 * day

// vacations are the times in which a player's clock stands still, in order and apart.
type vacations struct {
	times  []span
	number int // Away.Number of the last change
}

type span struct{ from, until time.Time }

// until returns the end of the last one; zero: there was none.
func (v vacations) until() time.Time {
	if n := len(v.times); n > 0 {
		return v.times[n-1].until
	}
	return time.Time{}
}

// within returns how much of a time was vacation.
func (v vacations) within(from, to time.Time) (sum time.Duration) {
	for _, s := range v.times {
		sum += max(0, Earlier(s.until, to).Sub(Later(s.from, from)))
	}
	return sum
}

// after returns when a clock that began to run has run for d.
func (v vacations) after(from time.Time, d time.Duration) time.Time {
	end := from.Add(d)
	for _, s := range v.times {
		if start := Later(s.from, from); !end.Before(start) {
			end = end.Add(max(0, s.until.Sub(start)))
		}
	}
	return end
}

// change returns the vacations after the player leaves at a time until another one, or is back at
// once.
func (v vacations) change(at, until time.Time, number int) vacations {
	times := append([]span(nil), v.times...) // rolling back needs the old ones
	if n := len(times); n > 0 {
		times[n-1].until = Earlier(times[n-1].until, at)
	}
	if at.Before(until) {
		times = append(times, span{at, until})
	}
	return vacations{times, number}
}

// Earlier returns the earlier of two times.
func Earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}

// Later returns the later of two times.
func Later(a, b time.Time) time.Time {
	if a.Before(b) {
		return b
	}
	return a
}

// doVacation lets the player's clock stand still, or run again.
func (g *Game) doVacation(c Command, m Arrival, color game.Color) (Event, error) {
	if c.Vacation.Number == 0 { // a client cannot say it
		return Event{}, errorf(UnknownCommand, "Unknown command %s.", quote(string(c.Kind)))
	}
	at := g.eventTime(m.At)
	e := Event{Kind: Vacation, Color: color, Plies: c.Vacation.Number}
	e.Clocks[color] = min(MaxVacation, max(0, ToMillis(c.Vacation.Until).Sub(at)))
	return e, g.mayLeave(color, c.Vacation.Number)
}

// mayLeave returns an error if no vacation of that number can begin or end.
func (g *Game) mayLeave(color game.Color, number int) error {
	switch {
	case !g.header.TimeControl.Correspondence() || g.solo() || g.seats[color].Engine():
		return errorf(NotAllowed, "Only games by correspondence with an opponent know vacations.")
	case number <= g.vacations[color].number:
		return errorf(Stale, "The player has gone on vacation or come back since.")
	}
	return nil
}

func (g *Game) applyVacation(e Event) error {
	if err := g.mayLeave(e.Color, e.Plies); err != nil {
		return err
	}
	d := e.Clocks[e.Color]
	if d < 0 || d > MaxVacation || e.Clocks[e.Color.Other()] != 0 || d%time.Millisecond != 0 {
		return fmt.Errorf("its clocks are %v, expected at most %v for %v alone", e.Clocks, MaxVacation, e.Color)
	}
	g.vacations[e.Color] = g.vacations[e.Color].change(e.At, e.At.Add(d), e.Plies)
	return nil
}
