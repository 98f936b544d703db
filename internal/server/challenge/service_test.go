package challenge_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/challenge"
	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/manager"
	"github.com/wane-chess/wane/internal/server/manager/managertest"
	"github.com/wane-chess/wane/internal/testing/dbtest"
	"github.com/wane-chess/wane/rules"
)

// world is two nodes with one store.
type world struct {
	*testing.T
	store    *managertest.Store
	db       *db.DB
	broker   *managertest.Broker
	clock    *managertest.Clock
	managers [2]*manager.Manager
	nodes    [2]*challenge.Service
	later    atomic.Int64 // what has to be added to the time for challenges
}

// games is a manager whose time goes on without its timers.
type games struct {
	*manager.Manager
	later *atomic.Int64
}

func (g games) Now() time.Time { return g.Manager.Now().Add(time.Duration(g.later.Load())) }

// wait lets time go by.
func (w *world) wait(d time.Duration) { w.later.Add(int64(d)) }

func newWorld(t *testing.T) *world {
	w := &world{
		T: t, store: managertest.NewStore(), db: dbtest.Open(t), broker: managertest.NewBroker(),
		clock: managertest.NewClock(),
	}
	for i, name := range []string{"here", "there"} {
		w.managers[i], _ = managertest.Run(t,
			manager.Options{Node: name, Store: w.store, Queue: w.broker.Node(name), Lookup: rules.ByName, Clock: w.clock})
		w.nodes[i] = challenge.New(challenge.Options{
			DB: w.db, Games: games{w.managers[i], &w.later}, Lookup: rules.ByName,
			Refused: func(_ context.Context, from, to string) (bool, error) { return from == "eve" && to == "bob", nil },
			Rate: func(_ context.Context, _ livegame.Header, p livegame.Player) (livegame.Player, error) {
				p.Rating = 1500
				return p, nil
			},
		})
	}
	return w
}

func player(name string) livegame.Player {
	return livegame.Player{Guest: name, Person: livegame.Person{Name: name, Account: name != ""}}
}

var blitz = livegame.TimeControl{Base: 3 * time.Minute}

// from returns a challenge of one player to another; to nobody, it is open.
func from(a, b string, id livegame.ID) challenge.Challenge {
	c := challenge.Challenge{
		ID: id, Variant: "shrink", TimeControl: blitz, Wish: challenge.White, From: player(a), Address: "address",
	}
	if c.Open = b == ""; !c.Open {
		c.To = player(b)
	}
	return c
}

func (w *world) create(c challenge.Challenge) challenge.Challenge {
	w.Helper()
	c, err := w.nodes[0].Create(w.Context(), c)
	if err != nil {
		w.Fatal(err)
	}
	return c
}

// refused checks that an error is one for users, with a part of its text.
func (w *world) refused(err error, part string) {
	w.Helper()
	var refusal *livegame.Error
	if !errors.As(err, &refusal) || !strings.Contains(refusal.Message, part) {
		w.Errorf("the error is %v, want one with %q", err, part)
	}
}

// A challenge is seen by both players, is accepted by the other one only, and becomes a game of
// the same ID.
func TestAccept(t *testing.T) {
	w := newWorld(t)
	var calls atomic.Int64
	t.Cleanup(w.managers[1].WatchPlayer("bob", func() { calls.Add(1) }))
	c := w.create(from("ann", "bob", "challenge001"))
	for _, name := range []string{"ann", "bob"} {
		if list, err := w.nodes[1].List(t.Context(), name, time.Time{}); err != nil || len(list) != 1 || list[0].ID != c.ID {
			t.Errorf("%s has %+v, %v", name, list, err)
		}
	}
	if _, err := w.nodes[1].Accept(t.Context(), c.ID, player("eve"), nil); !errors.Is(err, challenge.ErrNotFound) {
		t.Errorf("another accepts: %v", err)
	}
	_, err := w.nodes[1].Accept(t.Context(), c.ID, player("ann"), nil)
	w.refused(err, "your own")
	for range 2 { // the second time, the answer was lost
		if c, err = w.nodes[1].Accept(t.Context(), c.ID, player("bob"), nil); err != nil || c.Status != challenge.Accepted {
			t.Fatalf("%+v, %v", c, err)
		}
	}
	snap, err := w.managers[0].Snapshot(t.Context(), c.ID)
	if err != nil || snap.Status != livegame.Live || snap.Seats[game.White].Name != "ann" || c.From.Rating != 1500 ||
		snap.Seats[game.Black].Name != "bob" || !snap.Header.Casual || !snap.Header.Public {
		t.Errorf("%+v, %v", snap.Header, err)
	}
	_, err = w.nodes[0].Cancel(t.Context(), c.ID, "ann")
	w.refused(err, "accepted already")
	if w.broker.Settle(); calls.Load() < 2 {
		t.Errorf("the other node heard %d times of it, want at least a challenge and a game", calls.Load())
	}
	if list, err := w.nodes[0].List(t.Context(), "ann", time.Time{}); err != nil || len(list) != 0 {
		t.Errorf("%+v, %v wait", list, err)
	}
	if list, err := w.nodes[0].List(t.Context(), "ann", c.Created); err != nil || len(list) != 1 {
		t.Errorf("%+v, %v have changed", list, err)
	}
}

// The game of a challenge with rules has them on all nodes: neither player aborts it on any.
func TestRules(t *testing.T) {
	w := newWorld(t)
	c := from("ann", "bob", "challenge001")
	c.Rules = "noRematch,noAbort"
	c = w.create(c)
	if _, err := w.nodes[1].Accept(t.Context(), c.ID, player("bob"), nil); err != nil {
		t.Fatal(err)
	}
	for i, m := range w.managers {
		snap, err := m.Snapshot(t.Context(), c.ID)
		if err != nil || snap.Header.Rules != "noAbort,noRematch" {
			t.Errorf("node %d has the rules %q, %v", i, snap.Header.Rules, err)
		}
		for _, who := range []string{"ann", "bob"} {
			abort := livegame.Command{ID: fmt.Sprint("abort", i, who), Kind: livegame.DoAbort, Guest: who, Ply: -1}
			_, err = m.Do(t.Context(), c.ID, abort, 0)
			w.refused(err, "cannot be aborted")
		}
	}
	wrong := from("ann", "bob", "challenge002")
	wrong.Rules = "noUndo"
	_, err := w.nodes[0].Create(t.Context(), wrong)
	w.refused(err, "no rule")
}

// Of many who accept an open challenge on two nodes, one gets the game.
func TestOpenChallenge(t *testing.T) {
	w := newWorld(t)
	o := from("ann", "", "challenge001")
	o.Wish = challenge.Random
	c := w.create(o)
	black := game.Black
	var won atomic.Int64
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			_, err := w.nodes[i%2].Accept(t.Context(), c.ID, player(fmt.Sprint("player", i)), &black)
			if err == nil {
				won.Add(1)
			} else if !errors.Is(err, challenge.ErrNotFound) {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	snap, err := w.managers[0].Snapshot(t.Context(), c.ID)
	if err != nil || won.Load() != 1 || snap.Seats[game.White].Guest != "ann" {
		t.Errorf("%d have won, and %+v play: %v", won.Load(), snap.Seats, err)
	}
}

// What a node has begun that dies after an acceptance, another completes.
func TestDeathAfterAcceptance(t *testing.T) {
	w := newWorld(t)
	c := w.create(from("ann", "bob", "challenge001"))
	w.store.SetFault(func(c managertest.Call) managertest.Fault {
		if c.Op == "create" {
			return managertest.Fault{Before: managertest.ErrBroken}
		}
		return managertest.Fault{}
	})
	if _, err := w.nodes[0].Accept(t.Context(), c.ID, player("bob"), nil); !errors.Is(err, managertest.ErrBroken) {
		t.Fatal(err)
	}
	w.store.SetFault(nil)
	_, err := w.nodes[0].Cancel(t.Context(), c.ID, "ann")
	w.refused(err, "accepted already")
	for range 2 {
		w.wait(10 * time.Second)
		if err := w.nodes[1].Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if snap, err := w.managers[1].Snapshot(t.Context(), c.ID); err != nil || snap.Status != livegame.Live {
		t.Errorf("%v, %v", snap.Status, err)
	}
	if c, err = w.nodes[0].Get(t.Context(), c.ID); err != nil || c.Status != challenge.Accepted {
		t.Errorf("%v, %v", c.Status, err)
	}
}

// A challenge whose game cannot be created ends, and both players learn why.
func TestGameRefused(t *testing.T) {
	w := newWorld(t)
	c := from("ann", "bob", "challenge001")
	c.TimeControl = livegame.TimeControl{PerMove: 24 * time.Hour}
	c = w.create(c)
	other := livegame.Header{
		ID: c.ID, Variant: "shrink", Creator: "eve", Seats: [2]livegame.Player{player("eve"), player("zoe")},
	}
	if _, err := w.managers[0].Create(t.Context(), other, ""); err != nil { // another game has the ID
		t.Fatal(err)
	}
	_, err := w.nodes[0].Accept(t.Context(), c.ID, player("bob"), nil)
	if err == nil {
		t.Fatal("the game of another player is taken for that of the challenge")
	}
	w.wait(10 * time.Second)
	_ = w.nodes[1].Sweep(t.Context())
	if c, err = w.nodes[1].Get(t.Context(), c.ID); err != nil || c.Status != challenge.Canceled ||
		c.Reason != challenge.Failed {
		t.Errorf("the challenge is %v for the reason %q, %v", c.Status, c.Reason, err)
	}
}

// Challenges from others do not count as sent.
func TestSentAmongMany(t *testing.T) {
	w := newWorld(t)
	for i := range challenge.MaxSent {
		w.create(from("zoe", fmt.Sprint("player", i), livegame.ID(fmt.Sprintf("sent%08d", i))))
	}
	for i := range 120 {
		c := from(fmt.Sprint("fan", i), "zoe", livegame.ID(fmt.Sprintf("many%08d", i)))
		c.Address = fmt.Sprint("home", i)
		w.create(c)
	}
	_, err := w.nodes[0].Create(t.Context(), from("zoe", "bob", "challenge001"))
	w.refused(err, "of your challenges wait")
}

// Challenges end, and are forgotten later.
func TestEnds(t *testing.T) {
	w := newWorld(t)
	declined := w.create(from("ann", "bob", "declined0001"))
	if _, err := w.nodes[1].Decline(t.Context(), declined.ID, "ann",
		challenge.Later); !errors.Is(err, challenge.ErrNotFound) {
		t.Errorf("the challenger declines: %v", err)
	}
	for range 2 {
		if c, err := w.nodes[1].Decline(t.Context(), declined.ID, "bob", challenge.Later); err != nil ||
			c.Status != challenge.Declined || c.Reason != challenge.Later {
			t.Errorf("%+v, %v", c, err)
		}
	}
	first := w.create(from("ann", "bob", "canceled0001"))
	second := w.create(from("ann", "bob", "expired00001"))
	if c, err := w.nodes[1].Get(t.Context(), first.ID); err != nil || c.Status != challenge.Canceled {
		t.Errorf("another challenge leaves the first %v, %v", c.Status, err)
	}
	w.wait(challenge.WaitTimed)
	_, err := w.nodes[1].Accept(t.Context(), second.ID, player("bob"), nil)
	w.refused(err, "has expired")
	if err := w.nodes[0].Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	if status, err := db.One[challenge.Status](t.Context(), w.db, nil, "SELECT status FROM challenges WHERE id = $1",
		second.ID); err != nil || status != challenge.Expired {
		t.Errorf("the sweep leaves %v, %v", status, err)
	}
	w.wait(25 * time.Hour)
	if err := w.nodes[0].Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := w.nodes[0].Get(t.Context(), second.ID); !errors.Is(err, challenge.ErrNotFound) {
		t.Errorf("the challenge is kept: %v", err)
	}
}

func TestCreateRefused(t *testing.T) {
	w := newWorld(t)
	change := func(f func(*challenge.Challenge)) challenge.Challenge {
		c := from("ann", "bob", "challenge001")
		f(&c)
		return c
	}
	for part, c := range map[string]challenge.Challenge{
		"yourself":         from("ann", "ann", "challenge001"),
		"with an account":  from("", "bob", "challenge001"),
		"unknown game":     change(func(c *challenge.Challenge) { c.Variant = "go" }),
		"cannot start":     change(func(c *challenge.Challenge) { c.FEN = "x" }),
		"the time for":     change(func(c *challenge.Challenge) { c.TimeControl.Base = 24 * time.Hour }),
		"does not accept":  from("eve", "bob", "challenge001"),
		"of your challeng": {},
	} {
		if c.ID == "" {
			for i := range challenge.MaxSent {
				w.create(from("zoe", fmt.Sprint("player", i), livegame.ID(fmt.Sprintf("many%08d", i))))
			}
			c = from("zoe", "bob", "challenge001")
		}
		_, err := w.nodes[0].Create(t.Context(), c)
		if err == nil || !strings.Contains(strings.ToLower(err.Error()), part) {
			t.Errorf("the error is %v, want one with %q", err, part)
		}
	}
}

// A player who was blocked after the challenge cannot accept it.
func TestBlockedLater(t *testing.T) {
	w := newWorld(t)
	c := w.create(from("bob", "eve", "challenge001"))
	if _, err := w.nodes[1].Accept(t.Context(), c.ID, player("eve"), nil); err == nil ||
		!strings.Contains(err.Error(), "does not play against you") {
		t.Errorf("eve accepts: %v", err)
	}
	if _, err := w.nodes[1].Accept(t.Context(), c.ID, player("zoe"), nil); !errors.Is(err, challenge.ErrNotFound) {
		t.Errorf("zoe accepts: %v", err)
	}
}

// A player hears of a few challenges of one account and of one address in a minute, whatever becomes of them.
func TestOften(t *testing.T) {
	w := newWorld(t)
	n := 0
	try := func(a, b, address string) (challenge.Challenge, error) {
		n++
		c := from(a, b, livegame.ID(fmt.Sprintf("challenge%03d", n)))
		c.Address = address
		return w.nodes[n%2].Create(t.Context(), c)
	}
	for i := range challenge.MaxOften { // each replaces the one before, or follows one that was canceled
		c, err := try("ann", "bob", "home")
		if err == nil && i == 0 {
			_, err = w.nodes[0].Cancel(t.Context(), c.ID, "ann")
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if _, err := try("ann", "bob", "elsewhere"); !errors.Is(err, challenge.ErrOften) {
		t.Errorf("one challenge of an account too many: %v", err)
	}
	if list, err := w.nodes[0].List(t.Context(), "bob", time.Time{}); err != nil || len(list) != 1 {
		t.Errorf("%d challenges wait for Bob, %v: the last one stays", len(list), err)
	}
	if _, err := try("ann", "cleo", "home"); err != nil {
		t.Errorf("a challenge to another player: %v", err)
	}
	for i := challenge.MaxOften; i < challenge.MaxOftenAddress; i++ {
		if _, err := try(fmt.Sprint("twin", i), "bob", "home"); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := try("another", "bob", "home"); !errors.Is(err, challenge.ErrOften) {
		t.Errorf("one challenge of an address too many: %v", err)
	}
	if _, err := try("another", "bob", "school"); err != nil {
		t.Errorf("a challenge from another address: %v", err)
	}
	w.wait(challenge.Often)
	c, err := try("ann", "bob", "home")
	if err != nil {
		t.Errorf("a minute later: %v", err)
	}
	for range challenge.MaxOften { // what is accepted was welcome
		if _, err = w.nodes[0].Accept(t.Context(), c.ID, player("bob"), nil); err == nil {
			c, err = try("ann", "bob", "home")
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for range challenge.MaxOftenAddress + 1 { // a bot gets no notifications
		n++
		c := from("ann", "robot", livegame.ID(fmt.Sprintf("challenge%03d", n)))
		c.To.Bot = true
		if _, err := w.nodes[0].Create(t.Context(), c); err != nil {
			t.Fatal(err)
		}
	}
}
