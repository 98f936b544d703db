package livegame

import (
	"testing"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/rules"
)

// adoptedBy makes a command give the seats to an account.
func adoptedBy(account string) func(*Command) {
	return func(c *Command) { c.As = Player{Guest: account} }
}

func TestAdopt(t *testing.T) {
	b := start(t, clocked("5+3"))
	b.refused(UnknownCommand, "", ann, DoAdopt) // by a client
	b.refused(NotYourSeat, "", eve, DoAdopt, adoptedBy("account"))
	b.refused(NotAllowed, "another", ann, DoAdopt, adoptedBy(ann))
	b.moves("e4 e5")
	b.do(ben, DoOfferDraw)
	if e := b.do(ben, DoAdopt, adoptedBy("account")); e.Kind != Adopt || e.Color != game.Black ||
		e.Player != (Player{Guest: "account", Person: Person{Name: "Ben"}}) {
		t.Errorf("%+v", e)
	}
	b.refused(NotYourSeat, "", ben, DoResign)
	if !b.s.DrawOffers().Has(game.Black) {
		t.Error("the offer is gone")
	}
	if m := b.s.Summary(); m.Seats[game.Black].Guest != "account" || m.Header.Seats[game.Black].Guest == "account" {
		t.Errorf("%+v", m)
	}
	b.do("account", DoResign)
	b.refused(GameOver, "", ann, DoAdopt, adoptedBy("other"))
}

// A game of a guest with itself, or with its own account, is one of the account with itself.
func TestAdoptBothSeats(t *testing.T) {
	b := start(t, clocked("5+3"))
	b.do(ann, DoAdopt, adoptedBy("account"))
	b.do(ben, DoAdopt, adoptedBy("account"))
	if c := b.s.ColorsOf("account"); !c.Has(game.White) || !c.Has(game.Black) || !b.s.solo() {
		t.Errorf("%v", c)
	}
	b.wait(time.Second)
	b.do("account", DoResign)
}

// A waiting game can be withdrawn by who adopted it.
func TestAdoptWaiting(t *testing.T) {
	b := start(t, seek("5+3"))
	b.do(ann, DoAdopt, adoptedBy("account"))
	b.refused(NotYourSeat, "", eve, DoAbort)
	b.do("account", DoAbort)
}

// What was forgotten of an adopted seat can still be replayed.
func TestAdoptForgotten(t *testing.T) {
	b := start(t, clocked("5+3"))
	b.do(ben, DoAdopt, adoptedBy("account"))
	b.do(ann, DoResign)
	gone := map[string]bool{ben: true, "account": true}
	h, events := b.s.Header(), b.s.Events()
	h.Seats = Forget(h.Seats, func(guest string) bool { return gone[guest] })
	for i := range events {
		if p := events[i].Player; gone[p.Guest] {
			events[i].Player = Player{Guest: forgotten[events[i].Color]}
		}
	}
	g, err := Replay(h, events, rules.ByName)
	if err != nil {
		t.Fatal(err)
	}
	if !g.Seats()[game.Black].Forgotten() {
		t.Errorf("%+v", g.Seats())
	}
}
