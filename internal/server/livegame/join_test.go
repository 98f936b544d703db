package livegame

import (
	"strings"
	"testing"
	"time"

	"github.com/wane-chess/wane/game"
)

// seek is Ann's game with one seat empty.
func seek(control string) Header {
	h := clocked(control)
	h.Seats[1] = Player{}
	h.Public = true
	return h
}

func TestJoinStartsGame(t *testing.T) {
	b := start(t, seek("5+3"))
	if st := b.s.Status(); st != Waiting {
		t.Fatalf("status %s before a player joins", st)
	}
	b.refused(NotStarted, "a seat is empty", ann, DoMove, move("e2e4"))
	b.refused(NotStarted, "", ann, DoResign)
	b.refused(NotYourSeat, "", "", DoJoin)
	b.refused(NotAllowed, "Send the link", ann, DoJoin)
	b.refused(NotAllowed, "other color is free", ben, DoJoin, white)
	b.refused(NotAllowed, `"white" or "black"`, ben, DoJoin, color("blue"))
	b.refused(NotAllowed, "40 characters", ben, DoJoin, name(strings.Repeat("x", 41)))
	b.wait(time.Hour)
	e := b.do(ben, DoJoin, name("  Ben "))
	if e.Color != game.Black || e.Player != (Player{Guest: ben, Person: Person{Name: "Ben"}}) || e.Kind != Join {
		t.Errorf("Ben joined by %+v", e)
	}
	m := b.s.Summary()
	if m.Status != Live || m.Seats[1].Name != "Ben" || m.Header.Seats[1].Name != "" {
		t.Errorf("after that: %+v", m)
	}
	if want := b.now.Add(FirstMoveTime + MaxLag); m.Deadline != want {
		t.Errorf("the first move is due at %v, want %v", m.Deadline, want)
	}
	b.refused(NotAllowed, "already", ben, DoJoin)
	b.refused(NotAllowed, "you can watch", eve, DoJoin)
	b.moves("e2e4 e7e5")
}

func TestJoinBothSeats(t *testing.T) {
	h := header()
	h.Seats = [2]Player{}
	b := start(t, h)
	b.do(ben, DoJoin, black)
	b.refused(NotAllowed, "Send the link", ben, DoJoin, white)
	if e := b.do(eve, DoJoin); e.Color != game.White {
		t.Errorf("Eve has %v", e.Color)
	}
	b = start(t, h)
	if e := b.do(ben, DoJoin); e.Color != game.White {
		t.Errorf("a player without a wish gets %v", e.Color)
	}
}

func TestColorsOf(t *testing.T) {
	h := header()
	b := start(t, h)
	for who, want := range map[string]ColorSet{ann: {true, false}, ben: {false, true}, eve: {}, "": {}} {
		if got := b.s.ColorsOf(who); got != want {
			t.Errorf("%q plays %v, want %v", who, got, want)
		}
	}
	h.Seats[1] = h.Seats[0]
	if got := start(t, h).s.ColorsOf(ann); got != (ColorSet{true, true}) {
		t.Errorf("a guest with both seats plays %v", got)
	}
	h.Seats[1] = Player{Level: 3}
	if got := start(t, h).s.ColorsOf(""); !got.None() {
		t.Errorf("the empty guest plays %v", got)
	}
}

func TestWithdraw(t *testing.T) {
	b := start(t, seek("none"))
	b.refused(NotYourSeat, "Only the guest who created", ben, DoAbort)
	b.refused(NotYourSeat, "Only the guest who created", "", DoAbort)
	if e := b.do(ann, DoAbort); e.Color != game.White {
		t.Errorf("%v withdraws", e.Color)
	}
	b.refused(GameOver, "aborted", ben, DoJoin)
	b.refused(NotAllowed, "no opponent", ann, DoRematch)
	b.refused(GameOver, "aborted", ann, DoAbort)
	h := seek("5+3")
	h.Seats[0], h.Seats[1] = h.Seats[1], h.Seats[0]
	b = start(t, h)
	e := b.do(ann, DoAbort)
	b.ends(e, game.Ongoing, Aborted)
	if e.Color != game.Black {
		t.Errorf("%v withdraws", e.Color)
	}
}
