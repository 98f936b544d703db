package opening_test

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/wane-chess/wane/engine/book"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/archive"
	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/opening"
	"github.com/wane-chess/wane/internal/server/problem"
	"github.com/wane-chess/wane/internal/server/publictext"
	"github.com/wane-chess/wane/internal/testing/dbtest"
	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/rules"
)

// world is a service with a database and a book of a few games.
type world struct {
	t   *testing.T
	s   *opening.Service
	db  *db.DB
	now time.Time
	// how often the database was asked for games and for names
	tallies, names int
}

func newWorld(t *testing.T) *world {
	t.Helper()
	chess, err := rules.ByName("chess")
	if err != nil {
		t.Fatal(err)
	}
	var played []archive.BookGame
	for line, n := range map[string]int{"e2e4 c7c5 g1f3": 5, "e2e4 c7c5 b1c3": 3, "d2d4 d7d5": 4, "a2a4 a7a5": 1} {
		for range n {
			played = append(played, archive.BookGame{Moves: strings.Fields(line), Result: game.Draw, Plies: 60})
		}
	}
	starter, err := archive.NewBook(chess, played)
	if err != nil {
		t.Fatal(err)
	}
	w := &world{t: t, db: dbtest.Open(t), now: time.UnixMilli(1_800_000_000_000)}
	w.db.Watch = func(statement string, _ []any) {
		if strings.HasPrefix(statement, "SELECT variant, spot AS position") {
			w.names++
		}
	}
	w.s = opening.New(opening.Options{
		DB: w.db, Lookup: rules.ByName, Now: func() time.Time { return w.now },
		Tallies: func(context.Context, archive.PositionHash) ([]archive.MoveTally, error) {
			w.tallies++
			return nil, nil
		},
		Starter: func(variant string) (*archive.Book, error) {
			if variant != "chess" {
				return nil, nil
			}
			return starter, nil
		},
	})
	return w
}

// author makes an account that is older than a day.
func (w *world) author(id string) publictext.Author {
	w.t.Helper()
	dbtest.Join(w.t, w.db, id)
	a := auth.Account{ID: id, Name: id, Role: auth.Player, Created: w.now.Add(-25 * time.Hour), Seq: 1}
	return publictext.Author{Guest: id, Name: id, Account: &a}
}

func line(moves string) notation.Line {
	return notation.Line{Variant: "chess", Moves: strings.Fields(moves)}
}

// names compares the last name of a line, and whether it was made.
func (w *world) name(moves, want string, made bool) {
	w.t.Helper()
	list, err := w.s.Line(w.t.Context(), line(moves))
	if err != nil {
		w.t.Fatal(err)
	}
	var got opening.Opening
	if len(list) > 0 {
		got = list[len(list)-1]
	}
	if got.Name != want || got.Made != made {
		w.t.Errorf("%q is called %+v, want %q", moves, got, want)
	}
}

// A line is called by its first moves as far as it is known, until people name it.
func TestLine(t *testing.T) {
	w := newWorld(t)
	w.name("", "", false)
	w.name("e2e4 c7c5 g1f3 d7d6", "1. e4 c5 2. Nf3", true)
	w.name("e2e4 c7c5 b1c3", "1. e4 c5", true)
	w.name("d2d4 g8f6", "1. d4", true)
	w.name("a2a4 a7a5", "", false)
	if w.names != 1 {
		t.Errorf("the names were read %d times", w.names)
	}
	before := w.tallies
	w.name("e2e4 c7c5 g1f3 d7d6", "1. e4 c5 2. Nf3", true)
	if w.tallies != before {
		t.Error("games are counted again")
	}
	list, err := w.s.Line(t.Context(), line("e2e4 c7c5 b1c3"))
	made := []opening.Opening{{Ply: 1, Name: "1. e4", Made: true}, {Ply: 2, Name: "1. e4 c5", Made: true}}
	if want := made; err != nil || !reflect.DeepEqual(list, want) {
		t.Errorf("%+v, %v; want %+v", list, err, want)
	}

	ann, ben, cy := w.author("ann"), w.author("ben"), w.author("cy")
	if err := w.s.Propose(t.Context(), ann, line("g1f3 c7c5 e2e4"), " Open  Lion "); err != nil {
		t.Fatal(err)
	}
	found, err := w.s.Proposals(t.Context(), line("e2e4 c7c5 g1f3"), "ann")
	if err != nil || len(found) != 1 || found[0].Name != "Open Lion" || !found[0].Mine {
		t.Fatalf("%+v, %v", found, err)
	}
	id := found[0].ID
	for _, by := range []publictext.Author{ben, cy} {
		w.name("e2e4 c7c5 g1f3", "1. e4 c5 2. Nf3", true)
		if err := w.s.Vote(t.Context(), by, id); err != nil {
			t.Fatal(err)
		}
	}
	// By either order of moves, and what follows.
	for _, moves := range []string{"e2e4 c7c5 g1f3", "g1f3 c7c5 e2e4", "e2e4 c7c5 g1f3 d7d6 d2d4"} {
		w.name(moves, "Open Lion", false)
		if got := w.s.Given(t.Context(), line(moves)); got != "Open Lion" {
			t.Errorf("%s: the given name is %q", moves, got)
		}
	}
	if got := w.s.Given(t.Context(), line("e2e4 c7c5")); got != "" {
		t.Errorf("a name that was not given: %q", got)
	}
	// A game from another start reaches the position, too, but has no name of first moves.
	from := notation.Line{
		Variant: "chess", FEN: "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", Moves: []string{"g1f3"},
	}
	if list, err := w.s.Line(t.Context(), from); err != nil ||
		!reflect.DeepEqual(list, []opening.Opening{{Ply: 1, Name: "Open Lion"}}) {
		t.Errorf("%+v, %v", list, err)
	}
	// Without the database, names are those of before.
	if err := w.s.Unvote(t.Context(), "ben", id); err != nil {
		t.Fatal(err)
	}
	w.db.SetDeadlines(0)
	w.now = w.now.Add(time.Minute)
	w.name("e2e4 c7c5 g1f3", "Open Lion", false)
	w.db.SetDeadlines(time.Minute)
	w.now = w.now.Add(time.Hour)
	w.name("e2e4 c7c5 g1f3", "1. e4 c5 2. Nf3", true)
}

func TestBadLines(t *testing.T) {
	w := newWorld(t)
	for name, l := range map[string]notation.Line{
		"variant": {Variant: "checkers"}, "FEN": {Variant: "chess", FEN: "8/8"}, "move": line("e2e4 e2e4"),
		"no move": line("hello"),
	} {
		var bad *problem.Problem
		if _, err := w.s.Line(t.Context(), l); !errors.As(err, &bad) {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := w.s.Proposals(t.Context(), l, ""); !errors.As(err, &bad) {
			t.Errorf("proposals, %s: %v", name, err)
		}
		if got := w.s.Given(t.Context(), l); got != "" {
			t.Errorf("%s: the name is %q", name, got)
		}
	}
}

// Only accounts that are older than a day take part, and the start has no name.
func TestRefused(t *testing.T) {
	w := newWorld(t)
	old := w.author("old")
	changed := func(change func(*auth.Account)) publictext.Author {
		a := *old.Account
		change(&a)
		return publictext.Author{Guest: a.ID, Name: a.Name, Account: &a}
	}
	long := strings.TrimSpace(strings.Repeat("g1f3 g8f6 f3g1 f6g8 ", 11))
	for _, c := range []struct {
		by          publictext.Author
		moves, name string
		want        livegame.Code
	}{
		{publictext.Author{Guest: "guest"}, "e2e4", "Lion", publictext.Guest},
		{changed(func(a *auth.Account) { a.Created = w.now.Add(-23 * time.Hour) }), "e2e4", "Lion", publictext.Young},
		{changed(func(a *auth.Account) { a.Muted = w.now.Add(time.Hour) }), "e2e4", "Lion", publictext.Muted},
		{changed(func(a *auth.Account) { a.Closed = w.now }), "e2e4", "Lion", publictext.Muted},
		{old, "e2e4", "x", publictext.Bad},
		{old, "e2e4", "Shit", publictext.Rude},
		{old, "", "Lion", livegame.NotAllowed},
		{old, "g1f3 g8f6 f3g1 f6g8", "Lion", livegame.NotAllowed},
		{old, long, "Lion", livegame.NotAllowed},
	} {
		var refused *livegame.Error
		if err := w.s.Propose(t.Context(), c.by, line(c.moves), c.name); !errors.As(err, &refused) || refused.Code != c.want {
			t.Errorf("%q for %.20q: %v, want %s", c.name, c.moves, err, c.want)
		}
	}
	custom := line("g1f3")
	custom.FEN = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
	var refused *livegame.Error
	if err := w.s.Propose(t.Context(), old, custom, "Lion"); !errors.As(err, &refused) ||
		refused.Code != livegame.NotAllowed {
		t.Errorf("a line from elsewhere: %v", err)
	}
	err := w.s.Vote(t.Context(), publictext.Author{}, 1)
	if !errors.As(err, &refused) || refused.Code != publictext.Guest {
		t.Errorf("a guest votes: %v", err)
	}
}

// Lines that come with wane have names until people give others: another to the position, or the same to
// another position.
func TestShipped(t *testing.T) {
	w := newWorld(t)
	g, err := rules.ByName("shrink")
	if err != nil {
		t.Fatal(err)
	}
	lines := book.Lines(g)
	first, second := lines[0], lines[1]
	of := func(l book.Line) notation.Line { return notation.Line{Variant: "shrink", Moves: l.Moves} }
	given := func(l book.Line, want string) {
		t.Helper()
		w.now = w.now.Add(time.Minute)
		if got := w.s.Given(t.Context(), of(l)); got != want {
			t.Errorf("%s is called %q, want %q", l.SAN, got, want)
		}
	}
	given(first, first.Name)
	given(second, second.Name)
	if err := w.s.Set(t.Context(), of(first), "Open Lion", "operator"); err != nil {
		t.Fatal(err)
	}
	given(first, "Open Lion")
	other := notation.Line{Variant: "shrink", Moves: []string{"a2a3"}}
	if err := w.s.Set(t.Context(), other, strings.ToUpper(second.Name), "operator"); err != nil {
		t.Fatal(err)
	}
	given(second, "")
	given(lines[2], lines[2].Name)
}
