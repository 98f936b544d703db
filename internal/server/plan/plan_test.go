package plan_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/job/jobtest"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/manager"
	"github.com/wane-chess/wane/internal/server/manager/managertest"
	"github.com/wane-chess/wane/internal/server/plan"
	"github.com/wane-chess/wane/internal/testing/dbtest"
	"github.com/wane-chess/wane/rules"
)

// games is a manager whose node dies, if it shall, once it has played an answer.
type games struct {
	plan.Games
	broken *atomic.Bool
}

func (g games) Do(ctx context.Context, id livegame.ID, c livegame.Command, lag time.Duration) (livegame.Event, error) {
	e, err := g.Games.Do(ctx, id, c, lag)
	if g.broken.Load() {
		return livegame.Event{}, errors.New("broken")
	}
	return e, err
}

// world is two nodes with one store.
type world struct {
	*testing.T
	db       *db.DB
	broken   atomic.Bool
	broker   *managertest.Broker
	managers [2]*manager.Manager
	nodes    [2]*plan.Service
	news     chan string // moves that were no answers of conditional moves, in SAN
	answered chan string // moves that were answered at once, in SAN
	made     int
	sent     int
}

// newWorld returns nodes whose services run, or only sweep.
func newWorld(t *testing.T, run bool) *world {
	w := &world{
		T: t, db: dbtest.Open(t), news: make(chan string, 100), answered: make(chan string, 100),
	}
	store, broker, clock := managertest.NewStore(), managertest.NewBroker(), managertest.NewClock()
	w.broker = broker
	for i, name := range []string{"here", "there"} {
		s := plan.New(plan.Options{
			DB: w.db, Lookup: rules.ByName,
			Next: func(_ livegame.Summary, e livegame.Event, _ [2]bool) {
				if e.Kind == livegame.Move {
					w.news <- e.SAN
				}
			},
			Answered: func(_ livegame.Summary, e livegame.Event) { w.answered <- e.SAN },
		})
		o := manager.Options{Node: name, Store: store, Queue: broker.Node(name), Lookup: rules.ByName, Clock: clock}
		if run {
			o.Changed = s.Game
		}
		w.managers[i], _ = managertest.Run(t, o)
		s.Use(games{w.managers[i], &w.broken})
		w.nodes[i] = s
		if run {
			jobtest.Run(t, s.Jobs)
		}
	}
	return w
}

// play begins a game by correspondence between Ann, with White, and Bob.
func (w *world) play() livegame.ID {
	w.Helper()
	return w.begin(livegame.Header{
		TimeControl: livegame.TimeControl{PerMove: 48 * time.Hour}, Casual: true,
		Seats: [2]livegame.Player{{Guest: "ann"}, {Guest: "bob"}},
	})
}

func (w *world) begin(h livegame.Header) livegame.ID {
	w.Helper()
	w.made++
	h.ID, h.Variant, h.Creator = livegame.ID(fmt.Sprintf("game%08d", w.made)), "chess", "ann"
	if _, err := w.managers[0].Create(w.Context(), h, ""); err != nil {
		w.Fatal(err)
	}
	return h.ID
}

// do sends a command of a player.
func (w *world) do(id livegame.ID, kind livegame.CommandKind, guest, move string) {
	w.Helper()
	w.sent++
	if _, err := w.managers[w.sent%2].Do(w.Context(), id,
		livegame.Command{ID: fmt.Sprint("c", w.sent), Kind: kind, Guest: guest, Ply: -1, Text: move}, 0); err != nil {
		w.Fatal(err)
	}
	w.broker.Settle()
}

// prepare stores lines of a player, each with spaces between the moves.
func (w *world) prepare(id livegame.ID, player string, lines ...string) (plan.Lines, error) {
	w.Helper()
	old, err := w.nodes[1].Lines(w.Context(), id, player)
	if err != nil {
		w.Fatal(err)
	}
	snap, err := w.managers[1].Snapshot(w.Context(), id)
	if err != nil {
		w.Fatal(err)
	}
	old.Ply, old.Moves = len(snap.Moves), nil
	for _, line := range lines {
		old.Moves = append(old.Moves, strings.Fields(line))
	}
	return w.nodes[0].PutLines(w.Context(), old)
}

func (w *world) sweep() {
	w.Helper()
	var all sync.WaitGroup
	for _, s := range w.nodes {
		all.Go(func() {
			if err := s.Sweep(w.Context()); err != nil {
				w.Error(err)
			}
		})
	}
	all.Wait()
	w.broker.Settle()
}

// moves checks the moves of a game.
func (w *world) moves(id livegame.ID, want string) {
	w.Helper()
	w.broker.Settle()
	for _, m := range w.managers {
		snap, err := m.Snapshot(w.Context(), id)
		if err != nil {
			w.Fatal(err)
		}
		if got := strings.Join(snap.Moves, " "); got != want {
			w.Errorf("the moves are %q, want %q", got, want)
		}
	}
}

// left checks the lines of a player that are left.
func (w *world) left(id livegame.ID, player string, want ...string) {
	w.Helper()
	l, err := w.nodes[0].Lines(w.Context(), id, player)
	if err != nil {
		w.Fatal(err)
	}
	var got []string
	for _, line := range l.Moves {
		got = append(got, strings.Join(line, " "))
	}
	if !slices.Equal(got, want) {
		w.Errorf("left are %q, want %q", got, want)
	}
}

// A move of the opponent is answered once, though two nodes try, until the opponent goes another way.
func TestAnswer(t *testing.T) {
	w := newWorld(t, false)
	id := w.play()
	w.do(id, livegame.DoMove, "ann", "e2e4")
	if _, err := w.prepare(id, "ann", "e5 Nf3 Nc6 Bb5", "e7e5 g1f3 d7d6 d2d4", "e5 Nf3", "c5 Nf3"); err != nil {
		t.Fatal(err)
	}
	w.left(id, "ann", "e7e5 g1f3 b8c6 f1b5", "e7e5 g1f3 d7d6 d2d4", "c7c5 g1f3")
	w.do(id, livegame.DoMove, "bob", "e7e5")
	w.sweep()
	w.moves(id, "e2e4 e7e5 g1f3")
	w.left(id, "ann", "b8c6 f1b5", "d7d6 d2d4")
	w.do(id, livegame.DoMove, "bob", "d7d6")
	w.broken.Store(true) // the node dies once it has played the answer
	if w.nodes[0].Sweep(t.Context()) == nil {
		t.Error("lines follow a game though the node dies")
	}
	w.broken.Store(false)
	w.moves(id, "e2e4 e7e5 g1f3 d7d6 d2d4")
	w.sweep()
	w.moves(id, "e2e4 e7e5 g1f3 d7d6 d2d4")
	w.left(id, "ann")

	if _, err := w.prepare(id, "ann", "Nf6 Nc3", "Nc6 Nc3"); err != nil {
		t.Fatal(err)
	}
	w.do(id, livegame.DoMove, "bob", "h7h6")
	w.sweep()
	w.moves(id, "e2e4 e7e5 g1f3 d7d6 d2d4 h7h6")
	w.left(id, "ann")
	w.do(id, livegame.DoResign, "bob", "")
	w.sweep()
	if n, err := db.One[int](t.Context(), w.db, nil, "SELECT count(*) FROM conditional_moves"); n > 0 || err != nil {
		t.Errorf("a finished game has lines of %d players, %v", n, err)
	}
}

// Both players have lines: the nodes play them at once, and only what needs a player is news.
func TestBothAnswer(t *testing.T) {
	w := newWorld(t, true)
	id := w.play()
	if _, err := w.prepare(id, "bob", "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6"); err != nil {
		t.Fatal(err)
	}
	w.do(id, livegame.DoMove, "ann", "e2e4")
	if san := <-w.news; san != "e5" {
		t.Fatalf("news of %s", san)
	}
	if san := <-w.answered; san != "e4" {
		t.Fatalf("%s was answered", san)
	}
	if _, err := w.prepare(id, "ann", "b8c6 f1b5 a7a6 b5a4"); err == nil {
		t.Error("lines are stored though it is the player's turn")
	}
	w.do(id, livegame.DoMove, "ann", "g1f3")
	if san := <-w.news; san != "Nc6" {
		t.Fatalf("news of %s", san)
	}
	w.moves(id, "e2e4 e7e5 g1f3 b8c6")
	w.left(id, "bob", "f1b5 a7a6")
	w.do(id, livegame.DoMove, "ann", "d2d4")
	if san := <-w.news; san != "d4" {
		t.Fatalf("news of %s", san)
	}
	w.left(id, "bob")
}

// The opponent moves while the player stores lines: the answer is played at once.
func TestLateLines(t *testing.T) {
	w := newWorld(t, false)
	id := w.play()
	w.do(id, livegame.DoMove, "ann", "e2e4")
	games := &late{Games: w.managers[0], before: func() { w.do(id, livegame.DoMove, "bob", "e7e5") }}
	w.nodes[0].Use(games)
	l, err := w.nodes[0].PutLines(t.Context(),
		plan.Lines{Game: id, Player: "ann", Ply: 1, Moves: [][]string{{"e7e5", "g1f3", "b8c6", "f1b5"}}})
	if err != nil || l.Ply != 3 || !reflect.DeepEqual(l.Moves, [][]string{{"b8c6", "f1b5"}}) {
		t.Errorf("%+v, %v", l, err)
	}
	w.moves(id, "e2e4 e7e5 g1f3")
}

// late is games in which something happens after the first snapshot.
type late struct {
	plan.Games
	before func()
}

func (g *late) Snapshot(ctx context.Context, id livegame.ID) (manager.Snapshot, error) {
	s, err := g.Games.Snapshot(ctx, id)
	if g.before != nil {
		g.before()
		g.before = nil
	}
	return s, err
}

// A takeback makes lines void, and an offer of the opponent is for the player to answer.
func TestTakebackAndDraw(t *testing.T) {
	w := newWorld(t, false)
	id := w.play()
	for i, move := range []string{"e2e4", "e7e5", "g1f3"} {
		w.do(id, livegame.DoMove, []string{"ann", "bob"}[i%2], move)
	}
	if _, err := w.prepare(id, "ann", "b8c6 f1b5"); err != nil {
		t.Fatal(err)
	}
	w.do(id, livegame.DoOfferTakeback, "ann", "")
	w.do(id, livegame.DoAcceptTakeback, "bob", "")
	w.do(id, livegame.DoMove, "ann", "b1c3")
	w.do(id, livegame.DoMove, "bob", "b8c6")
	w.sweep()
	w.moves(id, "e2e4 e7e5 b1c3 b8c6")

	w.do(id, livegame.DoMove, "ann", "g1f3")
	if _, err := w.prepare(id, "ann", "g8f6 f1b5"); err != nil {
		t.Fatal(err)
	}
	w.do(id, livegame.DoOfferDraw, "bob", "")
	w.do(id, livegame.DoMove, "bob", "g8f6")
	w.sweep()
	w.moves(id, "e2e4 e7e5 b1c3 b8c6 g1f3 g8f6")
	w.do(id, livegame.DoDeclineDraw, "ann", "")
	w.sweep()
	w.moves(id, "e2e4 e7e5 b1c3 b8c6 g1f3 g8f6 f1b5")
}

func TestRefused(t *testing.T) {
	w := newWorld(t, false)
	id := w.play()
	w.do(id, livegame.DoMove, "ann", "e2e4")
	many := make([]string, plan.MaxLines+1)
	for i := range many {
		many[i] = "e5 Nf3"
	}
	for _, test := range []struct {
		player, want string
		lines        []string
	}{
		{"ann", "an answer of yours at the end", []string{"e7e5"}},
		{"ann", "an answer of yours at the end", []string{"e5 Nf3", ""}},
		{"ann", "an answer of yours at the end", []string{strings.Repeat("Nf6 Nf3 Ng8 Ng1 ", 16)}},
		{"ann", "Line 2: ", []string{"e5 Nf3", "e5 Nf6"}},
		{"ann", "at most 40 characters", []string{"e5 " + strings.Repeat("x", 300)}},
		{"ann", "Line 2 answers e7e5 by f1c4, but another line by g1f3", []string{"e5 Nf3", "e5 Bc4"}},
		{"ann", "at most 100 lines", many},
		{"ann", "the game is over", []string{"f6 Nc3 g5 Qh5 a6 a3"}},
		{"bob", "move first", []string{"e5 Nf3"}},
		{"cyd", "Only the players", []string{"e5 Nf3"}},
		{"", "Only the players", []string{"e5 Nf3"}},
	} {
		_, err := w.prepare(id, test.player, test.lines...)
		var refused *livegame.Error
		if !errors.As(err, &refused) || !strings.Contains(refused.Message, test.want) {
			t.Errorf("%s, %.80q: error %v, want %q", test.player, test.lines, err, test.want)
		}
	}
	if _, err := w.nodes[0].PutLines(t.Context(),
		plan.Lines{Game: id, Player: "ann", Ply: 3, Moves: [][]string{{"e7e5", "g1f3"}}}); err == nil {
		t.Error("lines of another position are stored")
	}
	if _, err := w.nodes[0].PutLines(t.Context(), plan.Lines{
		Game: id, Player: "ann", Version: 7, Ply: 1, Moves: [][]string{{"e7e5", "g1f3"}},
	}); !errors.Is(err, plan.ErrConflict) {
		t.Errorf("a version that there is not: %v", err)
	}
	ann, engine := livegame.Player{Guest: "ann"}, livegame.Player{Level: 1}
	days := livegame.TimeControl{PerMove: 24 * time.Hour}
	for name, h := range map[string]livegame.Header{
		"a clock":   {TimeControl: livegame.TimeControl{Base: time.Minute}, Seats: [2]livegame.Player{{Guest: "bob"}, ann}},
		"an engine": {TimeControl: days, Seats: [2]livegame.Player{engine, ann}},
		"oneself":   {TimeControl: days, Seats: [2]livegame.Player{ann, ann}},
		"no one":    {TimeControl: days, Seats: [2]livegame.Player{{}, ann}},
	} {
		if _, err := w.prepare(w.begin(h), "ann", "e4 e5"); err == nil {
			t.Errorf("lines against %s are stored", name)
		}
	}
	_, err := w.nodes[0].PutLines(t.Context(), plan.Lines{Game: "game99999999", Player: "ann"})
	if !errors.Is(err, livegame.ErrNotFound) {
		t.Errorf("no game: %v", err)
	}
}

func TestNotes(t *testing.T) {
	w := newWorld(t, false)
	id := w.play()
	n := plan.Note{Game: id, Player: "ann", Text: "Watch the f-file."}
	first, err := w.nodes[0].PutNote(t.Context(), n)
	if err != nil || first.Version != 1 || first.At.IsZero() {
		t.Errorf("%+v, %v", first, err)
	}
	if got, err := w.nodes[1].Note(t.Context(), id, "ann"); err != nil || got != first {
		t.Errorf("%+v, %v, want %+v", got, err, first)
	}
	if _, err := w.nodes[1].PutNote(t.Context(), n); !errors.Is(err, plan.ErrConflict) {
		t.Errorf("the version before: %v", err)
	}
	first.Text = strings.Repeat("ä", plan.MaxNote)
	if _, err := w.nodes[1].PutNote(t.Context(), first); err != nil {
		t.Error(err)
	}
	for text, player := range map[string]string{
		strings.Repeat("a", plan.MaxNote+1): "ann", "\xff": "ann", "a spectator": "cyd", "no player": "",
	} {
		var refused *livegame.Error
		_, err := w.nodes[1].PutNote(t.Context(), plan.Note{Game: id, Player: player, Version: 2, Text: text})
		if !errors.As(err, &refused) {
			t.Errorf("%.20q of %q: %v", text, player, err)
		}
	}
}
