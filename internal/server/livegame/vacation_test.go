package livegame

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/wane-chess/wane/game"
)

func away(number int, until time.Time) func(*Command) {
	return func(c *Command) { c.Vacation = Away{Number: number, Until: until} }
}

// The clock of a player on vacation stands still, whether it begins on the own turn or not.
func TestVacation(t *testing.T) {
	b := start(t, clocked("2d"))
	b.wait(day)
	b.do(ann, DoVacation, away(1, b.now.Add(10*day)))
	b.do(ben, DoVacation, away(1, b.now.Add(20*day)))
	back := b.now.Add(10 * day)
	if got := b.s.Summary().Deadline; !got.Equal(back.Add(day + MaxLag)) {
		t.Errorf("the deadline is %v, want a day after %v", got, back)
	}
	b.wait(9 * day)
	b.clocks(day, 2*day)
	if ts := b.s.Clocks(b.now); ts.Active || !ts.Vacation[game.White].Equal(back) || ts.Vacation[game.Black].IsZero() {
		t.Errorf("on vacation: %+v", ts)
	}
	b.wait(day + day/2)
	b.clocks(day/2, 2*day)
	if ts := b.s.Clocks(b.now); !ts.Active || !ts.Vacation[game.White].IsZero() {
		t.Errorf("after the vacation: %+v", ts)
	}
	b.moves("e2e4") // Ben is away for another 9½ days
	b.wait(10 * day)
	b.clocks(2*day, day+day/2)
	b.wait(day + day/2 + MaxLag)
	b.ends(b.timeout(), game.WhiteWins, game.TimeOut)
}

// A player comes back early, and leaves again. Late events change nothing.
func TestVacationEnds(t *testing.T) {
	b := start(t, clocked("2d"))
	b.do(ann, DoVacation, away(1, b.now.Add(10*day)))
	b.wait(3 * day)
	b.do(ann, DoVacation, away(2, b.now))
	b.wait(day)
	b.clocks(day, 2*day)
	b.refused(Stale, "since", ann, DoVacation, away(1, b.now.Add(10*day)))
	b.refused(Stale, "since", ann, DoVacation, away(2, b.now.Add(10*day)))
	b.do(ann, DoVacation, away(3, b.now.Add(100*day))) // more than possible
	b.wait(MaxVacation + day/2)
	b.clocks(day/2, 2*day)
	b.moves("e2e4")
	if got := b.s.Summary().Deadline; !got.Equal(b.now.Add(2*day + MaxLag)) {
		t.Errorf("the deadline is %v after a move at %v", got, b.now)
	}
}

func TestNoVacation(t *testing.T) {
	for _, control := range []string{"none", "5+3"} {
		b := start(t, clocked(control))
		b.refused(NotAllowed, "correspondence", ann, DoVacation, away(1, b.now.Add(day)))
	}
	h := clocked("1d")
	h.Seats[1] = h.Seats[0]
	start(t, h).refused(NotAllowed, "opponent", ann, DoVacation, away(1, noon.Add(day)))
	b := start(t, clocked("1d"))
	b.refused(UnknownCommand, "vacation", ann, DoVacation) // as a client would send it
	b.refused(NotYourSeat, "no seat", eve, DoVacation, away(1, b.now.Add(day)))
	b.wait(day + MaxLag)
	b.ends(b.do(ann, DoVacation, away(1, b.now.Add(day))), game.BlackWins, game.TimeOut)
	for _, e := range []Event{
		{Kind: Vacation, Plies: 1, Clocks: [2]time.Duration{-1, 0}},
		{Kind: Vacation, Plies: 1, Clocks: [2]time.Duration{day, day}},
		{Kind: Vacation, Plies: 1, Clocks: [2]time.Duration{MaxVacation + 1, 0}},
		{Kind: Vacation, Clocks: [2]time.Duration{day, 0}},
	} {
		b := start(t, clocked("1d"))
		e.Seq, e.At = 1, b.now
		if b.s.Apply(e) == nil {
			t.Errorf("%+v is accepted", e)
		}
	}
}

// The end of a time and what of it was vacation fit, and a slow count agrees.
func TestVacationTimes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		minutes := rapid.IntRange(0, 50)
		at := func(n int) time.Time { return noon.Add(time.Duration(n) * time.Minute) }
		var v vacations
		last := 0
		for n := range rapid.IntRange(0, 5).Draw(t, "changes") {
			last += minutes.Draw(t, "at")
			v = v.change(at(last), at(last+minutes.Draw(t, "for")), n+1)
		}
		from := minutes.Draw(t, "from")
		to := from + minutes.Draw(t, "span")
		slow := time.Duration(0)
		for m := from; m < to; m++ {
			for _, s := range v.times {
				if !at(m).Before(s.from) && at(m).Before(s.until) {
					slow += time.Minute
				}
			}
		}
		if got := v.within(at(from), at(to)); got != slow {
			t.Fatalf("%v of the time is vacation, want %v: %+v", got, slow, v)
		}
		d := time.Duration(minutes.Draw(t, "clock")) * time.Minute
		end := v.after(at(from), d)
		if ran := end.Sub(at(from)) - v.within(at(from), end); ran != d {
			t.Fatalf("until the end the clock runs %v, want %v: %+v", ran, d, v)
		}
	})
}
