package livegame

import (
	"slices"
	"testing"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/rules"
)

func TestParseRules(t *testing.T) {
	for text, want := range map[string]Rules{
		"":                           "",
		",":                          "",
		"noAbort":                    "noAbort",
		"noRematch, noAbort":         "noAbort,noRematch",
		"noAbort,noAbort,noGiveTime": "noAbort,noGiveTime",
		"noEarlyDraw,noClaimWin,noGiveTime,noRematch,noAbort": "noAbort,noRematch,noGiveTime,noClaimWin,noEarlyDraw",
	} {
		if got, err := ParseRules(text); got != want || err != nil {
			t.Errorf("%q: %q, %v; want %q", text, got, err, want)
		}
	}
	for _, text := range []string{"noabort", "noAbort,noUndo", "noAbort noRematch"} {
		got, err := ParseRules(text)
		if err == nil || got != "" {
			t.Errorf("%q is %q", text, got)
		}
	}
	h := header()
	h.Rules = "noUndo"
	if _, err := New(h, rules.ByName); err == nil {
		t.Error("a game has the rule noUndo")
	}
}

// ruled is a game with rules.
func ruled(control string, r Rules) Header {
	h := clocked(control)
	h.Rules = r
	return h
}

func TestNoAbort(t *testing.T) {
	for _, control := range []string{"5+0", "3d", "none"} {
		for _, who := range []string{ann, ben} {
			for _, moves := range []string{"", "e2e4", "e2e4 e7e5"} {
				b := start(t, ruled(control, "noAbort"))
				b.moves(moves)
				b.refused(NotAllowed, "cannot be aborted", who, DoAbort)
				e := Event{Kind: End, Seq: len(b.s.Events()) + 1, At: b.now, Reason: Aborted}
				if b.s.Apply(e) == nil {
					t.Errorf("%s: a store aborts the game after %q", control, moves)
				}
				if len(b.s.Moves()) < freePlies {
					b.refused(NotAllowed, "after both players have moved.", who, DoOfferDraw)
				}
				b.do(who, DoResign)
			}
		}
	}
	seek := ruled("5+0", "noAbort")
	seek.Seats[1] = Player{}
	b := start(t, seek)
	b.ends(b.do(ann, DoAbort), game.Ongoing, Aborted) // it is withdrawn
	b = start(t, ruled("5+0", "noAbort"))
	b.refused(NotAllowed, "after both players have moved.", ann, DoClaimWin)
	if h := b.s.RematchHeader(Event{}); h.Rules != "noAbort" {
		t.Errorf("the rematch has the rules %q", h.Rules)
	}
}

// A player who makes no first move would abort the game, too: it is lost.
func TestNoAbortWithoutFirstMove(t *testing.T) {
	for moves, want := range map[string]game.Result{"": game.BlackWins, "e2e4": game.WhiteWins} {
		b := start(t, ruled("5+0", "noAbort"))
		b.moves(moves)
		b.wait(FirstMoveTime + MaxLag)
		for _, wrong := range []Event{
			{Reason: NoFirstMove}, {Reason: NoStart}, {Reason: NoStart, Result: game.Draw},
		} {
			wrong.Kind, wrong.Seq, wrong.At, wrong.Color = End, len(b.s.Events())+1, b.now, b.s.Position().Turn()
			if b.s.Apply(wrong) == nil {
				t.Errorf("after %q the game ends by %+v", moves, wrong)
			}
		}
		e := b.timeout()
		b.ends(e, want, NoStart)
		if !e.Expired() {
			t.Error("the time for the first move is not over")
		}
	}
	b := start(t, ruled("5+0", "noRematch"))
	b.apply(Event{Kind: End, Seq: 1, At: b.wait(FirstMoveTime).now, Reason: NoFirstMove})
}

func TestNoRematch(t *testing.T) {
	b := start(t, ruled("5+0", "noRematch"))
	b.do(ann, DoResign)
	b.refused(NotAllowed, "no rematch", ann, DoRematch)
	b.refused(NotAllowed, "no rematch", ben, DoDeclineRematch)
}

func TestNoClaimWin(t *testing.T) {
	b := start(t, ruled("none", "noClaimWin"))
	b.moves("e2e4 e7e5 g1f3")
	b.gone = b.now.Add(-time.Hour)
	b.refused(NotAllowed, "cannot be claimed", ann, DoClaimWin)
	b.refused(NotAllowed, "cannot be claimed", ann, DoClaimDraw)
	for _, r := range []Rules{"", "noClaimWin"} {
		if got := ruled("5+0", r).ClaimAfter(); (got == 0) != r.Has(NoClaimWin) {
			t.Errorf("with the rules %q a game can be claimed after %v", r, got)
		}
	}
}

func TestNoEarlyDraw(t *testing.T) {
	b := start(t, ruled("none", "noEarlyDraw"))
	for len(b.s.Moves()) < earlyPlies {
		b.refused(NotAllowed, "30 moves", ann, DoOfferDraw)
		b.refused(NotAllowed, "30 moves", ben, DoAcceptDraw)
		legal := b.s.Position().Legal(nil)
		i := slices.IndexFunc(legal, func(m game.Move) bool { return !b.s.outcomeAfter(m).Over() })
		b.moves(b.s.Position().UCI(legal[i]))
	}
	b.do(ann, DoOfferDraw)
	b.ends(b.do(ben, DoAcceptDraw), game.Draw, game.Agreement)
}
