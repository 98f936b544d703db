package storetest

import (
	"sync"
	"sync/atomic"
	"testing"

	"github.com/wane-chess/wane/internal/server/channels"
	"github.com/wane-chess/wane/internal/server/livegame"
)

// testChannels stores which games channels show. Of two nodes that choose at the same time one wins.
func testChannels(t *testing.T, h *handles) {
	s, other := h.store(), h.store()
	set := func(before livegame.ID, now channels.Shown, want bool) {
		t.Helper()
		done, err := s.SetChannel(background, before, now)
		must(t, err)
		if done != want {
			t.Errorf("the channel goes from %q to %+v: %v, want %v", before, now, done, want)
		}
	}
	set("a", channels.Shown{Channel: "shrink", Game: "b", Since: at(1)}, false)
	set("", channels.Shown{Channel: "shrink", Game: "a", Since: at(1)}, true)
	set("", channels.Shown{Channel: "shrink", Game: "b", Since: at(2)}, false)
	set("", channels.Shown{Channel: "'; --", Game: "x", Since: at(2)}, true)
	if _, err := s.SetChannel(background, "", channels.Shown{Channel: "\x00", Game: "x"}); err == nil {
		t.Error("a name with a zero byte was kept")
	}

	var won atomic.Int32
	var nodes sync.WaitGroup
	for i := range 8 {
		nodes.Go(func() {
			done, err := []Store{s, other}[i%2].SetChannel(background, "a",
				channels.Shown{Channel: "shrink", Game: livegame.ID(rune('b' + i)), Since: at(3)})
			must(t, err)
			if done {
				won.Add(1)
			}
		})
	}
	nodes.Wait()
	if won.Load() != 1 {
		t.Errorf("%d nodes have changed what the channel shows, want 1", won.Load())
	}
	list, err := other.Channels(background)
	must(t, err)
	if len(list) != 2 {
		t.Fatalf("the channels are %+v, want 2", list)
	}
	for _, c := range list {
		if c.Channel == "shrink" && (c.Game == "a" || !c.Since.Equal(at(3))) {
			t.Errorf("the channel shows %+v", c)
		}
	}
}
