package livegame

import (
	"regexp"
	"testing"
	"time"

	"github.com/wane-chess/wane/game"
)

func TestRematch(t *testing.T) {
	b := start(t, clocked("5+3"))
	b.refused(NotAllowed, "still in progress", ann, DoRematch)
	b.refused(NotAllowed, "still in progress", ann, DoDeclineRematch)
	b.do(ann, DoResign)
	b.wait(time.Minute)
	b.refused(NotAllowed, "No rematch", ben, DoDeclineRematch)
	b.refused(NotYourSeat, "", eve, DoRematch)
	if e := b.do(ann, DoRematch); e.Kind != RematchOffer || e.Color != game.White || e.Ends() {
		t.Errorf("offered by %+v", e)
	}
	b.refused(NotAllowed, "already", ann, DoRematch)
	b.refused(NotAllowed, "No rematch", ann, DoDeclineRematch)
	b.do(ben, DoDeclineRematch)
	b.refused(NotAllowed, "declined", ann, DoRematch)
	b.do(ben, DoRematch) // changes his mind
	e := b.do(ann, DoRematch)
	if e.Kind != Rematch || e.Color != game.White || e.Next != b.s.RematchHeader(Event{}).ID || b.s.RematchID() != e.Next {
		t.Errorf("accepted by %+v, the header has %s", e, b.s.RematchHeader(Event{}).ID)
	}
	for _, who := range []string{ann, ben} {
		b.refused(NotAllowed, "already started", who, DoRematch)
		b.refused(NotAllowed, "already started", who, DoDeclineRematch)
	}
	m := b.s.Summary()
	if m.Status != Finished || m.Result != game.BlackWins || m.Reason != game.Resignation || m.Updated != b.now {
		t.Errorf("the summary has become %+v", m)
	}
}

func TestRematchHeader(t *testing.T) {
	h := seek("5+3")
	h.FEN = "4k3/8/8/8/8/8/PPPP4/4K3 w - - 0 1"
	h.Casual = true
	b := start(t, h)
	b.do(ben, DoJoin, name("Ben"))
	b.do(ann, DoAbort)
	got := b.s.RematchHeader(Event{})
	want := h
	want.ID, want.RematchOf, want.Created = got.ID, h.ID, time.Time{}
	want.Seats = [2]Player{{Guest: ben, Person: Person{Name: "Ben"}}, {Guest: ann, Person: Person{Name: "Ann"}}}
	if got != want {
		t.Errorf("the rematch is %+v, want %+v", got, want)
	}
	if !regexp.MustCompile(`^[a-zA-Z0-9]{12}$`).MatchString(string(got.ID)) || got.ID == h.ID {
		t.Errorf("it has the ID %q", got.ID)
	}
	if again := b.s.RematchHeader(Event{}); again.ID != got.ID {
		t.Errorf("then %q", again.ID)
	}
	got.Created = b.now
	if next := start(t, got).s.RematchHeader(Event{}); next.ID == h.ID || next.ID == got.ID {
		t.Errorf("its rematch has the ID %q", next.ID)
	}
}

func TestRematchOfAborted(t *testing.T) {
	b := start(t, header())
	b.do(ann, DoAbort)
	b.do(ben, DoRematch)
	b.do(ann, DoRematch)
}
