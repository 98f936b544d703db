package gamestoretest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/wane-chess/wane/internal/server/livegame"
)

// together runs f n times at once and waits for all.
func together(n int, f func(i int)) {
	begin := make(chan struct{})
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() {
			<-begin
			f(i)
		})
	}
	close(begin)
	all.Wait()
}

// testConflictAlone checks that a conflict fails alone in its group.
func testConflictAlone(t *testing.T, h *handles) {
	s := h.games()
	const games = 40
	var sums [games]livegame.Summary
	for i := range sums {
		sums[i] = appendMoves(t, s, create(t, s, livegame.ID(fmt.Sprintf("Game%08d", i))), 1)
	}
	together(3*games, func(i int) {
		sum := sums[i%games]
		e, next := NextMove(sum)
		var want error
		switch i / games {
		case 1: // a used number
			e.Seq, next.Seq, e.Command, want = 1, 1, "late", livegame.ErrConflict
		case 2: // a missing game
			sum.ID, want = "Nowhere00000", livegame.ErrNotFound
		}
		if err := s.Append(background, sum.ID, e, next); !errors.Is(err, want) {
			t.Errorf("game %s, event %d: the error is %v, want %v", sum.ID, e.Seq, err, want)
		}
	})
	for _, sum := range sums {
		e, next := NextMove(sum)
		events, err := s.EventsAfter(background, sum.ID, 1)
		must(t, err)
		wantEvents(t, events, []livegame.Event{e})
		_ = next
	}
}

// testRace has many goroutines append the same number: one wins, and its event is stored.
func testRace(t *testing.T, h *handles) {
	race(t, []livegame.Store{h.games()}, 1)
}

// testTwoNodes races through two handles on the same database.
func testTwoNodes(t *testing.T, h *handles) {
	race(t, []livegame.Store{h.games(), h.games()}, 2)
}

func race(t *testing.T, nodes []livegame.Store, games int) {
	t.Helper()
	const rounds, runners = 10, 16
	sums := make([]livegame.Summary, games)
	for i := range sums {
		sums[i] = create(t, nodes[0], livegame.ID(fmt.Sprintf("Race%08d", i)))
	}
	for round := range rounds {
		winners := make([]atomic.Int64, games)
		counts := make([]atomic.Int64, games)
		together(runners*games, func(i int) {
			g := i % games
			e, next := NextMove(sums[g])
			e.Command = fmt.Sprintf("%d/%d", round, i)
			e.Plies, next.Ply = i, i
			err := nodes[i/games%len(nodes)].Append(background, sums[g].ID, e, next)
			switch {
			case err == nil:
				counts[g].Add(1)
				winners[g].Store(int64(i))
			case !errors.Is(err, livegame.ErrConflict):
				t.Errorf("runner %d: %v", i, err)
			}
		})
		for g := range sums {
			if n := counts[g].Load(); n != 1 {
				t.Fatalf("round %d: %d runners have won, want 1", round, n)
			}
			_, next := NextMove(sums[g])
			next.Ply = int(winners[g].Load())
			events, err := nodes[len(nodes)-1].EventsAfter(background, next.ID, round)
			must(t, err)
			if len(events) != 1 || events[0].Plies != next.Ply {
				t.Errorf("round %d: stored is %+v, want the event of runner %d", round, events, next.Ply)
			}
			wantSummary(t, nodes[0], next)
			sums[g] = next
		}
	}
}

// testRaceOfCommands sends the same command many times with the next number while the
// game continues: it is stored at most once.
func testRaceOfCommands(t *testing.T, h *handles) {
	nodes := []livegame.Store{h.games(), h.games()}
	sum := create(t, nodes[0], "Race00000001")
	var stored atomic.Int64
	together(8, func(i int) {
		s := nodes[i%len(nodes)]
		for range 20 {
			_, events, err := s.Load(background, sum.ID)
			if err != nil {
				t.Error(err)
				return
			}
			e, next := NextMove(livegame.Summary{Header: sum.Header, Seq: len(events)})
			e.Command = "the same"
			if err := s.Append(background, sum.ID, e, next); err == nil {
				stored.Add(1)
			} else if !errors.Is(err, livegame.ErrConflict) {
				t.Error(err)
			}
			e.Command = ""
			if err := s.Append(background, sum.ID, e, next); err != nil && !errors.Is(err, livegame.ErrConflict) {
				t.Error(err)
			}
		}
	})
	_, events, err := nodes[0].Load(background, sum.ID)
	must(t, err)
	found := 0
	for i, e := range events {
		if e.Seq != i+1 {
			t.Fatalf("event %d stands at place %d", e.Seq, i+1)
		}
		if e.Command != "" {
			found++
		}
	}
	if found != 1 || stored.Load() != 1 {
		t.Errorf("the command is stored %d times and was acknowledged %d times, want once", found, stored.Load())
	}
}

func testSecretRace(t *testing.T, h *handles) {
	nodes := []livegame.Store{h.games(), h.games()}
	var got [16][]byte
	together(len(got), func(i int) {
		var err error
		if got[i], err = nodes[i%2].Secret(background, "shared"); err != nil {
			t.Error(err)
		}
	})
	for i := range got {
		if string(got[i]) != string(got[0]) {
			t.Fatal("two callers were given different secrets")
		}
	}
}

// testReopen checks that everything is stored after all handles were closed.
func testReopen(t *testing.T, h *handles) {
	s := h.games()
	sum := appendMoves(t, s, create(t, s, "Game00000001"), 7)
	_, events, err := s.Load(background, sum.ID)
	must(t, err)
	secret, err := s.Secret(background, "kept")
	must(t, err)
	must(t, s.Close())

	s = h.games()
	wantGame(t, s, sum.Header, events)
	wantSummary(t, s, sum)
	again, err := s.Secret(background, "kept")
	must(t, err)
	if string(again) != string(secret) {
		t.Error("the secret is another one now")
	}
	appendMoves(t, s, sum, 1)
}

// testOpenAtOnce opens a database without a schema from many nodes at once.
func testOpenAtOnce(t *testing.T, h *handles) {
	var stores [4]livegame.Store
	together(len(stores), func(i int) { stores[i] = h.games() })
	for i, s := range stores {
		if s == nil {
			t.Fatalf("node %d could not open the database", i)
		}
		create(t, s, livegame.ID(fmt.Sprintf("Node%08d", i)))
	}
	list, err := stores[0].List(background, livegame.Query{})
	must(t, err)
	if len(list) != len(stores) {
		t.Errorf("%d games are listed, want %d", len(list), len(stores))
	}
}

// testCanceled checks that a call with a canceled context writes nothing, and that one
// whose context ends later reports what happened.
func testCanceled(t *testing.T, h *handles) {
	s := h.games()
	sum := create(t, s, "Game00000001")
	ended, cancel := context.WithCancel(background)
	cancel()
	e, next := NextMove(sum)
	wantError(t, s.Append(ended, sum.ID, e, next), context.Canceled)
	wantError(t, s.Create(ended, NewGame("Game00000002")), context.Canceled)
	_, _, err := s.Load(ended, sum.ID)
	wantError(t, err, context.Canceled)
	wantGame(t, s, sum.Header, nil)

	const games = 64
	var answers [games]error
	together(games, func(i int) {
		ctx, cancel := context.WithCancel(background)
		go cancel()
		answers[i] = s.Create(ctx, NewGame(livegame.ID(fmt.Sprintf("Game%08d", 100+i))))
	})
	for i, err := range answers {
		if err != nil {
			wantError(t, err, context.Canceled)
		}
		_, _, found := s.Load(background, livegame.ID(fmt.Sprintf("Game%08d", 100+i)))
		if (found == nil) != (err == nil) {
			t.Errorf("Create returned %v, then Load %v", err, found)
		}
	}
}

// testClose closes a store during many writes: the acknowledged ones are stored, the
// others return errors, and none blocks.
func testClose(t *testing.T, h *handles) {
	s := h.games()
	const games = 100
	var created [games]error
	var going sync.WaitGroup
	begun := make(chan struct{}, games)
	for i := range games {
		going.Go(func() {
			begun <- struct{}{}
			created[i] = s.Create(background, NewGame(livegame.ID(fmt.Sprintf("Game%08d", i))))
		})
	}
	for range games / 2 {
		<-begun
	}
	must(t, s.Close())
	going.Wait()
	must(t, s.Close())
	if err := s.Create(background, NewGame("Late00000001")); err == nil {
		t.Error("a game was created after Close")
	}
	if _, err := s.List(background, livegame.Query{}); err == nil {
		t.Error("games were listed after Close")
	}
	if err := s.Ping(background); err == nil {
		t.Error("Ping succeeded after Close")
	}

	s = h.games()
	for i, err := range created {
		_, _, found := s.Load(background, livegame.ID(fmt.Sprintf("Game%08d", i)))
		if (found == nil) != (err == nil) {
			t.Errorf("game %d: Create returned %v, then Load %v", i, err, found)
		}
	}
}
