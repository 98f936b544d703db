package gamestore_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/admin"
	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/feature"
	"github.com/wane-chess/wane/internal/server/feed"
	"github.com/wane-chess/wane/internal/server/gamestore"
	"github.com/wane-chess/wane/internal/server/gamestore/gamestoretest"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/testing/dbtest"
)

// The feed tells each reader of the end of a game once: in the transaction that stores it, on whichever node, and
// never of one that was not stored.
func TestFeed(t *testing.T) {
	for kind, address := range dbtest.Migrated {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			at, nodes := address(t), [2]*gamestore.Store{}
			for i := range nodes {
				s, err := gamestore.OpenExisting(t.Context(), at)
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(func() { _ = s.Close() })
				s.Use(feature.Data{}, feature.Data{Ended: feed.Reader{Name: "all"}}, feature.Data{Ended: feed.Reader{
					Name: "rated", Wants: func(s *livegame.Summary) bool { return s.Rated },
				}})
				nodes[i] = s
			}
			testFeed(t, nodes[0], nodes[1])
		})
	}
}

func testFeed(t *testing.T, one, two *gamestore.Store) {
	t.Helper()
	ctx := t.Context()
	notes := func(reader string) (games []livegame.ID) {
		t.Helper()
		after := int64(0)
		for {
			list, err := feed.Notes(ctx, two.DB(), reader, after, 2)
			if err != nil {
				t.Fatal(err)
			}
			if len(list) == 0 {
				return games
			}
			for _, n := range list {
				games, after = append(games, n.Game), n.N
			}
		}
	}
	want := map[string][]livegame.ID{}
	check := func(what string) {
		t.Helper()
		for _, reader := range []string{"all", "rated", "nobody"} {
			if got := notes(reader); !slices.Equal(got, want[reader]) {
				t.Errorf("%s: %s is to read of %v, want %v", what, reader, got, want[reader])
			}
		}
	}
	end := func(sum livegame.Summary) (livegame.Event, livegame.Summary) {
		e, sum := gamestoretest.NextMove(sum)
		e.Result, e.Reason = game.WhiteWins, game.Checkmate
		sum.Result, sum.Reason, sum.Status = e.Result, e.Reason, livegame.Finished
		return e, sum
	}
	for n := range 3 {
		sum := gamestoretest.NewGame(livegame.ID(fmt.Sprintf("Feed0000000%d", n)))
		sum.Rated = n != 1
		if err := one.Create(ctx, sum); err != nil {
			t.Fatal(err)
		}
		e, after := gamestoretest.NextMove(sum)
		if err := one.Append(ctx, sum.ID, e, after); err != nil {
			t.Fatal(err)
		}
		late, wrong := end(sum) // its number is taken
		if err := two.Append(ctx, sum.ID, late, wrong); !errors.Is(err, livegame.ErrConflict) {
			t.Fatalf("an event with a number that is taken: %v", err)
		}
		check("before the end")
		e, after = end(after)
		var all sync.WaitGroup
		var errs [4]error
		for i := range errs { // both nodes, several times
			all.Go(func() {
				errs[i] = [2]*gamestore.Store{one, two}[i%2].Append(context.WithoutCancel(ctx), sum.ID, e, after)
			})
		}
		all.Wait()
		stored := 0
		for _, err := range errs {
			if err == nil {
				stored++
			} else if !errors.Is(err, livegame.ErrConflict) {
				t.Error(err)
			}
		}
		if stored != 1 {
			t.Errorf("the end was stored %d times", stored)
		}
		want["all"] = append(want["all"], sum.ID)
		if sum.Rated {
			want["rated"] = append(want["rated"], sum.ID)
		}
		check("at the end")
		next, last := gamestoretest.NextMove(after) // such as a rematch: the game ends no second time
		if err := two.Append(ctx, sum.ID, next, last); err != nil {
			t.Fatal(err)
		}
		check("after the end")
	}
	read, err := one.List(ctx, livegame.Query{IDs: []livegame.ID{"Feed00000001"}})
	if err != nil || len(read) != 1 {
		t.Fatal(read, err)
	}
	stale, adopted := read[0], read[0]
	stale.Seq--
	adopted.Seats[0].Guest = "another"
	for i, c := range []struct {
		sum   livegame.Summary
		taken bool
		err   error
	}{
		{stale, false, livegame.ErrConflict}, {adopted, false, livegame.ErrConflict}, {read[0], true, nil},
		{read[0], false, nil},
	} {
		err := one.DB().Write(ctx, func(ctx context.Context, tx db.Tx) error {
			ok, err := feed.Take(ctx, tx, "all", &c.sum)
			if ok != c.taken {
				t.Errorf("try %d: taken off is %v", i, ok)
			}
			return err
		})
		if !errors.Is(err, c.err) {
			t.Errorf("try %d: %v, want %v", i, err, c.err)
		}
	}
	want["all"] = []livegame.ID{"Feed00000000", "Feed00000002"}
	check("taken off")
	gone := admin.Deletion{Game: "Feed00000002", Seq: 3, At: time.UnixMilli(9)}
	if err := two.Delete(ctx, gone); err != nil {
		t.Fatal(err)
	}
	want["all"], want["rated"] = want["all"][:1], want["rated"][:1]
	check("deleted")
}
