package notation_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/rules"
)

// The tag has a word of the standard, and the sentence is a comment, which stays one.
func TestSetOutcome(t *testing.T) {
	for _, c := range []struct {
		outcome        game.Outcome
		how            notation.Termination
		word, sentence string
	}{
		{game.Win(game.White, game.Checkmate), "", "normal", "White wins: checkmate."},
		{game.Win(game.Black, game.Resignation), "", "normal", "Black wins: resignation."},
		{game.Drawn(game.Repetition), "", "normal", "Draw: threefold repetition."},
		{game.Win(game.Black, game.TimeOut), "", "time forfeit", "Black wins: time ran out."},
		{
			game.Drawn(game.TimeOutDraw), "", "time forfeit",
			"Draw: time ran out, but the opponent could never win.",
		},
		{game.Drawn("both saw it"), notation.Adjudication, "adjudication", "Draw: both saw it."},
		{game.Outcome{Reason: "aborted"}, notation.Abandoned, "abandoned", "Aborted."},
		{game.Outcome{Reason: "über Nacht"}, "", "abandoned", "Über Nacht."},
		{game.Win(game.White, game.NoReason), "", "normal", "White wins."},
		{game.Outcome{}, "", "", ""},
	} {
		trees, _, err := notation.ReadString("1. e4 {[%clk 0:01:00]} e5 *", notation.ReadOptions{Lookup: rules.ByName})
		if err != nil {
			t.Fatal(err)
		}
		trees[0].SetOutcome(c.outcome, c.how)
		text := trees[0].PGN()
		again, warnings, err := notation.ReadString(text, notation.ReadOptions{Lookup: rules.ByName})
		if err != nil || len(warnings) != 0 {
			t.Fatalf("%v, %v:\n%s", err, warnings, text)
		}
		g := again[0]
		said := strings.Join(g.End().Comments, "|")
		if g.Result != c.outcome.Result || g.Tag("Termination") != c.word || said != c.sentence {
			t.Errorf("%v, %q: %v, %q, %q", c.outcome, c.how, g.Result, g.Tag("Termination"), said)
		}
		standard := []string{"", "normal", "time forfeit", "abandoned", "adjudication", "rules infraction"}
		if !slices.Contains(standard, c.word) {
			t.Errorf("%q is no word of the standard", c.word)
		}
	}
}
