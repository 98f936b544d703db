package channels

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/testing/dbtest"
)

func at(s int) time.Time { return time.Unix(int64(s), 0).UTC() }

// It is stored which games channels show. Of two nodes that choose at the same time one wins.
func TestStatements(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, open func() *db.DB) {
		testStatements(t, New(Options{DB: open()}), New(Options{DB: open()}))
	}, "SELECT * FROM channels")
}

func testStatements(t *testing.T, s, other *Service) {
	set := func(before livegame.ID, now Shown, want bool) {
		t.Helper()
		done, err := s.store(t.Context(), before, now)
		if err != nil || done != want {
			t.Errorf("the channel goes from %q to %+v: %v, want %v, %v", before, now, done, want, err)
		}
	}
	set("a", Shown{Channel: "shrink", Game: "b", Since: at(1)}, false)
	set("", Shown{Channel: "shrink", Game: "a", Since: at(1)}, true)
	set("", Shown{Channel: "shrink", Game: "b", Since: at(2)}, false)
	set("", Shown{Channel: "'; --", Game: "x", Since: at(2)}, true)
	if _, err := s.store(t.Context(), "", Shown{Channel: "\x00", Game: "x"}); err == nil {
		t.Error("a name with a zero byte was kept")
	}

	var won atomic.Int32
	var nodes sync.WaitGroup
	for i := range 8 {
		nodes.Go(func() {
			done, err := []*Service{s, other}[i%2].store(t.Context(), "a",
				Shown{Channel: "shrink", Game: livegame.ID(rune('b' + i)), Since: at(3)})
			if err != nil {
				t.Error(err)
			}
			if done {
				won.Add(1)
			}
		})
	}
	nodes.Wait()
	if won.Load() != 1 {
		t.Errorf("%d nodes have changed what the channel shows, want 1", won.Load())
	}
	list, err := other.stored(t.Context())
	if err != nil || len(list) != 2 {
		t.Fatalf("the channels are %+v, want 2, %v", list, err)
	}
	for _, c := range list {
		if c.Channel == "shrink" && (c.Game == "a" || !c.Since.Equal(at(3))) {
			t.Errorf("the channel shows %+v", c)
		}
	}
}
