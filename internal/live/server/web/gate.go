package web

import (
	"context"
	"net/http"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/wane-chess/wane/internal/live/protocol"
	"github.com/wane-chess/wane/internal/live/server/guests"
	"github.com/wane-chess/wane/internal/live/server/problem"
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
	// maxWaiting is how much work of a kind waits, and ownWaiting how much of that is of one address: what waits holds
	// memory.
	maxWaiting = 256
	ownWaiting = 16
)

// A Gate lets expensive work through: a few pieces of each kind at a time, so that moves in live games do not wait for
// it. Addresses take turns: who asks for much waits for it, and others do not. It may be used by many goroutines.
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
	if err := l.enter(ctx, guests.VisitOf(ctx).Address); err != nil {
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
	turns   []turns // by address, the next first; each has something that waits
}

// turns is what waits from an address, in the order in which it came. A channel is closed when it is its turn.
type turns struct {
	address string
	list    []chan struct{}
}

// of returns the index of an address in l.turns, or -1.
func (l *lane) of(address string) int {
	return slices.IndexFunc(l.turns, func(t turns) bool { return t.address == address })
}

// wait adds what waits for its turn, or returns nil if there is a free place. It returns false if too much waits.
func (l *lane) wait(address string) (turn chan struct{}, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.free > 0 {
		l.free--
		return nil, true
	}
	i := l.of(address)
	if l.waiting == maxWaiting || i >= 0 && len(l.turns[i].list) == ownWaiting {
		return nil, false
	}
	if i < 0 {
		i = len(l.turns)
		l.turns = append(l.turns, turns{address: address})
	}
	turn = make(chan struct{})
	l.turns[i].list = append(l.turns[i].list, turn)
	l.waiting++
	return turn, true
}

// enter waits for a turn.
func (l *lane) enter(ctx context.Context, address string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	busy := problem.RetryAfter(http.StatusServiceUnavailable, protocol.CodeServer,
		"The server is busy: try again in a moment.", gateTime)
	turn, ok := l.wait(address)
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
	case <-turn:
		return nil
	case <-ctx.Done():
		err = ctx.Err()
	case <-timer.C:
		err = busy
	}
	if !l.giveUp(address, turn) {
		l.leave() // it was its turn meanwhile
	}
	return err
}

// giveUp removes what waits. It returns false if it does not wait anymore.
func (l *lane) giveUp(address string, turn chan struct{}) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	i := l.of(address)
	if i < 0 {
		return false
	}
	t := &l.turns[i]
	n := slices.Index(t.list, turn)
	if n < 0 {
		return false
	}
	l.waiting--
	if t.list = slices.Delete(t.list, n, n+1); len(t.list) == 0 {
		l.turns = slices.Delete(l.turns, i, i+1)
	}
	return true
}

// leave gives a place to the next address, which then is the last.
func (l *lane) leave() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.waiting == 0 {
		l.free++
		return
	}
	next := l.turns[0]
	close(next.list[0])
	l.waiting--
	l.turns = slices.Delete(l.turns, 0, 1)
	if next.list = next.list[1:]; len(next.list) > 0 {
		l.turns = append(l.turns, next)
	}
}
