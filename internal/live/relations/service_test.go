package relations_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/wane-chess/wane/internal/live/livegame"
	"github.com/wane-chess/wane/internal/live/manager/managertest"
	"github.com/wane-chess/wane/internal/live/relations"
	"github.com/wane-chess/wane/internal/live/store"
	"github.com/wane-chess/wane/internal/server/job"
	"github.com/wane-chess/wane/internal/server/job/jobtest"
)

func open(t *testing.T) *store.Store {
	t.Helper()
	db, err := store.Open(t.Context(), "sqlite:"+filepath.Join(t.TempDir(), "wane.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

// A node hears of a block on another one, though it has looked before.
func TestBlocks(t *testing.T) {
	db, broker := open(t), managertest.NewBroker()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var nodes [2]*relations.Service
	for i := range nodes {
		nodes[i] = relations.New(relations.Options{Store: db, Queue: broker.Node(fmt.Sprint(i))})
		jobtest.Run(t, func(r *job.Runner) { nodes[i].Jobs(r, func() []string { return nil }) })
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
	for deadline := time.Now().Add(20 * time.Second); ; { // until both nodes listen
		for i, n := range nodes {
			if err := n.Set(ctx, fmt.Sprint(i), "eve", "Eve", relations.Block); err != nil {
				t.Fatal(err)
			}
		}
		if blocks(0, "1", "eve") && blocks(1, "0", "eve") || time.Now().After(deadline) {
			break
		}
	}
	if blocks(1, "ann", "eve") {
		t.Error("before the block")
	}
	if err := nodes[0].Set(ctx, "ann", "eve", "Eve", relations.Block); err != nil {
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
	if err := nodes[1].Set(ctx, "ann", "eve", "Eve", relations.Follow); err != nil { // instead
		t.Fatal(err)
	}
	if blocks(1, "ann", "eve") || blocks(0, "ann", "eve") {
		t.Error("after the block ended")
	}
	if err := nodes[1].Refuses(ctx, "", "", "eve"); err != nil {
		t.Error(err)
	}
}

// few is a store in which an account may follow and block one other each.
type few struct{ relations.Store }

func (f few) Relate(ctx context.Context, r relations.Relation, _ int) (bool, error) {
	return f.Store.Relate(ctx, r, 1)
}

// Limits are explained to users.
func TestRefused(t *testing.T) {
	var followed []string
	s := relations.New(relations.Options{
		Store: few{open(t)}, Queue: managertest.NewBroker().Node("one"),
		Followed: func(_ context.Context, account, other string) {
			followed = append(followed, account+" follows "+other)
		},
	})
	for _, c := range []struct {
		account, other string
		kind           relations.Kind
		want           string
	}{
		{"ann", "ann", relations.Follow, "That is you"}, {"eve", "ann", relations.Block, ""},
		{"eve", "ben", relations.Block, "You block 500 players"}, {"ann", "ben", relations.Follow, ""},
		{"ann", "cy", relations.Follow, "You follow 500 players"}, {"cy", "ann", relations.Follow, ""},
		{"ann", "eve", relations.Block, ""}, {"eve", "ann", relations.Follow, "You cannot follow ann."},
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

// noted is a store that remembers who was noted when.
type noted struct {
	relations.Store
	calls []call
	begun time.Time
}

type call struct {
	at       time.Duration
	accounts []string
	until    time.Duration
}

func (n *noted) SetSeen(_ context.Context, accounts []string, until time.Time) error {
	n.calls = append(n.calls, call{time.Since(n.begun), slices.Clone(accounts), until.Sub(n.begun)})
	return nil
}

// A node notes who is connected soon, and then once a minute.
func TestOnline(t *testing.T) {
	n := &noted{}
	s := relations.New(relations.Options{Store: n, Queue: managertest.NewBroker().Node("one")})
	synctest.Test(t, func(t *testing.T) {
		n.begun = time.Now()
		stop := jobtest.Run(t, func(r *job.Runner) {
			s.Jobs(r, func() []string {
				if time.Since(n.begun) < 20*time.Second {
					return []string{"ann", "ann"}
				}
				return []string{"ann", "ben"}
			})
		})
		time.Sleep(100 * time.Second)
		stop()
		// A look comes about every 5 s.
		var who []string
		for _, c := range n.calls {
			who = append(who, strings.Join(c.accounts, " "))
			if c.until != c.at+70*time.Second {
				t.Errorf("what is noted at %v holds until %v", c.at, c.until)
			}
		}
		if strings.Join(who, "|") != "ann|ben|ann|ben" {
			t.Fatalf("it notes %q", who)
		}
		again := []time.Duration{n.calls[0].at + time.Minute, n.calls[1].at + time.Minute}
		for i, soonest := range []time.Duration{0, 20 * time.Second, again[0], again[1]} {
			if late := n.calls[i].at - soonest; late < 0 || late > 6*time.Second {
				t.Errorf("note %d comes at %v, want %v or a little later", i, n.calls[i].at, soonest)
			}
		}
	})
}
