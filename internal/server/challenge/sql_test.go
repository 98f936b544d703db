package challenge

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/testing/dbtest"
)

// fullChallenge returns a challenge in which no field is zero.
func fullChallenge(id livegame.ID, seq int) Challenge {
	return Challenge{
		ID: id, Seq: seq, Status: Created, Variant: "diminuendo", FEN: "4k3/8/8/8/8/8/8/4K3 b - - 3 17",
		TimeControl: livegame.TimeControl{Base: time.Minute, Increment: 1500 * time.Millisecond, PerMove: 48 * time.Hour},
		Rated:       true, Wish: Random, Color: game.Black, Open: true, Address: "hash", Reason: TooSlow,
		From: livegame.Player{
			Guest: "from " + string(id), Person: livegame.Person{Name: "Zoë 🐈'; DROP TABLE challenges; --"}, Level: 1,
		},
		To:      livegame.Player{Guest: "to ?0 $1", Person: livegame.Person{Name: "Пётр"}, Level: 2},
		Created: at(1), Updated: at(2), Expires: at(3),
	}
}

// nodes is a test of statements on two nodes, with a database of each kind.
func nodes(t *testing.T, test func(t *testing.T, nodes [2]*Service)) {
	dbtest.Each(t, func(t *testing.T, open func() *db.DB) {
		test(t, [2]*Service{New(Options{DB: open()}), New(Options{DB: open()})})
	})
}

func at(s int) time.Time { return time.Unix(int64(s), 0).UTC() }

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func wantError(t *testing.T, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("the error is %v, want %v", err, want)
	}
}

// together runs a function n times at once.
func together(n int, run func(i int)) {
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() { run(i) })
	}
	all.Wait()
}

// Challenges are stored, found, forgotten, and deleted with an account.
func TestStatements(t *testing.T) { nodes(t, testStatements) }

func testStatements(t *testing.T, nodes [2]*Service) {
	s, other := nodes[0], nodes[1]
	_, err := s.stored(t.Context(), "' OR 1=1 --")
	wantError(t, err, ErrNotFound)
	wantError(t, s.put(t.Context(), fullChallenge("Challenge000", 2)), errConflict)
	for seq := 1; seq <= 3; seq++ {
		c := fullChallenge("Challenge000", seq)
		must(t, s.put(t.Context(), c))
		got, err := other.stored(t.Context(), c.ID)
		if must(t, err); !reflect.DeepEqual(got, c) {
			t.Errorf("the challenge is\n%+v, want\n%+v", got, c)
		}
		wantError(t, other.put(t.Context(), c), errConflict)
	}
	for name, change := range map[string]func(*Challenge){
		"the number zero": func(c *Challenge) { c.Seq = 0 },
		"no UTF-8":        func(c *Challenge) { c.From.Name = "\xff" },
		"a zero byte":     func(c *Challenge) { c.FEN = "\x00" },
	} {
		c := fullChallenge("Challenge000", 4)
		change(&c)
		if err := s.put(t.Context(), c); err == nil {
			t.Errorf("a challenge with %s was kept", name)
		}
	}

	for i, status := range []Status{Created, Accepting, Declined,
		Created, Expired} {
		c := fullChallenge(livegame.ID(fmt.Sprintf("Challenge10%d", i)), 1)
		c.Status, c.From.Guest, c.To.Guest, c.Updated, c.Expires = status, []string{"ann", "bob"}[i%2],
			[]string{"bob", "eve"}[i%2], at(100+i), at(200-10*i)
		must(t, s.put(t.Context(), c))
	}
	list := func(q query) (ids string) {
		t.Helper()
		found, err := other.list(t.Context(), q)
		must(t, err)
		for _, c := range found {
			ids += string(c.ID[len(c.ID)-1:])
		}
		return ids
	}
	for _, c := range []struct {
		q    query
		want string
	}{
		{query{Player: "ann"}, "420"},
		{query{Player: "bob"}, "43210"},
		{query{Player: "nobody"}, ""},
		{query{From: "bob"}, "31"},
		{query{From: "bob", Player: "ann"}, ""},
		{query{Player: "bob", Limit: 2}, "43"},
		{query{Player: "bob", Status: Created}, "30"},
		{query{Player: "bob", Since: at(103)}, "43"},
		{query{Status: Created, Due: at(170)}, "30"}, // 0 of the first part, too
		{query{Status: Accepting}, "1"},
	} {
		if got := list(c.q); got != c.want {
			t.Errorf("%+v finds %q, want %q", c.q, got, c.want)
		}
	}
	must(t, s.forget(t.Context(), at(104)))
	if got := list(query{Player: "bob"}); got != "4310" {
		t.Errorf("%q are left, want those that are open or ended late", got)
	}
	must(t, s.o.DB.Write(t.Context(), func(ctx context.Context, tx db.Tx) error { return Data.Forget(ctx, tx, "ann") }))
	if got := list(query{Player: "bob"}); got != "31" {
		t.Errorf("%q are left of Bob's, want those that are not from or to Ann", got)
	}
}

// Many goroutines on two nodes answer a challenge at once: one wins.
func TestRace(t *testing.T) { nodes(t, testRace) }

func testRace(t *testing.T, nodes [2]*Service) {
	for seq := 1; seq <= 4; seq++ {
		var won, count atomic.Int64
		together(8, func(i int) {
			c := fullChallenge("Challenge000", seq)
			c.Address = fmt.Sprint(i)
			switch err := nodes[i%2].put(t.Context(), c); {
			case err == nil:
				won.Store(int64(i))
				count.Add(1)
			case !errors.Is(err, errConflict):
				t.Errorf("runner %d: %v", i, err)
			}
		})
		c, err := nodes[seq%2].stored(t.Context(), "Challenge000")
		if must(t, err); count.Load() != 1 || c.Address != fmt.Sprint(won.Load()) {
			t.Fatalf("change %d: %d runners have won, and %s is stored", seq, count.Load(), c.Address)
		}
	}
}

// A player is challenged often, on two nodes at once.
func TestOftenAtOnce(t *testing.T) { nodes(t, testOftenAtOnce) }

func testOftenAtOnce(t *testing.T, nodes [2]*Service) {
	var stored atomic.Int64
	together(2*MaxOften, func(i int) {
		c := fullChallenge(livegame.ID(fmt.Sprintf("Challenge10%d", i)), 1)
		c.Open, c.From.Guest = false, "ann"
		switch err := nodes[i%2].put(t.Context(), c); {
		case err == nil:
			stored.Add(1)
		case !errors.Is(err, ErrOften):
			t.Errorf("runner %d: %v", i, err)
		}
	})
	if stored.Load() != MaxOften {
		t.Errorf("%d challenges at once were stored, want %d", stored.Load(), MaxOften)
	}
	c := fullChallenge("Challenge200", 1)
	c.Open, c.From.Guest = false, "ann"
	wantError(t, nodes[0].put(t.Context(), c), ErrOften)
	c.Created, c.Updated = c.Created.Add(Often), c.Updated.Add(Often)
	must(t, nodes[1].put(t.Context(), c))
}
