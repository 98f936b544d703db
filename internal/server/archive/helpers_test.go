package archive_test

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/archive"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/store"
	"github.com/wane-chess/wane/rules"
)

// epoch is when the games of the tests start.
var epoch = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

// sample is a finished public game of chess between two guests, which White won.
func sample(id string) livegame.Summary {
	seats := [2]livegame.Player{{Guest: "ada", Name: "Ada"}, {Guest: "bob", Name: "Bob"}}
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

// openStore opens a new database.
func openStore(t *testing.T) *store.Store {
	t.Helper()
	s, err := store.Open(t.Context(), "sqlite:"+filepath.Join(t.TempDir(), "wane.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// keep stores a finished game.
func keep(t *testing.T, s livegame.Store, sum livegame.Summary, events []livegame.Event) {
	t.Helper()
	ctx := context.Background()
	first := sum
	first.Status, first.Result, first.Reason, first.Seq = livegame.Live, game.Ongoing, game.NoReason, 0
	if err := s.Create(ctx, first); err != nil {
		t.Fatal(err)
	}
	for i, e := range events {
		now := first
		if i >= len(events)-2 { // the end and the offer of a rematch
			now = sum
		}
		now.Seq = e.Seq
		if err := s.Append(ctx, sum.ID, e, now); err != nil {
			t.Fatal(err)
		}
	}
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

// games adds up the games of all moves.
func games(list []archive.MoveTally) int {
	var t archive.Tally
	for _, p := range list {
		t.Add(p.Tally)
	}
	return t.Games()
}
