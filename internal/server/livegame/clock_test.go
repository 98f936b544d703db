package livegame

import (
	"slices"
	"testing"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/rules"
)

func TestClocks(t *testing.T) {
	b := start(t, clocked("5+3"))
	b.clocks(5*time.Minute, 5*time.Minute)
	b.wait(20 * time.Second)
	b.clocks(5*time.Minute, 5*time.Minute) // the first moves are free
	b.moves("e2e4")
	b.wait(20 * time.Second)
	b.moves("e7e5")
	b.clocks(5*time.Minute, 5*time.Minute)
	if ts := b.s.Clocks(b.now); !ts.Active || ts.Running != game.White || ts.FirstMove != 0 {
		t.Errorf("after both first moves: %+v", ts)
	}
	b.wait(10 * time.Second)
	b.clocks(4*time.Minute+50*time.Second, 5*time.Minute)
	e := b.moves("g1f3")
	if want := [2]time.Duration{4*time.Minute + 53*time.Second, 5 * time.Minute}; e.Clocks != want {
		t.Errorf("the event has clocks %v, want %v", e.Clocks, want)
	}
	b.wait(time.Second)
	b.clocks(4*time.Minute+53*time.Second, 4*time.Minute+59*time.Second)
	b.moves("b8c6")
	b.clocks(4*time.Minute+53*time.Second, 5*time.Minute+2*time.Second)
	b.wait(time.Minute)
	b.do(ben, DoResign)
	b.clocks(3*time.Minute+53*time.Second, 5*time.Minute+2*time.Second)
	b.wait(time.Hour) // the clocks have stopped
	b.clocks(3*time.Minute+53*time.Second, 5*time.Minute+2*time.Second)
	b.do(ben, DoRematch)
	b.clocks(3*time.Minute+53*time.Second, 5*time.Minute+2*time.Second)
	if ts := b.s.Clocks(b.now); ts.Active {
		t.Errorf("after the end: %+v", ts)
	}
}

func TestNoClock(t *testing.T) {
	b := start(t, header())
	b.moves("e2e4 e7e5")
	b.wait(IdleTime - time.Millisecond)
	if ts := b.s.Clocks(b.now); ts != (Clocks{At: b.now}) {
		t.Errorf("times %+v without a clock", ts)
	}
	if _, due := b.s.Expire(b.now); due {
		t.Error("something is due without a clock")
	}
	if e := b.moves("g1f3"); e.Clocks != [2]time.Duration{} {
		t.Errorf("clocks %v without a clock", e.Clocks)
	}
	// Left alone, it ends.
	b.wait(IdleTime)
	if due := b.s.Summary().Deadline; !due.Equal(b.now) {
		t.Errorf("the deadline is %v, want %v", due, b.now)
	}
	b.ends(b.timeout(), game.Ongoing, Abandoned)
}

func TestIncrementOnly(t *testing.T) {
	b := start(t, clocked("0+10"))
	b.clocks(10*time.Second, 10*time.Second)
	b.moves("e2e4 e7e5")
	b.wait(4 * time.Second)
	b.moves("g1f3")
	b.clocks(16*time.Second, 10*time.Second)
}

// The lag that is not charged is the measured one, at most MaxLag and at most the
// elapsed time.
func TestLag(t *testing.T) {
	tests := []struct{ elapsed, lag, left time.Duration }{
		{10 * time.Second, 0, 50 * time.Second},
		{10 * time.Second, 200 * time.Millisecond, 50*time.Second + 200*time.Millisecond},
		{10 * time.Second, 200*time.Millisecond + 999*time.Microsecond, 50*time.Second + 200*time.Millisecond},
		{10 * time.Second, 500 * time.Millisecond, 50*time.Second + 500*time.Millisecond},
		{10 * time.Second, time.Hour, 50*time.Second + 500*time.Millisecond},
		{10 * time.Second, -time.Hour, 50 * time.Second},
		{100 * time.Millisecond, 400 * time.Millisecond, time.Minute},
		{0, 0, time.Minute},
		{60*time.Second + 100*time.Millisecond, 400 * time.Millisecond, 300 * time.Millisecond},
	}
	for _, test := range tests {
		b := start(t, clocked("1+2"))
		b.moves("e2e4 e7e5")
		b.lag = test.lag
		b.wait(test.elapsed)
		if got := b.moves("g1f3").Clocks[game.White] - 2*time.Second; got != test.left {
			t.Errorf("%v with a lag of %v leave %v, want %v", test.elapsed, test.lag, got, test.left)
		}
	}
}

func TestFlag(t *testing.T) {
	b := start(t, clocked("1+0"))
	b.moves("e2e4 e7e5")
	due := b.now.Add(time.Minute + MaxLag)
	if got := b.s.Summary().Deadline; got != due {
		t.Errorf("due at %v, want %v", got, due)
	}
	b.now = due.Add(-time.Millisecond)
	if e, is := b.s.Expire(b.now); is {
		t.Errorf("%+v before it is due", e)
	}
	b.clocks(0, time.Minute)
	b.now = due
	e := b.timeout()
	b.ends(e, game.BlackWins, game.TimeOut)
	if e.Color != game.White || e.At != due || e.Command != "" {
		t.Errorf("the timeout is %+v", e)
	}
	b.clocks(0, time.Minute)
	if e, is := b.s.Expire(b.now.Add(time.Hour)); is {
		t.Errorf("%+v after the end", e)
	}
}

// A move after the deadline ends the game; other commands work until the timeout is
// declared.
func TestMoveAfterFlag(t *testing.T) {
	b := start(t, clocked("1+5"))
	b.moves("e2e4 e7e5")
	b.wait(time.Minute + 200*time.Millisecond)
	b.lag = 201 * time.Millisecond
	b.moves("g1f3") // sent in time
	b.clocks(5*time.Second+time.Millisecond, time.Minute)
	b.wait(time.Minute + 200*time.Millisecond)
	b.lag = 200 * time.Millisecond
	b.do(ann, DoOfferDraw)
	e := b.do(ben, DoMove, move("b8c6"), id("too-late"))
	b.ends(e, game.WhiteWins, game.TimeOut)
	if got, done := b.s.EventByCommand("too-late"); !done || got != e || e.Kind != End || e.Color != game.Black {
		t.Errorf("the late move causes %+v", got)
	}
}

// Any other command after the deadline ends the game, too.
func TestCommandAfterDeadline(t *testing.T) {
	for _, o := range []CommandKind{DoResign, DoOfferDraw, DoClaimWin, DoAbort, DoMove} {
		b := start(t, clocked("1+0"))
		b.moves("e2e4 e7e5")
		b.wait(time.Hour)
		b.refused(NotYourSeat, "", eve, o)
		b.ends(b.do(ann, o), game.BlackWins, game.TimeOut)
	}
}

// A guest who plays both colors has no deadline for a move: the guest plays on or claims
// the game, which ends when it is forgotten.
func TestOneGuestOverTime(t *testing.T) {
	solo := func(control string) *bout {
		h := casual(control)
		h.Seats[1] = h.Seats[0]
		return start(t, h)
	}
	never := func(b *bout) {
		t.Helper()
		if e, due := b.s.Expire(b.now); due || b.s.Clocks(b.now).FirstMove != 0 {
			t.Errorf("%+v is due", e)
		}
	}
	b := solo("1+5")
	b.wait(time.Hour)
	never(b)
	b.moves("e2e4 e7e5")
	b.wait(30 * time.Second)
	b.refused(NotAllowed, "no opponent", ann, DoClaimWin)
	b.wait(time.Hour)
	never(b)
	b.clocks(0, time.Minute)
	b.moves("g1f3")
	b.clocks(5*time.Second, time.Minute)
	b.wait(time.Hour)
	b.do(ann, DoOfferTakeback)
	b.clocks(5*time.Second, 0)
	b.wait(time.Hour)
	b.ends(b.do(ann, DoClaimWin), game.BlackWins, game.TimeOut)
	if _, err := Replay(b.s.Header(), b.s.Events(), rules.ByName); err != nil {
		t.Error(err)
	}

	b = solo("3d")
	b.moves("e2e4")
	b.wait(29 * 24 * time.Hour)
	never(b)
	b.moves("e7e5")
	b.wait(IdleTime - time.Millisecond)
	never(b)
	if err := b.s.Apply(Event{Kind: End, Seq: 3, At: b.now, Reason: Abandoned}); err == nil {
		t.Error("a game is abandoned too early")
	}
	b.wait(time.Millisecond)
	e, due := b.s.Expire(b.now)
	if !due || !b.s.Summary().Deadline.Equal(b.now) {
		t.Errorf("%+v is due after %v, the deadline is %v", e, IdleTime, b.s.Summary().Deadline)
	}
	b.apply(e)
	b.ends(e, game.Ongoing, Abandoned)

	// Stored games may have ended without a first move.
	b = solo("1+0")
	b.wait(FirstMoveTime + MaxLag)
	b.apply(Event{Kind: End, Seq: 1, At: b.now, Reason: NoFirstMove})
}

func TestFlagAgainstLoneKing(t *testing.T) {
	h := clocked("1+0")
	h.FEN = "8/8/8/4k3/8/8/3QK3/8 w - - 0 1"
	b := start(t, h)
	b.moves("d2d3 e5e6")
	b.wait(time.Hour)
	b.ends(b.timeout(), game.Draw, game.TimeOutDraw)
}

func TestFirstMove(t *testing.T) {
	b := start(t, clocked("1+0"))
	b.wait(20 * time.Second)
	if ts := b.s.Clocks(b.now); ts.FirstMove != 40*time.Second || ts.Active {
		t.Errorf("after 20 s: %+v", ts)
	}
	b.moves("e2e4")
	b.wait(FirstMoveTime + MaxLag - time.Millisecond)
	if _, due := b.s.Expire(b.now); due {
		t.Error("the game is aborted too early")
	}
	if ts := b.s.Clocks(b.now); ts.FirstMove != 0 {
		t.Errorf("at the end of the time: %+v", ts)
	}
	b.wait(time.Millisecond)
	e := b.timeout()
	b.ends(e, game.Ongoing, NoFirstMove)
	if e.Color != game.Black {
		t.Errorf("%v did not move", e.Color)
	}
}

func TestCorrespondence(t *testing.T) {
	b := start(t, clocked("3d"))
	b.clocks(3*day, 3*day)
	b.wait(2 * day)
	b.clocks(1*day, 3*day)
	if ts := b.s.Clocks(b.now); !ts.Active || ts.Running != game.White || ts.FirstMove != 0 {
		t.Errorf("in correspondence: %+v", ts)
	}
	if e := b.moves("e2e4"); e.Clocks != [2]time.Duration{} {
		t.Errorf("clocks %v in correspondence", e.Clocks)
	}
	b.clocks(3*day, 3*day)
	if got, want := b.s.Summary().Deadline, b.now.Add(3*day+MaxLag); got != want {
		t.Errorf("due at %v, want %v", got, want)
	}
	b.wait(3 * day)
	b.ends(b.do(ben, DoMove, move("e7e5")), game.WhiteWins, game.TimeOut)
	b.clocks(3*day, 0)
	b = start(t, clocked("1d"))
	b.wait(day + MaxLag)
	b.ends(b.timeout(), game.BlackWins, game.TimeOut)
}

// The clocks of nodes may differ, but time never runs backwards in a game.
func TestTimeNeverRunsBack(t *testing.T) {
	b := start(t, clocked("1+0"))
	b.moves("e2e4 e7e5")
	before := b.now
	b.now = b.now.Add(-time.Hour)
	if e := b.moves("g1f3"); e.At != before {
		t.Errorf("a move at %v follows one at %v", e.At, before)
	}
	b.clocks(time.Minute, time.Minute)
	if _, due := b.s.Expire(time.Time{}); due {
		t.Error("something is due long before")
	}
}

// The clocks of moves that were taken back are left out.
func TestMoveClocks(t *testing.T) {
	at := func(white, black int) [2]time.Duration {
		return [2]time.Duration{time.Duration(white) * time.Second, time.Duration(black) * time.Second}
	}
	events := []Event{
		{Kind: Join, Color: game.Black},
		{Kind: Move, Color: game.White, Clocks: at(60, 60)},
		{Kind: Move, Color: game.Black, Clocks: at(60, 58)},
		{Kind: Move, Color: game.White, Clocks: at(55, 58)},
		{Kind: Takeback, Plies: 2, Clocks: at(55, 50)},
		{Kind: Move, Color: game.Black, Clocks: at(55, 40)},
	}
	want := []time.Duration{60 * time.Second, 40 * time.Second}
	if got := MoveClocks(events); !slices.Equal(got, want) {
		t.Errorf("the clocks are %v, want %v", got, want)
	}
}
