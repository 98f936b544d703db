package storetest

import (
	"errors"
	"reflect"
	"testing"

	"github.com/wane-chess/wane/internal/live/admin"
	"github.com/wane-chess/wane/internal/live/adopt"
	"github.com/wane-chess/wane/internal/live/archive"
	"github.com/wane-chess/wane/internal/live/livegame"
	"github.com/wane-chess/wane/internal/live/plan"
)

// testLines changes conditional moves on two nodes, follows a game and forgets them.
func testLines(t *testing.T, h *handles) {
	s, other := h.store(), h.store()
	sum := NewGame("Lines0000001")
	must(t, s.Create(background, sum))
	first := plan.Lines{Game: sum.ID, Player: "ann", Version: 1, Ply: 1, Seen: 3, Moves: [][]string{
		{"e7e5", "g1f3"}, {"d7d5", "e4d5", "d8d5", "b1c3"},
	}}
	second := first
	second.Version, second.Moves = 2, nil
	bob := plan.Lines{Game: sum.ID, Player: "bob", Version: 1, Ply: 0, Moves: [][]string{{"e2e4", "e7e5"}}}
	stored := func(want ...plan.Lines) {
		t.Helper()
		list, err := other.LinesOfGame(background, sum.ID)
		must(t, err)
		if len(list)+len(want) > 0 && !reflect.DeepEqual(list, want) {
			t.Errorf("%+v, want %+v", list, want)
		}
	}
	none, err := s.Lines(background, sum.ID, "ann")
	must(t, err)
	if !reflect.DeepEqual(none, plan.Lines{Game: sum.ID, Player: "ann"}) {
		t.Errorf("a player without lines has %+v", none)
	}
	must(t, s.PutLines(background, first))
	must(t, s.PutLines(background, bob))
	stored(first, bob)
	third := first
	third.Version = 3
	for _, l := range []plan.Lines{first, third} {
		if err := other.PutLines(background, l); !errors.Is(err, plan.ErrConflict) {
			t.Errorf("version %d: error %v, want a conflict", l.Version, err)
		}
	}
	if err := other.FollowLines(background, second); !errors.Is(err, plan.ErrConflict) {
		t.Errorf("lines that the player has changed: %v", err)
	}
	if err := s.PutLines(background, plan.Lines{Game: sum.ID, Player: "a\x00", Version: 1}); err == nil {
		t.Error("a player with a zero byte is stored")
	}

	due := func(want ...livegame.ID) {
		t.Helper()
		ids, err := s.DueLines(background, "", 9)
		must(t, err)
		if len(ids)+len(want) > 0 && !reflect.DeepEqual(ids, want) {
			t.Errorf("due are %v, want %v", ids, want)
		}
	}
	due(sum.ID) // Ann's begin after a move
	first.Ply, first.Moves = 0, first.Moves[:1]
	must(t, other.FollowLines(background, first))
	got, err := s.Lines(background, sum.ID, "ann")
	must(t, err)
	if !reflect.DeepEqual(got, first) {
		t.Errorf("%+v, want %+v", got, first)
	}
	due()
	must(t, other.PutLines(background, second))
	stored(second, bob)
	due() // there is nothing to play

	gone := bob
	gone.Game = "Lines0000002"
	must(t, s.PutLines(background, gone))
	due(gone.Game) // there is no such game
	if ids, err := s.DueLines(background, gone.Game, 9); err != nil || len(ids) > 0 {
		t.Errorf("after the last: %v, %v", ids, err)
	}
	must(t, s.DeleteLines(background, gone.Game))
	due()
	must(t, s.Delete(background, admin.Deletion{Record: archive.Record{ID: sum.ID}, At: at(9)}))
	stored()
}

// testNotes changes notes on two nodes, and gives a guest's to an account.
func testNotes(t *testing.T, h *handles) {
	s, other := h.store(), h.store()
	none, err := s.Note(background, "Notes0000001", "ada")
	must(t, err)
	if none != (plan.Note{Game: "Notes0000001", Player: "ada"}) {
		t.Errorf("a player without a note has %+v", none)
	}
	first := plan.Note{Game: "Notes0000001", Player: "ada", Version: 1, At: at(5), Text: "e5!? 🐈\n'; --"}
	second := plan.Note{Game: "Notes0000001", Player: "ada", Version: 2, At: at(6), Text: ""}
	must(t, s.PutNote(background, first))
	for _, n := range []plan.Note{first, {Game: first.Game, Player: "ada", Version: 3}} {
		if err := other.PutNote(background, n); !errors.Is(err, plan.ErrConflict) {
			t.Errorf("version %d: error %v, want a conflict", n.Version, err)
		}
	}
	read := func(want plan.Note) {
		t.Helper()
		got, err := other.Note(background, want.Game, want.Player)
		must(t, err)
		if got != want {
			t.Errorf("%+v, want %+v", got, want)
		}
	}
	read(first)
	must(t, other.PutNote(background, second))
	read(second)
	if err := s.PutNote(background, plan.Note{Game: "Notes0000001", Player: "bob", Version: 1, Text: "\x00"}); err == nil {
		t.Error("a note with a zero byte is stored")
	}

	elsewhere := plan.Note{Game: "Notes0000002", Player: "ada", Version: 1, At: at(7), Text: "of a guest"}
	mine := plan.Note{Game: "Notes0000002", Player: "ann", Version: 1, At: at(8), Text: "of the account"}
	lines := plan.Lines{Game: "Notes0000001", Player: "ada", Version: 1, Moves: [][]string{{"e2e4", "e7e5"}}}
	must(t, s.PutNote(background, elsewhere))
	must(t, s.PutNote(background, mine))
	must(t, s.PutLines(background, lines))
	_, err = s.AdoptFinished(background, adopt.Claim{Guest: "ada", Account: "ann"}, 10)
	must(t, err)
	second.Player, lines.Player = "ann", "ann"
	read(second)
	read(mine) // what both wrote beside a game is the account's
	if got, err := other.Lines(background, lines.Game, "ann"); err != nil || !reflect.DeepEqual(got, lines) {
		t.Errorf("%+v, %v", got, err)
	}
}
