package admin_test

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/admin"
	"github.com/wane-chess/wane/internal/server/archive"
	"github.com/wane-chess/wane/internal/server/gamestore"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/review"
	_ "github.com/wane-chess/wane/internal/testing/dbtest" // long deadlines: the machine may be busy
	"github.com/wane-chess/wane/rules"
)

const day = 24 * time.Hour

// world is a database with games, and an operator.
type world struct {
	*testing.T
	*gamestore.Store
	finished *archive.Archive
	ops      admin.Admin
	now      time.Time
}

func newWorld(t *testing.T) *world {
	t.Helper()
	s, err := gamestore.Open(t.Context(), "sqlite:"+filepath.Join(t.TempDir(), "wane.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	tag := strings.ToUpper
	s.Use(archive.Data(rules.ByName))
	finished := archive.New(archive.Options{DB: s.DB(), Games: s, Lookup: rules.ByName})
	return &world{t, s, finished, admin.Admin{Store: s, Lookup: rules.ByName, Tag: tag, Operator: "root"},
		time.Now().UTC().Truncate(time.Millisecond)}
}

func (w *world) must(err error) {
	w.Helper()
	if err != nil {
		w.Fatal(err)
	}
}

func person(name string) livegame.Player {
	return livegame.Player{Guest: strings.ToLower(name), Person: livegame.Person{Name: name}}
}

// play stores a game that was created some time ago, with moves and orders of White a
// millisecond after each other.
func (w *world) play(id livegame.ID, age time.Duration, white, black livegame.Player, commands ...string) {
	w.Helper()
	g, err := livegame.New(livegame.Header{
		ID: id, Variant: "chess", Public: true, Creator: white.Guest, Seats: [2]livegame.Player{white, black},
		Created: w.now.Add(-age),
	}, rules.ByName)
	w.must(err)
	w.must(w.Create(w.Context(), g.Summary()))
	for i, c := range commands {
		command := livegame.Command{Kind: livegame.CommandKind(c), Guest: white.Guest, Ply: -1}
		if len(c) == 4 {
			command.Kind, command.Text = livegame.DoMove, c
			command.Guest = g.Seats()[g.Position().Turn()].Guest
		}
		e, err := g.Do(command, livegame.Arrival{At: w.now.Add(-age + time.Duration(i)*time.Millisecond)})
		w.must(err)
		w.must(g.Apply(e))
		w.must(w.Append(w.Context(), id, e, g.Summary()))
	}
}

// archive archives all finished games.
func (w *world) archive() {
	w.Helper()
	w.must(w.finished.Sweep(w.Context()))
}

// list returns the games that a filter selects.
func (w *world) list(f admin.Filter) (ids []livegame.ID) {
	w.Helper()
	for s, err := range w.ops.Games(w.Context(), f) {
		w.must(err)
		ids = append(ids, s.ID)
	}
	return ids
}

// moves returns how many moves from the start of a game the explorer knows.
func (w *world) moves() int {
	w.Helper()
	g, err := rules.ByName("chess")
	w.must(err)
	played, err := w.finished.MoveTallies(w.Context(), archive.HashOf(g.Start()))
	w.must(err)
	n := 0
	for _, p := range played {
		n += p.Games()
	}
	return n
}

func (w *world) sweep(keep admin.Retention) admin.Swept {
	w.Helper()
	done, err := admin.NewSweeper(admin.SweeperOptions{
		Store: w.Store, Keep: keep,
		ForgetAskers: review.New(review.Options{DB: w.DB()}).ForgetAskers,
	}).Sweep(w.Context())
	w.must(err)
	return done
}

func TestSweep(t *testing.T) {
	w := newWorld(t)
	ann, ben, cyd, eve := person("Ann"), person("Ben"), person("Cyd"), person("Eve")
	w.play("aborted", 31*day, ann, ben, "e2e4", "abort")
	w.play("unmoved", 31*day, ann, ben, "resign")
	w.play("waiting", 31*day, ann, livegame.Player{})
	w.play("fresh", 29*day, ann, ben, "abort")
	w.play("running", 400*day, cyd, livegame.Player{Level: 1}, "e2e4")
	w.play("old", 366*day, ben, eve, "e2e4", "e7e5", "resign")
	w.play("engine", 367*day, eve, livegame.Player{Level: 2}, "d2d4", "resign")
	w.play("alone", 368*day, eve, eve, "d2d4", "d7d5", "resign")
	w.play("player", 369*day, cyd, livegame.Player{Level: 2}, "d2d4", "resign")
	w.archive()

	all := len(w.list(admin.Filter{}))
	if done := w.sweep(admin.Retention{}); done != (admin.Swept{}) || len(w.list(admin.Filter{})) != all {
		t.Errorf("forever: %+v", done)
	}
	keep := admin.Retention{Abandoned: 30 * day, Guests: 365 * day}
	if done := w.sweep(keep); done != (admin.Swept{Deleted: 3, Forgotten: 3}) {
		t.Errorf("deleted and forgotten are %+v", done)
	}
	if got, want := w.list(admin.Filter{}),
		[]livegame.ID{"fresh", "old", "engine", "alone", "player", "running"}; !slices.Equal(got, want) {
		t.Errorf("left are %v, want %v", got, want)
	}
	if n := w.moves(); n != 4 {
		t.Errorf("the explorer has %d games, want 4", n)
	}
	// Cyd has a running game, Ben one of last month.
	for id, want := range map[livegame.ID][2]string{
		"old": {"Ben", ""}, "engine": {"", ""}, "alone": {"", ""}, "player": {"Cyd", ""}, "running": {"Cyd", ""},
		"fresh": {"Ann", "Ben"},
	} {
		g, err := w.ops.Load(w.Context(), id)
		w.must(err)
		if got := [2]string{g.Seats()[0].Name, g.Seats()[1].Name}; got != want {
			t.Errorf("%s is between %q, want %q", id, got, want)
		}
		if g.Seats()[0].Empty() {
			t.Errorf("%s has an empty seat", id)
		}
	}
	if done := w.sweep(keep); done != (admin.Swept{}) {
		t.Errorf("again: %+v", done)
	}
	if found, err := w.finished.Search(t.Context(), archive.Query{Player: "eve"}); err != nil || len(found) != 0 {
		t.Errorf("a forgotten player is found: %v, %v", found, err)
	}
}

func TestGames(t *testing.T) {
	w := newWorld(t)
	ann, ben := person("Ann"), person("Ben")
	w.play("one", 3*day, ann, ben, "e2e4")
	w.play("two", 2*day, ben, livegame.Player{Level: 3})
	w.play("three", day, ann, livegame.Player{}, "abort")
	for _, c := range []struct {
		name   string
		filter admin.Filter
		want   []livegame.ID
	}{
		{"all", admin.Filter{}, []livegame.ID{"three", "two", "one"}},
		{"limit", admin.Filter{Limit: 2}, []livegame.ID{"three", "two"}},
		{
			"after", admin.Filter{After: livegame.Place{At: w.now.Add(-2 * day).Truncate(livegame.ActiveStep), ID: "two"}},
			[]livegame.ID{"one"},
		},
		{"name", admin.Filter{Player: "NN"}, []livegame.ID{"three", "one"}},
		{"tag", admin.Filter{Tag: "BEN"}, []livegame.ID{"two", "one"}},
		{"no moves", admin.Filter{NoMoves: true}, []livegame.ID{"three", "two"}},
		{"status", admin.Filter{Status: livegame.Live, Before: w.now.Add(-2*day - time.Hour)}, []livegame.ID{"one"}},
		{"variant", admin.Filter{Variant: "shrink"}, nil},
	} {
		if got := w.list(c.filter); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// racing is a store in which a player moves before the first Append and the first Delete.
type racing struct {
	admin.Store
	move func()
}

func (r *racing) Append(ctx context.Context, id livegame.ID, e livegame.Event, s livegame.Summary) error {
	r.play()
	return r.Store.Append(ctx, id, e, s)
}

func (r *racing) Delete(ctx context.Context, d admin.Deletion) error {
	r.play()
	return r.Store.Delete(ctx, d)
}

func (r *racing) play() {
	if r.move != nil {
		r.move()
		r.move = nil
	}
}

// An operator closes and deletes a game in which a player moves at the same time.
func TestCloseAndDelete(t *testing.T) {
	w := newWorld(t)
	w.play("game", time.Hour, person("Ann"), person("Ben"), "e2e4")
	r := &racing{Store: w.Store}
	w.ops.Store = r
	move := func(text string) func() {
		return func() {
			g, err := w.ops.Load(t.Context(), "game")
			w.must(err)
			e, err := g.Do(livegame.Command{
				Kind: livegame.DoMove, Guest: g.Seats()[g.Position().Turn()].Guest, Ply: -1, Text: text,
			}, livegame.Arrival{At: w.now})
			if err != nil { // it is over
				e, err = g.Do(livegame.Command{Kind: livegame.DoRematch, Guest: "ann"}, livegame.Arrival{At: w.now})
			}
			w.must(err)
			w.must(g.Apply(e))
			w.must(w.Append(t.Context(), "game", e, g.Summary()))
		}
	}
	r.move = move("e7e5")
	w.must(w.ops.Close(t.Context(), "game", game.WhiteWins, "cheating"))
	g, err := w.ops.Load(t.Context(), "game")
	w.must(err)
	if s := g.Summary(); s.Seq != 3 || s.Ply != 2 || s.Result != game.WhiteWins ||
		s.Reason != "closed by the operator of the server: cheating" {
		t.Errorf("the closed game is %+v", s)
	}
	if err, refusal := w.ops.Close(t.Context(), "game", game.Draw, ""), (*livegame.Error)(nil); !errors.As(err, &refusal) {
		t.Errorf("a game is closed twice: %v", err)
	}
	w.archive()
	if n := w.moves(); n != 1 {
		t.Errorf("the explorer has %d games, want the closed one", n)
	}
	r.move = move("")
	w.must(w.ops.Delete(t.Context(), "game"))
	if n := w.moves(); n != 0 {
		t.Errorf("the explorer has %d games, want none", n)
	}
	if err := w.ops.Delete(t.Context(), "game"); !errors.Is(err, livegame.ErrNotFound) {
		t.Errorf("a game is deleted twice: %v", err)
	}
	entries, err := admin.Entries(t.Context(), w.DB(), admin.LogQuery{Limit: 10})
	w.must(err)
	var log []string
	for _, e := range entries {
		log = append(log, e.Operator+" "+string(e.Action)+" "+string(e.Game)+": "+e.Detail)
	}
	if len(log) != 2 || log[1] != "root close game: 1-0 cheating" ||
		!strings.HasPrefix(log[0], "root delete game: chess, finished, 2 plies, last changed 20") {
		t.Errorf("the log has %q", log)
	}
}

// damaged is a store that cannot delete a game.
type damaged struct{ admin.Store }

func (d damaged) Delete(ctx context.Context, x admin.Deletion) error {
	if x.Game == "damaged" {
		return errors.New("the events are damaged")
	}
	return d.Store.Delete(ctx, x)
}

// A game that cannot be deleted keeps no other from being deleted.
func TestSweepWithDamagedGame(t *testing.T) {
	w := newWorld(t)
	w.play("damaged", 41*day, person("Ann"), livegame.Player{})
	w.play("old", 40*day, person("Ann"), livegame.Player{})
	x := admin.NewSweeper(admin.SweeperOptions{
		Store: damaged{w.Store}, Keep: admin.Retention{Abandoned: 30 * day},
	})
	done, err := x.Sweep(t.Context())
	if done.Deleted != 1 || err == nil || !strings.Contains(err.Error(), "game damaged: ") {
		t.Errorf("%+v, %v", done, err)
	}
	if left := w.list(admin.Filter{}); !slices.Equal(left, []livegame.ID{"damaged"}) {
		t.Errorf("left are %v", left)
	}
}
