package gamestoretest

import (
	"sync"
	"sync/atomic"
	"testing"
)

// testLeases: one of several nodes gets the lease of a job, keeps it as long as it renews it, and can give it back.
func testLeases(t *testing.T, h *handles) {
	s, other := h.store(), h.store()
	lease := func(s Store, job, node string, now, until int, want bool) {
		t.Helper()
		got, err := s.Lease(background, job, node, at(now), at(until))
		if err != nil || got != want {
			t.Errorf("%s at %d: %v, %v, want %v", node, now, got, err, want)
		}
	}
	lease(s, "archive", "one", 0, 100, true)
	lease(other, "archive", "two", 50, 150, false)
	lease(other, "reports", "two", 50, 150, true) // another job
	lease(s, "archive", "one", 60, 160, true)     // renewed
	lease(other, "archive", "two", 159, 259, false)
	lease(other, "archive", "two", 160, 260, true) // it has ended
	lease(s, "archive", "one", 170, 270, false)
	lease(other, "archive", "two", 180, 180, true) // given back
	lease(s, "archive", "one", 181, 281, true)

	var nodes sync.WaitGroup
	var won atomic.Int32
	for i := range 8 {
		nodes.Go(func() {
			ok, err := []Store{s, other}[i%2].Lease(background, "race", string(rune('a'+i)), at(0), at(1000))
			must(t, err)
			if ok {
				won.Add(1)
			}
		})
	}
	nodes.Wait()
	if n := won.Load(); n != 1 {
		t.Errorf("%d nodes got the lease", n)
	}
}
