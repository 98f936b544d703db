package livegame

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/rules"
)

// TestCorruptEvents changes one field of a valid event. Apply rejects each, and leaves
// the game as it was.
func TestCorruptEvents(t *testing.T) {
	setups := map[string]func() *bout{
		"a clock": func() *bout {
			b := start(t, casual("5+3"))
			b.moves("e2e4 e7e5 g1f3")
			return b.wait(10 * time.Second)
		},
		"an offer": func() *bout {
			b := start(t, casual("none"))
			b.moves("e2e4 e7e5")
			b.do(ann, DoOfferDraw)
			b.do(ann, DoOfferTakeback)
			return b
		},
		"a seek": func() *bout { return start(t, seek("5+3")) },
		"an end": func() *bout {
			b := start(t, header())
			b.do(ann, DoResign)
			b.do(ann, DoRematch)
			return b
		},
		"days": func() *bout {
			b := start(t, clocked("1d"))
			return b.wait(3 * day)
		},
		"an engine": func() *bout {
			b := start(t, versus("none"))
			b.moves("e2e4")
			return b
		},
		"nearly a mate": func() *bout {
			b := start(t, header())
			b.moves("f2f3 e7e5 g2g4")
			return b
		},
	}
	clocks := [2]time.Duration{5*time.Minute + 3*time.Second, 5*time.Minute - 7*time.Second}
	good := Event{Kind: Move, Color: game.Black, Move: "b8c6", SAN: "Nc6", Clocks: clocks}
	change := func(f func(*Event)) Event { e := good; f(&e); return e }
	tests := []struct {
		setup, what string
		event       Event
	}{
		{"a clock", "", good},
		{"a clock", "a number too low", change(func(e *Event) { e.Seq = -1 })},
		{"a clock", "a number too high", change(func(e *Event) { e.Seq = +1 })},
		{"a clock", "an invalid color", change(func(e *Event) { e.Color = 2 })},
		{"a clock", "the wrong color", change(func(e *Event) { e.Color = game.White })},
		{"a clock", "too early", change(func(e *Event) { e.At = noon.Add(-time.Second) })},
		{"a clock", "parts of a millisecond", change(func(e *Event) { e.At = noon.Add(10*time.Second + 1) })},
		{"a clock", "a repeated command", change(func(e *Event) { e.Command = "command-1" })},
		{"a clock", "an illegal move", change(func(e *Event) { e.Move = "b8b6" })},
		{"a clock", "no move", change(func(e *Event) { e.Move = "" })},
		{"a clock", "a gain", change(func(e *Event) { e.Clocks[1] += time.Second })},
		{"a clock", "a loss", change(func(e *Event) { e.Clocks[1] -= time.Second })},
		{"a clock", "the opponent's gain", change(func(e *Event) { e.Clocks[0]++ })},
		{"a clock", "no clocks", change(func(e *Event) { e.Clocks = [2]time.Duration{} })},
		{"a clock", "an absurd clock", change(func(e *Event) { e.Clocks[1] = -1 << 63 })},
		{"a clock", "a move after the flag fell", change(func(e *Event) { e.At = noon.Add(time.Hour); e.Clocks[1] = 0 })},
		{"a clock", "a false mate", change(func(e *Event) { e.Result, e.Reason = game.BlackWins, game.Checkmate })},
		{"a clock", "a result without a reason", change(func(e *Event) { e.Result = game.BlackWins })},
		{"a clock", "an unknown kind", change(func(e *Event) { e.Kind = "dance" })},
		{"a clock", "an end without a reason", Event{Kind: End, Result: game.Draw}},
		{"a clock", "an end for an unknown reason", Event{Kind: End, Reason: "boredom"}},
		{"a clock", "an end by mate", Event{Kind: End, Result: game.WhiteWins, Reason: game.Checkmate}},
		{"a clock", "an offer that ends", Event{Kind: DrawOffer, Reason: game.Agreement, Result: game.Draw}},
		{"a clock", "agreement without an offer", Event{Kind: End, Reason: game.Agreement, Result: game.Draw}},
		{"a clock", "an abort too late", Event{Kind: End, Reason: Aborted}},
		{"a clock", "a timeout too early", Event{Kind: End, Color: game.Black, Result: game.WhiteWins, Reason: game.TimeOut}},
		{"a clock", "the wrong player's timeout",
			Event{Kind: End, At: noon.Add(time.Hour), Result: game.BlackWins, Reason: game.TimeOut}},
		{"a clock", "",
			Event{Kind: End, Color: game.Black, At: noon.Add(time.Hour), Result: game.WhiteWins, Reason: game.TimeOut}},
		{"a clock", "a draw on time",
			Event{Kind: End, Color: game.Black, At: noon.Add(time.Hour), Result: game.Draw, Reason: game.TimeOutDraw}},
		{"a clock", "no first move", Event{Kind: End, Color: game.Black, At: noon.Add(time.Hour), Reason: NoFirstMove}},
		{"a clock", "a resignation that wins", Event{Kind: End, Result: game.WhiteWins, Reason: game.Resignation}},
		{"a clock", "", Event{Kind: End, Result: game.BlackWins, Reason: game.Resignation}},
		{"a clock", "a claim by the player who left", Event{Kind: End, Result: game.BlackWins, Reason: OpponentLeft}},
		{"a clock", "", Event{Kind: End, Result: game.WhiteWins, Reason: OpponentLeft}},
		{"a clock", "a takeback without an offer", Event{Kind: Takeback, Plies: 1, Clocks: clocks}},
		{"a clock", "a decline without an offer", Event{Kind: DrawDecline}},
		{"a clock", "a decline without an offer", Event{Kind: TakebackDecline}},
		{"a clock", "an offer of no plies", Event{Kind: TakebackOffer}},
		{"a clock", "an offer of too many plies", Event{Kind: TakebackOffer, Plies: 3}},
		{"a clock", "", Event{Kind: TakebackOffer, Plies: 1}},
		{"a clock", "a third player", Event{Kind: Join, Player: Player{Guest: eve}}},
		{"a clock", "a rematch during the game", Event{Kind: Rematch, Next: "x"}},
		{"a clock", "an offer of a rematch during the game", Event{Kind: RematchOffer}},
		{"an offer", "", Event{Kind: Move, Move: "g1f3"}},
		{"an offer", "too early", Event{Kind: Move, Move: "g1f3", At: noon.Add(-time.Millisecond)}},
		{"an offer", "", Event{Kind: Takeback, Plies: 2}},
		{"an offer", "too many plies", Event{Kind: Takeback, Plies: 3}},
		{"an offer", "no plies", Event{Kind: Takeback}},
		{"an offer", "a negative number of plies", Event{Kind: Takeback, Plies: -2}},
		{"an offer", "the opponent's plies", Event{Kind: Takeback, Color: game.Black, Plies: 1}},
		{"an offer", "clocks", Event{Kind: Takeback, Plies: 2, Clocks: clocks}},
		{"an offer", "", Event{Kind: End, Color: game.Black, Result: game.Draw, Reason: game.Agreement}},
		{"an offer", "agreement with oneself", Event{Kind: End, Result: game.Draw, Reason: game.Agreement}},
		{"an offer", "agreement to win", Event{Kind: End, Color: game.Black, Result: game.BlackWins, Reason: game.Agreement}},
		{"an offer", "a second offer", Event{Kind: DrawOffer}},
		{"a seek", "a move", Event{Kind: Move, Move: "e2e4"}},
		{"a seek", "an offer", Event{Kind: TakebackOffer, Plies: 1}},
		{"a seek", "a resignation", Event{Kind: End, Result: game.BlackWins, Reason: game.Resignation}},
		{"a seek", "no first move", Event{Kind: End, Reason: NoFirstMove, At: noon.Add(time.Hour)}},
		{"a seek", "a seat that is taken", Event{Kind: Join, Player: Player{Guest: ben}}},
		{"a seek", "an engine", Event{Kind: Join, Color: game.Black, Player: Player{Level: 3}}},
		{"a seek", "oneself", Event{Kind: Join, Color: game.Black, Player: Player{Guest: ann}}},
		{"a seek", "", Event{Kind: Join, Color: game.Black, Player: Player{Guest: ben}}},
		{"an end", "a move", Event{Kind: Move, Move: "e2e4"}},
		{"an end", "a second end", Event{Kind: End, Result: game.WhiteWins, Color: game.Black, Reason: game.Resignation}},
		{"an end", "an abort", Event{Kind: End, Reason: Aborted}},
		{"an end", "a rematch without a game", Event{Kind: Rematch, Color: game.Black}},
		{"an end", "a rematch that the offering player accepts", Event{Kind: Rematch, Next: "x"}},
		{"an end", "", Event{Kind: Rematch, Color: game.Black, Next: "x"}},
		{"days", "a move too late", Event{Kind: Move, Move: "e2e4"}},
		{"days", "", Event{Kind: End, Result: game.BlackWins, Reason: game.TimeOut}},
		{"an engine", "the engine takes back", Event{Kind: Takeback, Color: game.Black, Plies: 2}},
		{"an engine", "an engine's draw", Event{Kind: DrawOffer, Color: game.Black}},
		{"an engine", "", Event{Kind: Takeback, Plies: 1}},
		{"nearly a mate", "a mate without its result", Event{Kind: Move, Color: game.Black, Move: "d8h4"}},
		{"nearly a mate", "a stalemate",
			Event{Kind: Move, Color: game.Black, Move: "d8h4", Result: game.Draw, Reason: game.Stalemate}},
		{"nearly a mate", "",
			Event{Kind: Move, Color: game.Black, Move: "d8h4", Result: game.BlackWins, Reason: game.Checkmate}},
	}
	for _, test := range tests {
		b := setups[test.setup]()
		e := test.event
		e.Seq += len(b.s.Events()) + 1
		if e.At.IsZero() {
			e.At = b.now
		}
		before := sight(b.s, b.now)
		err := b.s.Apply(e)
		switch {
		case test.what == "" && err != nil:
			t.Errorf("%s: %+v: %v", test.setup, e, err)
		case test.what != "" && err == nil:
			t.Errorf("%s: Apply accepts %s: %+v", test.setup, test.what, e)
		case test.what != "":
			if !strings.Contains(err.Error(), "abcdefghijkl") {
				t.Errorf("%s: %s: the error names no game: %v", test.setup, test.what, err)
			}
			if after := sight(b.s, b.now); !reflect.DeepEqual(before, after) {
				t.Errorf("%s: %s changes the game:\n%+v\n%+v", test.setup, test.what, before, after)
			}
		}
	}
}

// seen is everything that a game's methods return.
type seen struct {
	Summary  Summary
	Times    Clocks
	Moves    []string
	Events   []Event
	Position string
	Draw     offers
	Takeback offers
	Again    offers
	Next     ID
}

func sight(g *Game, now time.Time) seen {
	return seen{g.Summary(), g.Clocks(now), slices.Clone(g.Moves()), append([]Event{}, g.Events()...),
		g.Position().String(), g.draw, g.takeback, g.rematch, g.RematchID()}
}

func TestReplayRefusesGaps(t *testing.T) {
	b := start(t, header())
	b.moves("e2e4 e7e5 g1f3")
	events := b.s.Events()
	if _, err := Replay(header(), events, rules.ByName); err != nil {
		t.Error(err)
	}
	for name, bad := range map[string][]Event{
		"a gap":              {events[0], events[2]},
		"a missing start":    events[1:],
		"a repeated event":   {events[0], events[0]},
		"two swapped events": {events[1], events[0], events[2]},
	} {
		if _, err := Replay(header(), bad, rules.ByName); err == nil {
			t.Errorf("Replay accepts %s", name)
		}
	}
	h := header()
	h.Variant = "nonesuch"
	if _, err := Replay(h, events, rules.ByName); err == nil {
		t.Error("Replay accepts an unknown variant")
	}
}

// Stores return times in their own location and precision.
func TestApplyNormalizesTimes(t *testing.T) {
	b := start(t, header())
	e := Event{Seq: 1, Kind: Move, Move: "e2e4", At: noon.Add(time.Second).In(time.FixedZone("there", 3600))}
	b.apply(e)
	if got := b.s.Events()[0].At; got != noon.Add(time.Second) {
		t.Errorf("kept as %v", got)
	}
}

// A decision that this node has not stored does not count.
func TestOtherNodeWasFirst(t *testing.T) {
	b := start(t, header())
	if _, err := b.try(ann, DoMove, move("e2e4")); err != nil {
		t.Fatal(err)
	}
	b.apply(Event{Seq: 1, Kind: Move, Move: "f2f3", SAN: "f3", At: b.now})
	if got := b.s.Summary().Position; got != "rnbqkbnr/pppppppp/8/8/8/5P2/PPPPP1PP/RNBQKBNR b KQkq - 0 1" {
		t.Errorf("the position is %s", got)
	}
	b.moves("e7e5 g2g4")
	if e, err := b.try(ben, DoMove, move("d8h4")); err != nil || e.Reason != game.Checkmate {
		t.Fatalf("%+v, %v; want a mate", e, err)
	}
	b.apply(Event{Seq: 4, Kind: Move, Color: game.Black, Move: "b8c6", SAN: "Nc6", At: b.now})
	b.apply(Event{Seq: 5, Kind: Move, Color: game.White, Move: "e2e4", SAN: "e4", At: b.now})
	b.apply(Event{Seq: 6, Kind: Move, Color: game.Black, Move: "d8h4", SAN: "Qh4+", At: b.now})
	b.moves("e1e2")
}
