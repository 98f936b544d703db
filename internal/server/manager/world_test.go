package manager_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/manager"
	"github.com/wane-chess/wane/internal/server/manager/managertest"
	"github.com/wane-chess/wane/rules"
)

// world is a store, a queue and a clock, with nodes that share them.
type world struct {
	*testing.T
	store *managertest.Store
	hub   *managertest.Broker
	clock *managertest.Clock
	nodes []*node
	ctx   context.Context // of the test: a wait that outlasts it fails
}

func newWorld(t *testing.T) *world {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	t.Cleanup(cancel)
	return &world{
		T: t, store: managertest.NewStore(), hub: managertest.NewBroker(), clock: managertest.NewClock(), ctx: ctx,
	}
}

// node is a manager under test.
type node struct {
	*manager.Manager
	w     *world
	queue *managertest.Client
	stop  func()
}

// node starts a manager, with the usual timing if none is given.
func (w *world) node(name string, timing ...manager.Timing) *node {
	w.Helper()
	queue := w.hub.Node(name)
	o := manager.Options{Node: name, Store: w.store, Queue: queue, Lookup: rules.ByName, Clock: w.clock}
	if len(timing) > 0 {
		o.Timing = timing[0]
	}
	m, stop := managertest.Run(w, o)
	n := &node{m, w, queue, stop}
	w.nodes = append(w.nodes, n)
	return n
}

// settle waits until the nodes have handled all notices. A handler may start a background
// task, and a task may send notices, so two rounds without a new notice end the wait.
func (w *world) settle() {
	for sent := -1; sent != w.hub.Sent(); {
		sent = w.hub.Sent()
		w.hub.Settle()
		for _, n := range w.nodes {
			n.Idle()
		}
		w.hub.Settle()
	}
}

// pass lets time pass in steps in which the nodes hear of each other.
func (w *world) pass(d time.Duration) {
	for ; d > 0; d -= 5 * time.Second {
		w.clock.Advance(min(d, 5*time.Second))
		w.settle()
	}
}

// kill ends a node as a crash would: it sends no more notices, and its timers do
// nothing. (Its goroutines end gracefully, without a connection.)
func (n *node) kill() {
	n.w.Helper()
	if err := n.queue.Close(); err != nil {
		n.w.Fatal(err)
	}
	n.stop()
}

// The guests of the tests.
const (
	ann = "ann"
	bob = "bob"
	eve = "eve" // watches
)

// pair is the header of a game between Ann, who has White, and Bob.
func pair(c livegame.TimeControl) livegame.Header {
	return livegame.Header{
		Variant:     "chess",
		TimeControl: c,
		Casual:      true,
		Public:      true,
		Seats: [2]livegame.Player{
			{Guest: ann, Person: livegame.Person{Name: "Ann"}},
			{Guest: bob, Person: livegame.Person{Name: "Bob"}},
		},
		Creator: ann,
	}
}

// blitz is three minutes and two seconds.
var blitz = livegame.TimeControl{Base: 3 * time.Minute, Increment: 2 * time.Second}

// versus is the header of a game between Ann and the engine, which has the given color.
func versus(engine game.Color) livegame.Header {
	h := pair(livegame.TimeControl{})
	h.Seats[engine] = livegame.Player{Level: 1}
	h.Seats[engine.Other()] = livegame.Player{Guest: ann, Person: livegame.Person{Name: "Ann"}}
	return h
}

// create creates a game.
func (n *node) create(h livegame.Header) livegame.ID {
	n.w.Helper()
	s, err := n.Create(n.w.ctx, h, "")
	if err != nil {
		n.w.Fatalf("create: %v", err)
	}
	return s.Header.ID
}

// move makes the command that plays a move; its ID names the move.
func move(guest string, ply int, text string) livegame.Command {
	return livegame.Command{
		ID: fmt.Sprintf("%s-%d-%s", guest, ply, text), Kind: livegame.DoMove, Guest: guest, Ply: ply, Text: text,
	}
}

// order makes a command without details.
func order(guest string, o livegame.CommandKind) livegame.Command {
	return livegame.Command{ID: guest + "-" + string(o), Kind: o, Guest: guest}
}

// must carries out a command, which must succeed.
func (n *node) must(id livegame.ID, c livegame.Command) livegame.Event {
	n.w.Helper()
	e, err := n.Do(n.w.ctx, id, c, 0)
	if err != nil {
		n.w.Fatalf("%s %s by %q: %v", c.Kind, c.Text, c.Guest, err)
	}
	return e
}

// play plays moves for Ann and Bob in turn.
func (n *node) play(id livegame.ID, moves ...string) {
	n.w.Helper()
	ply := len(n.snapshot(id).Moves)
	for _, m := range moves {
		n.must(id, move([]string{ann, bob}[ply%2], ply, m))
		ply++
	}
}

// refused checks that a command is rejected with a code.
func (n *node) refused(id livegame.ID, c livegame.Command, code livegame.Code) {
	n.w.Helper()
	e, err := n.Do(n.w.ctx, id, c, 0)
	if r := (*livegame.Error)(nil); !errors.As(err, &r) || r.Code != code {
		n.w.Fatalf("%s %s by %q: got %+v, %v; want an error with code %s", c.Kind, c.Text, c.Guest, e, err, code)
	}
}

func (n *node) snapshot(id livegame.ID) manager.Snapshot {
	n.w.Helper()
	s, err := n.Snapshot(n.w.ctx, id)
	if err != nil {
		n.w.Fatalf("snapshot: %v", err)
	}
	return s
}

// stored returns the events that the store has.
func (w *world) stored(id livegame.ID) []livegame.Event {
	w.Helper()
	_, events, err := w.store.Load(w.ctx, id)
	if err != nil {
		w.Fatal(err)
	}
	return events
}

// observer is a watcher that records all updates.
type observer struct {
	*manager.Watcher
	t      testing.TB
	ctx    context.Context
	mu     sync.Mutex
	cond   *sync.Cond
	from   int // events before the first
	events []livegame.Event
	shown  []manager.Update // presence
	// restarts is how often the observer got the whole game.
	restarts int
	deleted  int // how often it heard that the game was deleted
}

// watch starts an observer; the first presence that it records is the snapshot's.
func (n *node) watch(id livegame.ID, guest string) *observer {
	n.w.Helper()
	o := &observer{t: n.w, ctx: n.w.ctx}
	o.cond = sync.NewCond(&o.mu)
	s, watch, err := n.Watch(n.w.ctx, id, guest, o.deliver)
	if err != nil {
		n.w.Fatalf("watch: %v", err)
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.Watcher, o.from = watch, len(s.Events)
	o.shown = append([]manager.Update{{Presence: &s.Presence, AwaySince: s.AwaySince}}, o.shown...)
	return o
}

func (o *observer) deliver(u *manager.Update) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if u.Event != nil {
		o.events = append(o.events, *u.Event)
	}
	if u.Presence != nil {
		o.shown = append(o.shown, *u)
	}
	if u.Restart != nil {
		o.restarts++
		o.from, o.events = 0, slices.Clone(u.Restart.Events)
	}
	if u.Deleted {
		o.deleted++
	}
	o.cond.Broadcast()
}

// await waits until the observer has the events up to a number, and checks that each
// came once and in order.
func (o *observer) await(seq int) {
	o.t.Helper()
	stop := context.AfterFunc(o.ctx, func() {
		o.mu.Lock()
		defer o.mu.Unlock()
		o.cond.Broadcast()
	})
	defer stop()
	o.mu.Lock()
	defer o.mu.Unlock()
	for o.from+len(o.events) < seq && o.ctx.Err() == nil {
		o.cond.Wait()
	}
	o.check(seq)
}

func (o *observer) check(seq int) {
	o.t.Helper()
	if got := o.from + len(o.events); got != seq {
		o.t.Errorf("a watcher has %d events, want %d", got, seq)
	}
	for i, e := range o.events {
		if e.Seq != o.from+i+1 {
			o.t.Fatalf("a watcher got event %d in place of %d", e.Seq, o.from+i+1)
		}
	}
}

// sees checks the last presence that the observer got.
func (o *observer) sees(white, black bool, watchers int) {
	o.t.Helper()
	o.mu.Lock()
	defer o.mu.Unlock()
	last := o.shown[len(o.shown)-1]
	want := livegame.Presence{Colors: [2]bool{white, black}, Watchers: watchers}
	if *last.Presence != want {
		o.t.Errorf("a watcher sees %+v, want %+v", *last.Presence, want)
	}
	for color, here := range want.Colors {
		if here != last.AwaySince[color].IsZero() {
			o.t.Errorf("a watcher sees %v here: %v, but away since %v", game.Color(color), here, last.AwaySince[color])
		}
	}
}

// updates returns the number of presence updates.
func (o *observer) updates() int {
	o.mu.Lock()
	defer o.mu.Unlock()
	return len(o.shown)
}
