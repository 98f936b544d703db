package livegame

import (
	"strings"
	"testing"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/rules"
)

func TestAbort(t *testing.T) {
	for _, who := range []string{ann, ben} {
		for _, moves := range []string{"", "e2e4"} {
			b := start(t, header())
			b.moves(moves)
			b.refused(NotYourSeat, "", eve, DoAbort)
			b.ends(b.do(who, DoAbort), game.Ongoing, Aborted)
		}
	}
	b := start(t, header())
	b.moves("e2e4 e7e5")
	b.refused(NotAllowed, "You can resign", ann, DoAbort)
	b.refused(NotAllowed, "You can resign", ben, DoAbort)
}

func TestResign(t *testing.T) {
	for _, moves := range []string{"", "e2e4 e7e5"} {
		b := start(t, header())
		b.moves(moves)
		b.ends(b.do(ann, DoResign), game.BlackWins, game.Resignation)
		b = start(t, header())
		b.moves(moves)
		b.ends(b.do(ben, DoResign), game.WhiteWins, game.Resignation)
	}
}

func TestClaims(t *testing.T) {
	for _, control := range []string{"5+0", "none"} {
		limit := ClaimAfter
		if control == "none" {
			limit = ClaimAfterUntimed
		}
		for _, o := range []CommandKind{DoClaimWin, DoClaimDraw} {
			b := start(t, clocked(control))
			b.gone = b.now.Add(-time.Hour)
			b.moves("e2e4")
			b.refused(NotAllowed, "Until then you can abort", ann, o)
			b.moves("e7e5")
			b.refused(NotAllowed, "It is your move", ann, o)
			b.moves("g1f3")
			b.gone = time.Time{}
			b.refused(NotAllowed, "is here", ann, o)
			for short, text := range map[time.Duration]string{1500 * time.Millisecond: "in 2 s", time.Millisecond: "in 1 s"} {
				b.gone = b.now.Add(-limit + short)
				b.refused(NotAllowed, text, ann, o)
			}
			b.refused(NotYourSeat, "", eve, o)
			b.gone = b.now.Add(-limit)
			e := b.do(ann, o)
			if e.Color != game.White {
				t.Errorf("%v claimed", e.Color)
			}
			if o == DoClaimWin {
				b.ends(e, game.WhiteWins, OpponentLeft)
			} else {
				b.ends(e, game.Draw, OpponentLeftDraw)
			}
		}
	}
}

func TestClaimWithLoneKing(t *testing.T) {
	h := header()
	h.FEN = "8/8/8/4k3/8/8/3QK3/8 w - - 0 1"
	b := start(t, h)
	b.moves("d2d3 e5e6")
	b.gone = b.now.Add(-time.Hour)
	b.ends(b.do(ben, DoClaimWin), game.Draw, OpponentLeftDraw)
}

func TestNoClaims(t *testing.T) {
	b := start(t, clocked("3d"))
	b.moves("e2e4 e7e5")
	b.gone = b.now.Add(-time.Hour)
	b.refused(NotAllowed, "correspondence", ann, DoClaimWin)
	h := header()
	h.Seats[1] = Player{Level: 1}
	b = start(t, h)
	b.gone = b.now.Add(-time.Hour)
	b.refused(NotAllowed, "no opponent", ann, DoClaimWin)
}

// A public game that no opponent joins ends.
func TestUnanswered(t *testing.T) {
	for control, limit := range map[string]time.Duration{
		"none": OfferTime, "5+0": OfferTime, "3d": CorrespondenceOfferTime,
	} {
		for _, public := range []bool{true, false} {
			h := clocked(control)
			h.Seats[1], h.Public = Player{}, public
			b := start(t, h)
			if due := b.s.Summary().Deadline; due.IsZero() == public || public && !due.Equal(h.Created.Add(limit)) {
				t.Errorf("%s, public %v: the deadline is %v", control, public, due)
			}
			b.now = h.Created.Add(limit - time.Millisecond)
			if e, due := b.s.Expire(b.now); due {
				t.Errorf("%s: too early: %+v", control, e)
			}
			b.now = h.Created.Add(limit)
			e, due := b.s.Expire(b.now)
			if due != public || due && (e.Reason != NotJoined || e.Result != game.Ongoing) {
				t.Errorf("%s, public %v: %+v, %v", control, public, e, due)
			}
			early := Event{Kind: End, Seq: 1, At: b.now.Add(-time.Second), Reason: NotJoined}
			if err := b.s.Apply(early); err == nil {
				t.Errorf("%s, public %v: it ends too early", control, public)
			}
			if due {
				b.apply(e)
				b.refused(GameOver, "aborted", eve, DoJoin)
			}
		}
	}
}

// The number of offers in a game is bounded.
func TestTooManyOffers(t *testing.T) {
	h := casual("none")
	h.Seats[1] = h.Seats[0]
	b := start(t, h)
	for range MaxOtherEvents / 2 {
		b.moves("e2e4")
		b.do(ann, DoOfferTakeback)
	}
	b.moves("e2e4 e7e5")
	b.refused(NotAllowed, "too many offers", ann, DoOfferTakeback)
	b.refused(NotAllowed, "too many offers", ann, DoOfferDraw)
	b.moves("g1f3")
	b.do(ann, DoResign, black)
}

// An operator closes a game in any state but over, whatever its players may do.
func TestClose(t *testing.T) {
	waiting := header()
	waiting.Seats[1] = Player{}
	for name, h := range map[string]Header{"waiting": waiting, "live": clocked("1+0"), "unlimited": header()} {
		for _, r := range []game.Result{game.Ongoing, game.WhiteWins, game.BlackWins, game.Draw} {
			for _, words := range []string{"", " cheating "} {
				reason := Closed
				if words != "" {
					reason += ": cheating"
				}
				b := start(t, h)
				if name != "waiting" {
					b.moves("e2e4 e7e5 g1f3")
				}
				e, err := b.s.Close(b.now.Add(-time.Hour), r, words)
				if err != nil {
					t.Fatal(err)
				}
				b.apply(e)
				b.ends(e, r, reason)
				if _, err := Replay(b.s.Header(), b.s.Events(), rules.ByName); err != nil {
					t.Error(err)
				}
				if _, err := b.s.Close(b.now, r, words); err == nil {
					t.Error("a game is closed twice")
				}
			}
		}
	}
	b := start(t, header())
	for _, words := range []string{"a\nb", strings.Repeat("x", MaxCloseWords+1), "\xff"} {
		if e, err := b.s.Close(b.now, game.Draw, words); err == nil {
			t.Errorf("closed with %q", e.Reason)
		}
	}
	for _, reason := range []game.Reason{Closed + "!", Closed + ": ", Closed + ": \x00", "closed"} {
		if err := b.s.Apply(Event{Kind: End, Seq: 1, At: b.now, Reason: reason}); err == nil {
			t.Errorf("a game ends because %q", reason)
		}
	}
}

// A forgotten guest leaves a game that replays as before.
func TestForget(t *testing.T) {
	is := func(who string) func(string) bool { return func(guest string) bool { return guest == who } }
	ada, bob := Player{Guest: ann, Person: Person{Name: "Ann"}}, Player{Guest: ben, Person: Person{Name: "Ben"}}
	white, black := Player{Guest: "forgotten-white"}, Player{Guest: "forgotten-black"}
	for _, c := range []struct{ seats, want [2]Player }{
		{[2]Player{ada, bob}, [2]Player{white, bob}},
		{[2]Player{bob, ada}, [2]Player{bob, black}},
		{[2]Player{ada, ada}, [2]Player{white, white}},
		{[2]Player{ada, {Level: 3}}, [2]Player{white, {Level: 3}}},
		{[2]Player{{}, ada}, [2]Player{{}, black}},
		{[2]Player{white, ada}, [2]Player{white, black}},
	} {
		if got := Forget(c.seats, is(ann)); got != c.want {
			t.Errorf("without Ann %v is %v, want %v", c.seats, got, c.want)
		}
	}
	if !white.Forgotten() || !black.Forgotten() || ada.Forgotten() || (Player{}).Forgotten() {
		t.Error("the wrong players are forgotten")
	}
}
