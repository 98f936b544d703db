package manager_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/manager/managertest"
)

// against creates a game of a guest, at an address, against the engine, and moves.
func (n *node) against(guest, address string) livegame.ID {
	n.w.Helper()
	h := versus(game.Black)
	h.Seats[game.White], h.Creator = livegame.Player{Guest: guest}, guest
	id := n.create(h)
	c := move(guest, 0, "e2e4")
	c.Address = address
	n.must(id, c)
	return id
}

// games returns the games of all jobs so far, once there are n.
func (w *world) games(n int) (ids []livegame.ID) {
	w.Helper()
	for _, j := range w.jobs(n) {
		ids = append(ids, j.Game)
	}
	return ids
}

// A guest has two jobs in the queue at a time, and an address six, of one guest after the
// other. Others do not wait for them.
func TestJobsWaitForTheirOwner(t *testing.T) {
	w := newWorld(t)
	a := w.node("a")
	var games []livegame.ID
	for range 4 {
		games = append(games, a.against("eve", "greedy"))
	}
	for n := range 4 {
		games = append(games, a.against(fmt.Sprint("guest ", n), "greedy"), a.against(fmt.Sprint("guest ", n), "greedy"))
	}
	w.jobs(6)
	if s := a.Stats(); s.WaitingJobs != 6 || s.QueuedJobs != 6 {
		t.Errorf("%d jobs wait and %d are queued, want 6 and 6", s.WaitingJobs, s.QueuedJobs)
	}
	other := a.against(ann, "other")
	all := w.games(7)
	if want := append(slices.Clone(games[:2]), append(games[4:8:8], other)...); !slices.Equal(sorted(all), sorted(want)) {
		t.Errorf("queued are %v, want %v", all, want)
	}
	jobs := w.jobs(7)
	// as they are answered, others follow, of one guest after the other
	for n, game := range append(games[:2:2], games[4:8]...) {
		w.answer(jobs[slices.IndexFunc(jobs, func(j livegame.Job) bool { return j.Game == game })], "e7e5")
		w.jobs(8 + n)
	}
	all = w.games(13)
	if want := []livegame.ID{games[2], games[8], games[10]}; !slices.Equal(all[7:10], want) {
		t.Errorf("then came %v, want %v", all[7:10], want)
	}
	if s := a.Stats(); s.WaitingJobs != 0 || s.QueuedJobs != 7 {
		t.Errorf("%d jobs wait and %d are queued, want 0 and 7", s.WaitingJobs, s.QueuedJobs)
	}
}

func sorted(ids []livegame.ID) []livegame.ID { return slices.Sorted(slices.Values(ids)) }

// A job names its owner without their ID.
func TestJobOwner(t *testing.T) {
	w := newWorld(t)
	a := w.node("a")
	a.against(ann, "somewhere")
	a.against(ann, "elsewhere")
	a.against(bob, "elsewhere")
	var owners []livegame.Owner
	for _, j := range w.jobs(3) {
		owners = append(owners, j.Owner)
	}
	slices.SortFunc(owners, func(a, b livegame.Owner) int { return strings.Compare(b.Address, a.Address) })
	guests := map[string]int{}
	for _, o := range owners {
		guests[o.Guest]++
	}
	if owners[0].Address != "somewhere" || owners[2].Address != "elsewhere" || len(guests) != 2 ||
		guests[ann]+guests[bob]+guests[""] > 0 {
		t.Errorf("the owners are %+v", owners)
	}
}

// What a game no longer wants is canceled: after a takeback, a resignation and an abort,
// on whatever node. A job that only waits here is dropped.
func TestStaleJobsAreCanceled(t *testing.T) {
	w := newWorld(t)
	a, b := w.node("a"), w.node("b")
	for n, end := range []livegame.CommandKind{livegame.DoOfferTakeback, livegame.DoAbort, livegame.DoOfferTakeback,
		livegame.DoResign} {
		id := a.against(ann, "somewhere")
		w.jobs(n + 1)
		[]*node{a, b}[n/2].must(id, order(ann, end))
		w.settle()
		if c := w.hub.Canceled(); len(c) != n+1 || c[n] != (managertest.Cancellation{Game: id, Seq: 2}) {
			t.Fatalf("after %s these are canceled: %v", end, c)
		}
		if s := a.Stats(); s.QueuedJobs != 0 {
			t.Fatalf("after %s %d jobs are queued", end, s.QueuedJobs)
		}
	}
	if n := a.Stats().StaleJobs + b.Stats().StaleJobs; n != 4 {
		t.Errorf("%d jobs were stale, want 4", n)
	}
	var ids []livegame.ID
	for range 3 {
		ids = append(ids, a.against(ann, "somewhere"))
	}
	w.jobs(6)
	for range 50 { // the third waits for the first two
		for _, c := range []livegame.Command{order(ann, livegame.DoOfferTakeback), move(ann, 0, "e2e4")} {
			c.ID, c.Address = fmt.Sprint(len(w.stored(ids[2]))), "somewhere"
			a.must(ids[2], c)
		}
	}
	w.settle()
	if n := len(w.hub.Jobs()); n != 6 {
		t.Errorf("%d jobs were queued, want 6", n)
	}
	a.must(ids[0], order(ann, livegame.DoResign))
	if j := w.jobs(7)[6]; j.Game != ids[2] || j.Seq != 101 {
		t.Errorf("the last job is %+v", j)
	}
}

// Jobs that are lost do not keep their owner's others from the queue for long, and are
// requested again.
func TestLostJobsLeaveRoom(t *testing.T) {
	w := newWorld(t)
	a := w.node("a")
	ids := map[livegame.ID]bool{}
	for range 3 {
		ids[a.against(ann, "somewhere")] = true
	}
	w.jobs(2)
	for len(ids) > 0 {
		w.clock.Advance(5 * time.Second)
		w.settle()
		for _, j := range w.hub.Jobs() {
			if delete(ids, j.Game); j.Seq != 1 {
				t.Errorf("the job is %+v", j)
			}
		}
		if w.ctx.Err() != nil {
			t.Fatalf("not requested: %v", ids)
		}
	}
}

// A refused answer frees the place of its job, and so does an event that the store has from
// another node, whose notice was lost.
func TestPlacesAreFreed(t *testing.T) {
	w := newWorld(t)
	a := w.node("a")
	a.against(ann, "somewhere")
	w.answer(w.jobs(1)[0], "e7e4")
	if s := a.Stats(); s.QueuedJobs != 0 {
		t.Errorf("after a refused answer %d jobs are queued", s.QueuedJobs)
	}
	id := a.against(ann, "somewhere")
	w.jobs(2)
	b := w.node("b")
	w.hub.Filter(func(string, livegame.Notice) bool { return false })
	b.must(id, order(ann, livegame.DoResign))
	if s := a.Stats(); s.QueuedJobs != 1 {
		t.Fatalf("%d jobs are queued before the node can know better", s.QueuedJobs)
	}
	w.clock.Advance(6 * time.Second)
	w.settle()
	if s := a.Stats(); s.QueuedJobs != 0 {
		t.Errorf("after an event of another node %d jobs are queued", s.QueuedJobs)
	}
}

// What waits for its turn on one node is not requested by another, nor again by its own.
func TestWaitingJobsAreNotRequestedAgain(t *testing.T) {
	w := newWorld(t)
	a, b := w.node("a"), w.node("b")
	for range 8 {
		a.against("eve", "greedy")
	}
	w.jobs(2)
	w.pass(30 * time.Second)
	if s := b.Stats(); s.WaitingJobs+s.QueuedJobs != 0 {
		t.Errorf("the other node has %d jobs waiting and %d queued", s.WaitingJobs, s.QueuedJobs)
	}
	if s := a.Stats(); s.WaitingJobs != 6 || s.QueuedJobs != 2 {
		t.Errorf("%d jobs wait and %d are queued, want 6 and 2", s.WaitingJobs, s.QueuedJobs)
	}
	a.kill()
	w.pass(20 * time.Second)
	if s := b.Stats(); s.QueuedJobs == 0 {
		t.Error("20 seconds after the node's death its games have no jobs")
	}
}

// After a restart, when addresses are unknown, each guest has a share of their own.
func TestOwnersAfterRestart(t *testing.T) {
	w := newWorld(t)
	a := w.node("a")
	for _, guest := range []string{ann, ann, bob} {
		a.against(guest, "somewhere")
	}
	before := len(w.jobs(3))
	a.kill()
	w.clock.Advance(time.Second)
	w.node("b")
	w.pass(5 * time.Second) // until it would know other nodes
	addresses := map[string]int{}
	for _, j := range w.jobs(before + 3)[before:] {
		addresses[j.Owner.Address]++
	}
	if len(addresses) != 2 || addresses[""] > 0 {
		t.Errorf("the addresses of the owners are %v", addresses)
	}
}
