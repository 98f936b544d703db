package web

import (
	"cmp"
	"context"
	"net/http"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/wane-chess/wane/internal/server/guests"
	"github.com/wane-chess/wane/internal/server/problem"
)

// Work is a kind of expensive work. Each kind waits only for its own, so that none waits for what takes much longer.
type Work int

// The kinds of work, and how long a piece takes.
const (
	Lines    Work = iota // playing out a line of moves: milliseconds
	Pictures             // painting a picture: up to seconds
	Queries              // a search, or a part of a download: milliseconds
	Imports              // whatever a large body asks for, such as reading games: up to seconds
	Proofs               // proving a puzzle: up to 20 seconds
	works
)

const (
	// gateTime is how long work waits for its turn. After that the client is asked to wait as long again.
	gateTime = 10 * time.Second
	// maxWaiting is how much work of a kind waits, and ownWaiting how much of that is of one customer: what waits holds
	// memory. If all of it waits, the last piece of the customer with the most makes room for another customer.
	maxWaiting = 256
	ownWaiting = 16
)

// A Gate lets expensive work through: a few pieces of each kind at a time, so that moves in live games do not wait for
// it. Customers of providers take turns, whom guests.CustomerOf tells apart: who asks for much waits for it, and others
// do not. It may be used by many goroutines.
type Gate struct{ lanes [works]lane }

// NewGate makes a gate for the processors of this machine.
func NewGate() *Gate {
	processors := runtime.GOMAXPROCS(0)
	half := max(1, processors/2)
	g := &Gate{}
	for work, places := range map[Work]int{
		Lines: max(2, processors-1), Pictures: half, Queries: max(2, half), Imports: half, Proofs: 1,
	} {
		g.lanes[work].free = places
	}
	return g
}

// Do calls do when it is the turn of the visitor of a context. It waits until the context ends, and a few seconds at
// most; then the error asks the client to retry. The price of the work is taken before. do neither reads from the
// client nor writes to it, which can take any time.
func (g *Gate) Do(ctx context.Context, w Work, do func() error) error {
	l := &g.lanes[w]
	if err := l.enter(ctx, guests.CustomerOf(guests.VisitOf(ctx).Address)); err != nil {
		return err
	}
	defer l.leave()
	return do()
}

// lane is the work of a kind.
type lane struct {
	mu      sync.Mutex
	free    int // nothing waits unless it is 0
	waiting int
	turns   []turns // by customer, the next first; each has something that waits
}

// turns is what waits from a customer, in the order in which it came. A channel gets true when it is its turn, and
// false if it must not wait anymore.
type turns struct {
	customer string
	list     []chan bool
}

// of returns the index of a customer in l.turns, or -1.
func (l *lane) of(customer string) int {
	return slices.IndexFunc(l.turns, func(t turns) bool { return t.customer == customer })
}

// wait adds what waits for its turn, or returns nil if there is a free place. It returns false if too much waits.
func (l *lane) wait(customer string) (turn chan bool, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.free > 0 {
		l.free--
		return nil, true
	}
	own := 0
	if i := l.of(customer); i >= 0 {
		own = len(l.turns[i].list)
	}
	if own == ownWaiting || l.waiting == maxWaiting && !l.makeRoom(own+1) {
		return nil, false
	}
	i := l.of(customer)
	if i < 0 {
		i = len(l.turns)
		l.turns = append(l.turns, turns{customer: customer})
	}
	turn = make(chan bool, 1)
	l.turns[i].list = append(l.turns[i].list, turn)
	l.waiting++
	return turn, true
}

// makeRoom ends the waiting of the last piece of the customer who has the most, if that is more than so many.
func (l *lane) makeRoom(than int) bool {
	most := slices.MaxFunc(l.turns, func(a, b turns) int { return cmp.Compare(len(a.list), len(b.list)) })
	if len(most.list) <= than {
		return false
	}
	last := most.list[len(most.list)-1]
	l.remove(l.of(most.customer), len(most.list)-1)
	last <- false
	return true
}

// remove removes the n-th piece that waits from a customer.
func (l *lane) remove(customer, n int) {
	l.waiting--
	t := &l.turns[customer]
	if t.list = slices.Delete(t.list, n, n+1); len(t.list) == 0 {
		l.turns = slices.Delete(l.turns, customer, customer+1)
	}
}

// enter waits for a turn.
func (l *lane) enter(ctx context.Context, customer string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	busy := problem.RetryAfter(http.StatusServiceUnavailable, problem.CodeServer,
		"The server is busy: try again in a moment.", gateTime)
	turn, ok := l.wait(customer)
	switch {
	case !ok:
		return busy
	case turn == nil:
		return nil
	}
	timer := time.NewTimer(gateTime)
	defer timer.Stop()
	var err error
	select {
	case mine := <-turn:
		if mine {
			return nil
		}
		return busy
	case <-ctx.Done():
		err = ctx.Err()
	case <-timer.C:
		err = busy
	}
	if !l.giveUp(customer, turn) && <-turn {
		l.leave() // it was its turn meanwhile
	}
	return err
}

// giveUp removes what waits. It returns false if it does not wait anymore.
func (l *lane) giveUp(customer string, turn chan bool) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	i := l.of(customer)
	if i < 0 {
		return false
	}
	n := slices.Index(l.turns[i].list, turn)
	if n < 0 {
		return false
	}
	l.remove(i, n)
	return true
}

// leave gives a place to the next customer, who then is the last.
func (l *lane) leave() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.waiting == 0 {
		l.free++
		return
	}
	next := l.turns[0]
	first := next.list[0]
	l.turns = append(l.turns[1:], next)
	l.remove(len(l.turns)-1, 0)
	first <- true
}
