package worker

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/internal/server/livegame"
)

// mover is a move that takes some time of a processor. It yields as a search does.
type mover struct {
	work, most time.Duration // on the processor; until it ends anyway
	level      int
	spent      time.Duration
	took       time.Duration // from beginning to end
	cut        bool
}

func (m *mover) run(s *scheduler, o livegame.Owner) {
	begun := time.Now()
	t := s.beginMove(context.Background(), o, m.level)
	ctx, cancel := context.WithTimeout(context.Background(), m.most)
	defer cancel()
	c := &turnContext{Context: ctx, turn: t, next: time.Now().Add(slice)}
	for c.Err() == nil && m.spent < m.work {
		time.Sleep(time.Millisecond)
		m.spent += time.Millisecond
	}
	m.took, m.cut = time.Since(begun), t.isCut()
	t.end()
}

func owner(address, guest string) livegame.Owner {
	return livegame.Owner{Address: address, Guest: guest}
}

// flood keeps as many long moves of an address at work as a node admits, until the test
// ends.
func flood(s *scheduler, address string, until time.Time) {
	for n := range 6 {
		go func() {
			for time.Now().Before(until) {
				m := mover{work: time.Hour, most: 3 * time.Second}
				m.run(s, owner(address, fmt.Sprint("guest ", n%3)))
			}
		}()
	}
}

// Moves of an address that uses the engine less hardly wait for one that uses it all the
// time. Long ones have half of a processor and end in time.
func TestOtherAddressGoesFirst(t *testing.T) {
	for _, capacity := range []int{1, 3} {
		synctest.Test(t, func(t *testing.T) {
			s := newScheduler(capacity, time.Now)
			flood(s, "greedy", time.Now().Add(time.Minute))
			for _, c := range []struct{ work, least, most time.Duration }{
				{5 * time.Millisecond, 5 * time.Millisecond, 30 * time.Millisecond},
				{60 * time.Millisecond, 60 * time.Millisecond, 90 * time.Millisecond},
				{time.Second, time.Second, 2 * time.Second},
				{time.Hour, 1400 * time.Millisecond, 3*time.Second + 3*slice},
			} {
				time.Sleep(4 * time.Second)
				m := mover{work: c.work, most: 3 * time.Second}
				if m.run(s, owner("other", "ann")); m.spent < c.least || m.took > c.most {
					t.Errorf("capacity %d: %v of %v are done after %v", capacity, m.spent, c.work, m.took)
				}
			}
			time.Sleep(2 * time.Minute)
			if s.moves != 0 || len(s.turns) != 0 {
				t.Errorf("%d moves run, %d in all", s.moves, len(s.turns))
			}
		})
	}
}

// Addresses that use the engine all the time have equal shares, however many moves each
// has at work; within an address, guests have.
func TestEqualShares(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newScheduler(1, time.Now)
		flood(s, "greedy", time.Now().Add(40*time.Second))
		spent := map[string]time.Duration{}
		for range 10 {
			a, b := mover{work: time.Hour, most: 3 * time.Second}, mover{work: time.Hour, most: 3 * time.Second}
			done := make(chan struct{})
			go func() { a.run(s, owner("other", "ann")); close(done) }()
			b.run(s, owner("other", "bob"))
			<-done
			spent["ann"] += a.spent
			spent["bob"] += b.spent
		}
		total := 30 * time.Second
		for name, d := range spent {
			if d < total/5 || d > total*7/20 { // a quarter, and the credit at the start
				t.Errorf("%s has %v of %v", name, d, total)
			}
		}
		time.Sleep(time.Minute)
	})
}

// A move that others always precede still gets a slice now and then, and ends in time.
func TestNoMoveStarves(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newScheduler(1, time.Now)
		m := mover{work: time.Hour, most: 3 * time.Second}
		m.run(s, owner("greedy", "eve"))
		for n := range 3 { // they have a credit
			go func() {
				other := mover{work: time.Hour, most: 3 * time.Second}
				other.run(s, owner(fmt.Sprint("new ", n), "ann"))
			}()
		}
		m = mover{work: time.Hour, most: 3 * time.Second}
		if m.run(s, owner("greedy", "eve")); m.spent < 2*slice || m.took > 3*time.Second+longestPause+slice {
			t.Errorf("it had %v, and took %v", m.spent, m.took)
		}
		time.Sleep(10 * time.Second)
	})
}

// If there are too many moves, the longest of the address that has used most is cut short.
func TestTooManyMoves(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newScheduler(1, time.Now)
		most := 1 + extraMoves(1)
		all := make([]*mover, most)
		for i := range all {
			all[i] = &mover{work: time.Hour, most: 10 * time.Second}
			o := owner("greedy", "eve")
			if i == most-1 {
				o = owner("other", "ann")
			}
			go all[i].run(s, o)
			time.Sleep(100 * time.Millisecond)
		}
		for _, m := range all {
			if m.cut || m.took > 0 {
				t.Fatal("cut short without need")
			}
		}
		last := mover{work: 100 * time.Millisecond, most: 10 * time.Second}
		last.run(s, owner("third", "bob"))
		cut := 0
		for i, m := range all {
			if m.cut && (i == most-1 || m.spent < leastWork) {
				t.Errorf("move %d is cut short after %v", i, m.spent)
			}
			if m.cut {
				cut++
			}
		}
		if cut == 0 || cut > 1 || last.cut || last.took > 100*time.Millisecond+3*slice {
			t.Errorf("%d are cut short; the last took %v", cut, last.took)
		}
		time.Sleep(time.Minute)
	})
}

// Moves of many addresses, as many as a worker should have, are not cut short. With more,
// none is before it had a part of its level's time, and the addresses with less keep theirs.
func TestManyAddresses(t *testing.T) {
	for _, attackers := range []int{extraMoves(1), extraMoves(1) + 5} {
		synctest.Test(t, func(t *testing.T) {
			s := newScheduler(1, time.Now)
			room := make(chan struct{}, 1+extraMoves(1)+1) // as many as the queue delivers
			do := func(address string) mover {
				m := mover{work: time.Hour, most: 3 * time.Second, level: engine.MaxLevel}
				room <- struct{}{}
				m.run(s, owner(address, "guest"))
				<-room
				return m
			}
			until, cut := time.Now().Add(time.Minute), 0
			var all sync.WaitGroup
			var mu sync.Mutex
			for n := range attackers {
				all.Go(func() {
					for time.Now().Before(until) {
						m := do(fmt.Sprint("attacker ", n))
						mu.Lock()
						if m.cut {
							cut++
						}
						if m.cut && m.spent < leastWorkFor(engine.MaxLevel) {
							t.Errorf("cut short after %v", m.spent)
						}
						mu.Unlock()
					}
				})
			}
			time.Sleep(10 * time.Second)
			for range 4 {
				if m := do("honest"); m.cut && m.spent < leastWorkFor(engine.MaxLevel) || !m.cut && m.spent < 200*time.Millisecond {
					t.Errorf("%d attackers: it had %v, cut short: %v", attackers, m.spent, m.cut)
				}
				time.Sleep(5 * time.Second)
			}
			all.Wait()
			if tooMany := attackers > extraMoves(1); tooMany != (cut > 0) {
				t.Errorf("%d attackers: %d moves are cut short", attackers, cut)
			}
		})
	}
}

// The longer a level takes, the longer its moves are computed at least.
func TestLeastWork(t *testing.T) {
	if low, high := leastWorkFor(1), leastWorkFor(engine.MaxLevel); low != leastWork || high < 300*time.Millisecond {
		t.Errorf("level 1 has %v, level %d %v", low, engine.MaxLevel, high)
	}
}

// Owners without jobs are forgotten.
func TestOwnersForgotten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newScheduler(1, time.Now)
		for n := range 100 {
			s.beginMove(t.Context(), owner(fmt.Sprint(n), "ann"), 1).end()
		}
		time.Sleep(forgetAfter)
		s.beginMove(t.Context(), owner("new", "ann"), 1).end()
		if n := len(s.shares.addresses.members); n != 1 {
			t.Errorf("%d addresses are remembered", n)
		}
	})
}
