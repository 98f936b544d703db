package plan

import (
	"context"
	"errors"
	"reflect"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/feature"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/testing/dbtest"
)

// world is two nodes with one database, which has no games.
type world struct {
	*testing.T
	db         *db.DB
	one, other *Service
}

func newWorld(t *testing.T, open func() *db.DB) *world {
	d := open()
	return &world{t, d, New(Options{DB: d}), New(Options{DB: open()})}
}

func (w *world) must(err error) {
	w.Helper()
	if err != nil {
		w.Fatal(err)
	}
}

// do does a step of the data.
func (w *world) do(step feature.Step, ids ...string) {
	w.Helper()
	w.must(w.db.Write(w.Context(), func(ctx context.Context, t db.Tx) error { return step(ctx, t, ids...) }))
}

// Two nodes change conditional moves: each version counts once, and a game changes them only as the player left them.
func TestStatementsOfLines(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, open func() *db.DB) {
		w := newWorld(t, open)
		const game, gone livegame.ID = "Lines0000001", "Lines0000002"
		first := Lines{Game: game, Player: "ann", Version: 1, Ply: 1, Seen: 3, Moves: [][]string{
			{"e7e5", "g1f3"}, {"d7d5", "e4d5", "d8d5", "b1c3"},
		}}
		second, third := first, first
		second.Version, second.Moves, third.Version = 2, nil, 3
		bob := Lines{Game: game, Player: "bob", Version: 1, Ply: 0, Moves: [][]string{{"e2e4", "e7e5"}}}
		stored := func(want ...Lines) {
			t.Helper()
			if list, err := w.other.ofGame(t.Context(), game); err != nil ||
				len(list)+len(want) > 0 && !reflect.DeepEqual(list, want) {
				t.Errorf("%+v, %v, want %+v", list, err, want)
			}
		}
		none, err := w.one.lines(t.Context(), game, "ann")
		if err != nil || !reflect.DeepEqual(none, Lines{Game: game, Player: "ann"}) {
			t.Errorf("a player without lines has %+v, %v", none, err)
		}
		w.must(w.one.putLines(t.Context(), first))
		w.must(w.one.putLines(t.Context(), bob))
		stored(first, bob)
		for _, l := range []Lines{first, third} {
			if err := w.other.putLines(t.Context(), l); !errors.Is(err, ErrConflict) {
				t.Errorf("version %d: error %v, want a conflict", l.Version, err)
			}
		}
		if err := w.other.followLines(t.Context(), second); !errors.Is(err, ErrConflict) {
			t.Errorf("lines that the player has changed: %v", err)
		}
		if err := w.one.putLines(t.Context(), Lines{Game: game, Player: "a\x00", Version: 1}); err == nil {
			t.Error("a player with a zero byte is stored")
		}
		first.Ply, first.Moves = 0, first.Moves[:1]
		w.must(w.other.followLines(t.Context(), first))
		stored(first, bob)
		w.must(w.other.putLines(t.Context(), second))
		stored(second, bob)

		elsewhere := bob
		elsewhere.Game = gone
		w.must(w.one.putLines(t.Context(), elsewhere))
		for after, want := range map[livegame.ID][]livegame.ID{"": {game, gone}, game: {gone}, gone: nil} {
			ids, err := w.one.due(t.Context(), after, 9)
			if err != nil || len(ids)+len(want) > 0 && !reflect.DeepEqual(ids, want) {
				t.Errorf("after %q there are %v, %v, want %v", after, ids, err, want)
			}
		}
		w.must(w.one.deleteLines(t.Context(), gone))
		if ids, err := w.one.due(t.Context(), game, 9); err != nil || len(ids) > 0 {
			t.Errorf("due are %v, %v", ids, err)
		}
		w.do(Data.ForgetGuest, "bob", string(game))
		stored(second)
		w.do(Data.ForgetGame, string(game))
		stored()
	})
}

// Two nodes change notes; those of a guest become an account's, which keeps what it wrote beside the same game.
func TestStatementsOfNotes(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, open func() *db.DB) {
		w := newWorld(t, open)
		at := func(s int64) time.Time { return time.Unix(s, 0).UTC() }
		read := func(want Note) {
			t.Helper()
			if got, err := w.other.Note(t.Context(), want.Game, want.Player); err != nil || got != want {
				t.Errorf("%+v, %v, want %+v", got, err, want)
			}
		}
		read(Note{Game: "Notes0000001", Player: "ada"})
		first := Note{Game: "Notes0000001", Player: "ada", Version: 1, At: at(5), Text: "e5!? 🐈\n'; --"}
		second := Note{Game: "Notes0000001", Player: "ada", Version: 2, At: at(6), Text: ""}
		w.must(w.one.putNote(t.Context(), first))
		for _, n := range []Note{first, {Game: first.Game, Player: "ada", Version: 3}} {
			if err := w.other.putNote(t.Context(), n); !errors.Is(err, ErrConflict) {
				t.Errorf("version %d: error %v, want a conflict", n.Version, err)
			}
		}
		read(first)
		w.must(w.other.putNote(t.Context(), second))
		read(second)
		if err := w.one.putNote(t.Context(), Note{Game: first.Game, Player: "bob", Version: 1, Text: "\x00"}); err == nil {
			t.Error("a note with a zero byte is stored")
		}

		elsewhere := Note{Game: "Notes0000002", Player: "ada", Version: 1, At: at(7), Text: "of a guest"}
		mine := Note{Game: "Notes0000002", Player: "ann", Version: 1, At: at(8), Text: "of the account"}
		lines := Lines{Game: first.Game, Player: "ada", Version: 1, Moves: [][]string{{"e2e4", "e7e5"}}}
		w.must(w.one.putNote(t.Context(), elsewhere))
		w.must(w.one.putNote(t.Context(), mine))
		w.must(w.one.putLines(t.Context(), lines))
		w.do(Data.Adopt, "ada", "ann")
		second.Player, lines.Player = "ann", "ann"
		read(second)
		read(mine)
		if got, err := w.other.lines(t.Context(), lines.Game, "ann"); err != nil || !reflect.DeepEqual(got, lines) {
			t.Errorf("%+v, %v", got, err)
		}
		w.do(Data.Forget, "ann")
		read(Note{Game: mine.Game, Player: "ann"})
	})
}
