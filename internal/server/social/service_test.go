package social

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/wane-chess/wane/internal/server/job/jobtest"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/manager/managertest"
	"github.com/wane-chess/wane/internal/testing/dbtest"
)

// A node hears of a block on another one, though it has looked before.
func TestBlocks(t *testing.T) {
	d, broker := dbtest.Open(t), managertest.NewBroker()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var nodes [2]*Service
	for i := range nodes {
		nodes[i] = New(Options{DB: d, Queue: broker.Node(fmt.Sprint(i)), Here: func() []string { return nil }})
		jobtest.Run(t, nodes[i].Jobs)
	}
	blocks := func(node int, a, b string) bool {
		t.Helper()
		broker.Settle()
		got, err := nodes[node].Blocks(ctx, a, b)
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	deadline := time.Now().Add(20 * time.Second)
	for try, listen := 0, false; !listen && time.Now().Before(deadline); try++ { // until both nodes do
		listen = true
		for i, n := range nodes {
			account := fmt.Sprint(try, i)
			before := blocks(1-i, account, "eve")
			if err := n.Set(ctx, account, "eve", "Eve", Block); err != nil || before {
				t.Fatalf("blocked before: %v, %v", before, err)
			}
			listen = listen && blocks(1-i, account, "eve")
		}
	}
	if blocks(1, "ann", "eve") {
		t.Error("before the block")
	}
	if err := nodes[0].Set(ctx, "ann", "eve", "Eve", Block); err != nil {
		t.Fatal(err)
	}
	if !blocks(0, "ann", "eve") || !blocks(1, "ann", "eve") || blocks(1, "eve", "ann") {
		t.Error("after the block")
	}
	for _, accounts := range [][]string{nil, {"ann", "ben", "ann"}} {
		if all, err := nodes[1].Blocked(ctx, accounts); err != nil || all["ann"]["eve"] != (accounts != nil) ||
			len(all["ben"]) > 0 {
			t.Errorf("%v block %v, %v", accounts, all, err)
		}
	}
	if err := nodes[1].Set(ctx, "ann", "eve", "Eve", Follow); err != nil { // instead
		t.Fatal(err)
	}
	if blocks(1, "ann", "eve") || blocks(0, "ann", "eve") {
		t.Error("after the block ended")
	}
	if err := nodes[1].Refuses(ctx, "", "", "eve"); err != nil {
		t.Error(err)
	}
}

// Limits are explained to users.
func TestRefused(t *testing.T) {
	var followed []string
	s := New(Options{
		DB: dbtest.Open(t), Queue: managertest.NewBroker().Node("one"),
		Followed: func(_ context.Context, account, other string) {
			followed = append(followed, account+" follows "+other)
		},
	})
	s.most = 1
	for _, c := range []struct {
		account, other string
		kind           Kind
		want           string
	}{
		{"ann", "ann", Follow, "That is you"}, {"eve", "ann", Block, ""},
		{"eve", "ben", Block, "You block 500 players"}, {"ann", "ben", Follow, ""},
		{"ann", "cy", Follow, "You follow 500 players"}, {"cy", "ann", Follow, ""},
		{"ann", "eve", Block, ""}, {"eve", "ann", Follow, "You cannot follow ann."},
	} {
		err := s.Set(t.Context(), c.account, c.other, c.other, c.kind)
		var refusal *livegame.Error
		if errors.As(err, &refusal) != (c.want != "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s and %s: %v, want %q", c.account, c.other, err, c.want)
		}
	}
	if want := []string{"ann follows ben", "cy follows ann"}; !slices.Equal(followed, want) {
		t.Errorf("%v, want %v", followed, want)
	}
	var refusal *livegame.Error
	if err := s.Refuses(t.Context(), "eve", "Eve", "ann"); !errors.As(err, &refusal) ||
		refusal.Message != "Eve does not accept challenges from you." {
		t.Error(err)
	}
}

type call struct {
	at       time.Duration
	accounts []string
	until    time.Duration
}

// A node notes who is connected soon, and then once a minute.
func TestOnline(t *testing.T) {
	s := New(Options{Queue: managertest.NewBroker().Node("one")})
	synctest.Test(t, func(t *testing.T) {
		var calls []call
		begun := time.Now()
		s.o.Here = func() []string {
			if time.Since(begun) < 20*time.Second {
				return []string{"ann", "ann"}
			}
			return []string{"ann", "ben"}
		}
		s.see = func(_ context.Context, accounts []string, until time.Time) error {
			calls = append(calls, call{time.Since(begun), slices.Clone(accounts), until.Sub(begun)})
			return nil
		}
		stop := jobtest.Run(t, s.Jobs)
		time.Sleep(100 * time.Second)
		stop()
		// A look comes about every 5 s.
		var who []string
		for _, c := range calls {
			who = append(who, strings.Join(c.accounts, " "))
			if c.until != c.at+70*time.Second {
				t.Errorf("what is noted at %v holds until %v", c.at, c.until)
			}
		}
		if strings.Join(who, "|") != "ann|ben|ann|ben" {
			t.Fatalf("it notes %q", who)
		}
		again := []time.Duration{calls[0].at + time.Minute, calls[1].at + time.Minute}
		for i, soonest := range []time.Duration{0, 20 * time.Second, again[0], again[1]} {
			if late := calls[i].at - soonest; late < 0 || late > 6*time.Second {
				t.Errorf("note %d comes at %v, want %v or a little later", i, calls[i].at, soonest)
			}
		}
	})
}
