package manager_test

import (
	"context"
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/manager"
	"github.com/wane-chess/wane/internal/server/manager/managertest"
	"github.com/wane-chess/wane/rules"
)

func TestNewChecksOptions(t *testing.T) {
	whole := manager.Options{Store: managertest.NewStore(), Queue: managertest.NewBroker().Node("a"), Lookup: rules.ByName}
	for _, c := range []struct {
		name string
		cut  func(*manager.Options)
	}{
		{"store", func(o *manager.Options) { o.Store = nil }},
		{"queue", func(o *manager.Options) { o.Queue = nil }},
		{"rules", func(o *manager.Options) { o.Lookup = nil }},
	} {
		o := whole
		c.cut(&o)
		if _, err := manager.New(o); err == nil || !strings.Contains(err.Error(), c.name) {
			t.Errorf("without %s: %v", c.name, err)
		}
	}
	if _, err := manager.New(whole); err != nil {
		t.Error(err)
	}
}

func TestGameFromStoreToEnd(t *testing.T) {
	w := newWorld(t)
	a := w.node("a")
	head := pair(blitz)
	head.Seats[game.Black] = livegame.Player{}
	id := a.create(head)
	if s := a.snapshot(id); s.Status != livegame.Waiting || len(s.Events) != 0 {
		t.Fatalf("a new game: %+v", s)
	}
	seen := a.watch(id, eve)
	a.refused(id, move(ann, 0, "e2e4"), livegame.NotStarted)
	a.must(id, livegame.Command{ID: "join", Kind: livegame.DoJoin, Guest: bob, Name: "Bob"})
	a.refused(id, move(bob, 0, "e2e4"), livegame.NotYourTurn)
	a.refused(id, move(eve, 0, "e2e4"), livegame.NotYourSeat)
	a.refused(id, move(ann, 0, "e2e5"), livegame.IllegalMove)
	a.play(id, "f2f3", "e7e5", "g2g4", "d8h4")
	s := a.snapshot(id)
	if s.Status != livegame.Finished || !slices.Equal(s.Moves, []string{"f2f3", "e7e5", "g2g4", "d8h4"}) {
		t.Errorf("after fool's mate: %s, %v", s.Status, s.Moves)
	}
	if last := s.Events[4]; last.Result != game.BlackWins || last.Reason != game.Checkmate {
		t.Errorf("the last event is %+v", last)
	}
	a.refused(id, move(ann, 4, "a2a3"), livegame.GameOver)
	seen.await(5)
	if !slices.Equal(seen.events, w.stored(id)) {
		t.Errorf("a watcher has %v, the store %v", seen.events, w.stored(id))
	}
	if got := a.Stats(); got.Moves != 4 || got.Commands != 10 || got.Rejected != 5 || got.Loaded != 1 ||
		got.Watchers != 1 {
		t.Errorf("stats: %+v", got)
	}
}

func TestRepeatedCommandCountsOnce(t *testing.T) {
	w := newWorld(t)
	a := w.node("a")
	id := a.create(pair(blitz))
	first := a.must(id, move(ann, 0, "e2e4"))
	a.play(id, "e7e5")
	if again := a.must(id, move(ann, 0, "e2e4")); again != first {
		t.Errorf("the same command gave %+v, and then %+v", first, again)
	}
	if n := len(w.stored(id)); n != 2 {
		t.Errorf("the store has %d events, want 2", n)
	}
}

func TestUnknownGames(t *testing.T) {
	w := newWorld(t)
	a := w.node("a")
	for _, id := range []livegame.ID{"", "nobodyknows1", "*", ">", "a.b", "../../etc", "ä",
		livegame.ID(strings.Repeat("x", 65))} {
		if _, err := a.Snapshot(w.ctx, id); !errors.Is(err, livegame.ErrNotFound) {
			t.Errorf("snapshot of %q: %v", id, err)
		}
		if _, err := a.Do(w.ctx, id, move(ann, 0, "e2e4"), 0); !errors.Is(err, livegame.ErrNotFound) {
			t.Errorf("do in %q: %v", id, err)
		}
		if _, _, err := a.Watch(w.ctx, id, ann, func(*manager.Update) {}); !errors.Is(err, livegame.ErrNotFound) {
			t.Errorf("watch %q: %v", id, err)
		}
	}
	if n := a.Stats().Loaded; n != 0 {
		t.Errorf("%d missing games count as loaded", n)
	}
	if n := w.store.Calls("load"); n != 3 {
		t.Errorf("the store was read %d times, want 3: only for valid IDs", n)
	}
}

func TestCreate(t *testing.T) {
	w := newWorld(t)
	a := w.node("a")
	refused := func(what string, change func(*livegame.Header)) {
		h := pair(blitz)
		change(&h)
		_, err := a.Create(w.ctx, h, "")
		if r := (*livegame.Error)(nil); !errors.As(err, &r) {
			t.Errorf("%s: %v", what, err)
		}
	}
	refused("an unknown variant", func(h *livegame.Header) { h.Variant = "checkers" })
	refused("a bad position", func(h *livegame.Header) { h.FEN = "8/8" })
	refused("an invalid ID", func(h *livegame.Header) { h.ID = "a.b" })

	h := pair(blitz)
	h.ID = "chosen-by-us"
	id := a.create(h)
	a.play(id, "e2e4")
	w.clock.Advance(time.Second)
	s, err := a.Create(w.ctx, h, "") // repeated, as if the answer had been lost
	if err != nil || len(s.Moves) != 1 {
		t.Errorf("repeated: %v, %v", s.Moves, err)
	}
	refused("another guest's game", func(h *livegame.Header) { h.ID, h.Creator = id, eve })
	if n := w.store.Calls("create"); n != 3 {
		t.Errorf("the store got %d games, want 3", n)
	}
}

func TestNewID(t *testing.T) {
	form, seen := regexp.MustCompile(`^[A-Za-z0-9]{12}$`), map[livegame.ID]bool{}
	for range 1000 {
		id := livegame.NewID()
		if !form.MatchString(string(id)) || seen[id] {
			t.Fatalf("the ID %q is invalid or not new", id)
		}
		seen[id] = true
	}
}

func TestRematch(t *testing.T) {
	w := newWorld(t)
	a, b := w.node("a"), w.node("b")
	id := a.create(pair(blitz))
	a.must(id, order(ann, livegame.DoResign))
	a.must(id, order(ann, livegame.DoRematch))
	e := b.must(id, order(bob, livegame.DoRematch))
	if e.Kind != livegame.Rematch || e.Next == "" {
		t.Fatalf("the rematch's event is %+v", e)
	}
	for _, n := range []*node{a, b} {
		s := n.snapshot(e.Next)
		if s.Seats[game.White].Guest != bob || s.Seats[game.Black].Guest != ann || s.Header.RematchOf != id ||
			s.Status != livegame.Live {
			t.Errorf("the rematch is %+v", s)
		}
	}
	b.must(e.Next, move(bob, 0, "e2e4"))
}

func TestRematchIsStoredFirst(t *testing.T) {
	w := newWorld(t)
	a := w.node("a")
	id := a.create(versus(game.Black))
	a.must(id, order(ann, livegame.DoResign))
	w.store.SetFault(func(c managertest.Call) managertest.Fault {
		if c.Op == "create" {
			return managertest.Fault{Before: managertest.ErrBroken}
		}
		return managertest.Fault{}
	})
	if e, err := a.Do(w.ctx, id, order(ann, livegame.DoRematch), 0); !errors.Is(err, managertest.ErrBroken) {
		t.Fatalf("a rematch that cannot be created gave %+v, %v", e, err)
	}
	if n := len(w.stored(id)); n != 1 {
		t.Fatalf("the game has %d events, want 1", n)
	}
	w.store.SetFault(nil)
	e := a.must(id, order(ann, livegame.DoRematch))
	jobs, err := w.hub.AwaitJobs(w.ctx, 1) // the engine has White now
	if err != nil || jobs[0].Game != e.Next || jobs[0].Ply != 0 {
		t.Errorf("the jobs are %+v, %v", jobs, err)
	}
}

func TestCanceledCallers(t *testing.T) {
	w := newWorld(t)
	a := w.node("a")
	id := a.create(pair(blitz))
	gone, cancel := context.WithCancel(w.ctx)
	cancel()
	if _, err := a.Do(gone, id, move(ann, 0, "e2e4"), 0); !errors.Is(err, context.Canceled) {
		t.Errorf("a command with a canceled context: %v", err)
	}
	if n := len(w.stored(id)); n != 0 {
		t.Fatalf("it caused %d events", n)
	}

	// A caller that is canceled while the store works does not stop it; one that waits
	// for the game stops waiting.
	ctx, cancel := context.WithCancel(w.ctx)
	reached, free := make(chan struct{}), make(chan struct{})
	w.store.SetFault(func(c managertest.Call) managertest.Fault {
		if c.Op != "append" || c.Event.Seq != 1 {
			return managertest.Fault{}
		}
		close(reached)
		return managertest.Fault{Wait: free}
	})
	type reply struct {
		e   livegame.Event
		err error
	}
	first, second := make(chan reply), make(chan reply)
	go func() {
		e, err := a.Do(ctx, id, move(ann, 0, "e2e4"), 0)
		first <- reply{e, err}
	}()
	<-reached
	go func() {
		e, err := a.Do(ctx, id, move(bob, 1, "e7e5"), 0)
		second <- reply{e, err}
	}()
	cancel()
	if r := <-second; !errors.Is(r.err, context.Canceled) {
		t.Errorf("the caller that waited: %+v", r)
	}
	close(free)
	if r := <-first; r.err != nil || r.e.Move != "e2e4" {
		t.Errorf("the caller whose move was being stored: %+v", r)
	}
	if n := len(a.snapshot(id).Moves); n != 1 {
		t.Errorf("the game has %d moves, want 1", n)
	}
}

func TestReady(t *testing.T) {
	w := newWorld(t)
	a := w.node("a")
	if err := a.Ready(w.ctx); err != nil {
		t.Error(err)
	}
	w.hub.Break(errors.New("cut"))
	if err := a.Ready(w.ctx); err == nil {
		t.Error("ready without a queue")
	}
	w.hub.Break(nil)
	w.store.SetFault(func(managertest.Call) managertest.Fault { return managertest.Fault{Before: managertest.ErrBroken} })
	if err := a.Ready(w.ctx); !errors.Is(err, managertest.ErrBroken) {
		t.Errorf("ready without a store: %v", err)
	}
}
