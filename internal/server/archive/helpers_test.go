package archive_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/archive"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/rules"
)

// epoch is when the games of the tests start.
var epoch = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

// sample is a finished public game of chess between two guests, which White won.
func sample(id string) livegame.Summary {
	seats := [2]livegame.Player{
		{Guest: "ada", Person: livegame.Person{Name: "Ada"}},
		{Guest: "bob", Person: livegame.Person{Name: "Bob"}},
	}
	return livegame.Summary{
		Header: livegame.Header{
			ID: livegame.ID(id), Variant: "chess", Public: true, Seats: seats, Creator: "ada", Created: epoch,
		},
		Seats: seats, Status: livegame.Finished, Result: game.WhiteWins, Reason: game.Resignation,
		Updated: epoch.Add(time.Hour),
	}
}

// eventsOf returns the events of a game with moves such as "e2e4 e7e5 -1 d7d5", where -1
// takes a move back. The game ends by resignation, and a player offers a rematch.
func eventsOf(moves string) []livegame.Event {
	var events []livegame.Event
	add := func(e livegame.Event) {
		e.Seq = len(events) + 1
		e.At = epoch.Add(time.Duration(e.Seq) * time.Minute)
		events = append(events, e)
	}
	for _, word := range strings.Fields(moves) {
		var plies int
		if _, err := fmt.Sscanf(word, "-%d", &plies); err == nil {
			add(livegame.Event{Kind: livegame.Takeback, Plies: plies})
			continue
		}
		add(livegame.Event{Kind: livegame.Move, Move: word})
	}
	add(livegame.Event{Kind: livegame.End, Result: game.WhiteWins, Reason: game.Resignation})
	add(livegame.Event{Kind: livegame.RematchOffer})
	return events
}

// keep stores a finished game, and returns it as it is at its end.
func keep(t failer, s livegame.Store, sum livegame.Summary, events []livegame.Event) livegame.Summary {
	t.Helper()
	first := sum
	first.Status, first.Result, first.Reason, first.Seq = livegame.Live, game.Ongoing, game.NoReason, 0
	must(t, s.Create(background, first))
	sum.Ply = len(archive.Moves(events))
	for i, e := range events {
		now := first
		if i >= len(events)-2 { // the end and the offer of a rematch
			now = sum
			if e.Ends() {
				e.Result = sum.Result
			}
		}
		now.Seq = e.Seq
		must(t, s.Append(background, sum.ID, e, now))
		sum.Seq = e.Seq
	}
	return sum
}

// from returns a position of chess.
func from(t *testing.T, fen string) game.Position {
	t.Helper()
	g, err := rules.ByName("chess")
	must(t, err)
	p, err := g.Parse(fen)
	must(t, err)
	return p
}

// at returns the position after moves in UCI.
func at(t *testing.T, variant, moves string) game.Position {
	t.Helper()
	g, err := rules.ByName(variant)
	if err != nil {
		t.Fatal(err)
	}
	p := g.Start()
	for _, text := range strings.Fields(moves) {
		made := false
		for _, m := range p.Legal(nil) {
			if p.UCI(m) == text {
				p.Make(m)
				made = true
				break
			}
		}
		if !made {
			t.Fatalf("%s is illegal in %s", text, p)
		}
	}
	return p
}
