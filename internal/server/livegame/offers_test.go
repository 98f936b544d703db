package livegame

import (
	"slices"
	"testing"
	"time"

	"github.com/wane-chess/wane/game"
)

func TestDraws(t *testing.T) {
	b := start(t, header())
	b.moves("e2e4")
	b.refused(NotAllowed, "both players have moved", ann, DoOfferDraw)
	b.moves("e7e5")
	b.refused(NotAllowed, "No draw", ann, DoAcceptDraw)
	b.refused(NotAllowed, "No draw", ann, DoDeclineDraw)
	if e := b.do(ann, DoOfferDraw); e.Kind != DrawOffer || e.Color != game.White {
		t.Errorf("offered by %+v", e)
	}
	b.refused(NotAllowed, "already", ann, DoOfferDraw)
	b.refused(NotAllowed, "No draw", ann, DoAcceptDraw) // not the player's own offer
	b.refused(NotYourSeat, "", eve, DoAcceptDraw)
	b.moves("g1f3") // the offer stands
	b.refused(NotAllowed, "already", ann, DoOfferDraw)
	b.do(ben, DoDeclineDraw)
	b.refused(NotAllowed, "No draw", ben, DoAcceptDraw)
	b.refused(NotAllowed, "just declined", ann, DoOfferDraw)
	b.moves("b8c6")
	b.refused(NotAllowed, "just declined", ann, DoOfferDraw)
	b.moves("f1c4")
	b.do(ann, DoOfferDraw)
	b.moves("g8f6") // declines
	b.refused(NotAllowed, "No draw", ben, DoAcceptDraw)
	b.do(ann, DoOfferDraw)
	b.ends(b.do(ben, DoAcceptDraw), game.Draw, game.Agreement)
	b.refused(GameOver, "agreement", ann, DoOfferDraw)
}

func TestDrawOfferedByBoth(t *testing.T) {
	b := start(t, header())
	b.moves("e2e4 e7e5")
	b.do(ben, DoOfferDraw)
	e := b.do(ann, DoOfferDraw)
	b.ends(e, game.Draw, game.Agreement)
	if e.Color != game.White {
		t.Errorf("%v accepted", e.Color)
	}
}

func TestTakebackBetweenPeople(t *testing.T) {
	b := start(t, casual("none"))
	b.refused(NotAllowed, "not made a move", ann, DoOfferTakeback)
	b.moves("e2e4")
	b.refused(NotAllowed, "not made a move", ben, DoOfferTakeback)
	b.moves("e7e5 g1f3")
	b.refused(NotAllowed, "No takeback", ben, DoAcceptTakeback)
	b.refused(NotAllowed, "No takeback", ben, DoDeclineTakeback)
	if e := b.do(ann, DoOfferTakeback); e.Kind != TakebackOffer || e.Plies != 1 {
		t.Errorf("asked by %+v", e)
	}
	b.refused(NotAllowed, "already", ann, DoOfferTakeback)
	b.refused(NotAllowed, "No takeback", ann, DoAcceptTakeback)
	b.do(ben, DoDeclineTakeback)
	b.refused(NotAllowed, "just declined", ann, DoOfferTakeback)
	if e := b.do(ben, DoOfferTakeback); e.Plies != 2 {
		t.Errorf("Black asks by %+v", e)
	}
	b.do(ann, DoAcceptTakeback)
	if got := b.s.Moves(); !slices.Equal(got, []string{"e2e4"}) {
		t.Errorf("after the takeback: %v", got)
	}
	m := b.s.Summary()
	if m.Ply != 1 || m.LastMove != "e2e4" || m.Turn != game.Black || m.Seq != len(b.s.Events()) ||
		m.Position != "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1" {
		t.Errorf("summary %+v", m)
	}
	b.moves("c7c5 g1f3")
	b.do(ann, DoOfferTakeback)
	b.moves("d7d6") // declines
	b.refused(NotAllowed, "No takeback", ben, DoAcceptTakeback)
	b.do(ann, DoOfferTakeback)
	e := b.do(ben, DoOfferTakeback) // accepts
	if e.Kind != Takeback || e.Color != game.White || e.Plies != 2 || len(b.s.Moves()) != 2 {
		t.Errorf("both ask: %+v, then %v", e, b.s.Moves())
	}
	b.moves("g1f3")
	b.do(ann, DoOfferTakeback)
	b.do(ben, DoResign)
	b.refused(GameOver, "", ben, DoAcceptTakeback)
	b.refused(GameOver, "", ann, DoOfferTakeback)
}

func TestNoTakebackUnlessCasual(t *testing.T) {
	b := start(t, header())
	b.moves("e2e4")
	b.refused(NotAllowed, "that allow them", ann, DoOfferTakeback)
	b.refused(NotAllowed, "", ben, DoAcceptTakeback)
}

// A takeback drops the offer of a draw, which was about another position.
func TestTakebackForgetsDraws(t *testing.T) {
	b := start(t, casual("none"))
	b.moves("e2e4 e7e5 g1f3")
	b.do(ann, DoOfferDraw)
	b.do(ann, DoOfferTakeback)
	b.do(ben, DoAcceptTakeback)
	b.refused(NotAllowed, "No draw", ben, DoAcceptDraw)
}

func TestTakebackClocks(t *testing.T) {
	b := start(t, casual("1+10"))
	b.moves("e2e4 e7e5")
	b.wait(2 * time.Second)
	b.moves("g1f3") // White 1:08
	b.wait(30 * time.Second)
	b.moves("b8c6") // Black 0:40
	b.wait(3 * time.Second)
	b.clocks(65*time.Second, 40*time.Second)
	b.do(ann, DoOfferTakeback)
	b.wait(time.Second)
	e := b.do(ben, DoAcceptTakeback)
	// White had 1:00 then and has 1:04 now; Black had 1:00 and has 0:40.
	if want := [2]time.Duration{time.Minute, 40 * time.Second}; e.Plies != 2 || e.Clocks != want {
		t.Errorf("taken back by %+v, want 2 plies and %v", e, want)
	}
	b.clocks(time.Minute, 40*time.Second)
	b.wait(5 * time.Second)
	b.clocks(55*time.Second, 40*time.Second)
	b.moves("g1f3")
	b.clocks(65*time.Second, 40*time.Second)
	b.do(ann, DoOfferTakeback)
	b.do(ben, DoAcceptTakeback)
	b.clocks(time.Minute, 40*time.Second)

	b.do(ben, DoOfferTakeback)
	b.wait(time.Second)
	b.do(ann, DoAcceptTakeback) // before 1...e5: the clock stands again
	b.wait(20 * time.Second)
	b.clocks(59*time.Second, 40*time.Second)
	if ts := b.s.Clocks(b.now); ts.Active || ts.FirstMove != FirstMoveTime-20*time.Second {
		t.Errorf("times %+v", ts)
	}
}

func TestTakebackAfterFlag(t *testing.T) {
	b := start(t, casual("1+0"))
	b.moves("e2e4 e7e5 g1f3")
	b.do(ann, DoOfferTakeback)
	b.wait(time.Minute + MaxLag/2)
	b.ends(b.do(ben, DoAcceptTakeback), game.WhiteWins, game.TimeOut)
}

func TestTakebackInCorrespondence(t *testing.T) {
	b := start(t, casual("2d"))
	b.moves("e2e4")
	b.wait(day)
	b.do(ann, DoOfferTakeback)
	e := b.do(ben, DoAcceptTakeback)
	if e.Clocks != [2]time.Duration{} {
		t.Errorf("clocks %v", e.Clocks)
	}
	b.clocks(2*day, 2*day)
}

// A move withdraws the player's own takeback offer, which was about other plies.
func TestOwnMoveEndsTakebackOffer(t *testing.T) {
	b := start(t, casual("none"))
	b.moves("e2e4 e7e5")
	b.do(ann, DoOfferTakeback)
	b.moves("g1f3")
	b.refused(NotAllowed, "No takeback", ben, DoAcceptTakeback)
	if e := b.do(ann, DoOfferTakeback); e.Plies != 1 {
		t.Errorf("asked by %+v", e)
	}
}
