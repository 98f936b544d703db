package storetest

import (
	"encoding/json"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/server/mail"
)

// testMail takes jobs on two nodes: each goes to one of them, until its time is over.
func testMail(t *testing.T, h *handles) {
	s, other := h.store(), h.store()
	put := func(id string, due int) {
		t.Helper()
		must(t, s.PutMail(background,
			mail.Job{ID: id, Kind: "k", Account: "ann", Data: json.RawMessage(`{"a":"ä"}`), Created: at(due), Due: at(due)}))
	}
	for n := range 20 {
		put(fmt.Sprintf("job-%02d", n), n)
	}
	put("job-07", 100) // again
	put("later", 1000)

	var wg sync.WaitGroup
	var mu sync.Mutex
	seen := map[string]int{}
	for _, node := range []Store{s, other} {
		for range 3 {
			wg.Go(func() {
				for {
					list, err := node.TakeMail(background, at(50), at(500), 3)
					if err != nil {
						t.Error(err)
					}
					if len(list) == 0 {
						return
					}
					mu.Lock()
					for _, j := range list {
						seen[j.ID]++
						if j.Kind != "k" || j.Account != "ann" || string(j.Data) != `{"a":"ä"}` || j.Tries != 1 || !j.Due.Equal(at(500)) {
							t.Errorf("%+v", j)
						}
					}
					mu.Unlock()
				}
			})
		}
	}
	wg.Wait()
	for n := range 20 {
		if id := fmt.Sprintf("job-%02d", n); seen[id] != 1 {
			t.Errorf("%s was taken %d times", id, seen[id])
		}
	}
	if len(seen) != 20 {
		t.Errorf("%d jobs were taken", len(seen))
	}
	must(t, s.DropMail(background, "job-00"))
	must(t, s.DropMail(background, "job-00"))
	must(t, s.DelayMail(background, "job-01", at(2000)))
	must(t, s.DelayMail(background, "none", at(2000)))
	list, err := other.TakeMail(background, at(500), at(3000), 100)
	if err != nil || len(list) != 18 || list[0].ID != "job-02" || list[0].Tries != 2 {
		t.Errorf("%d jobs, %v", len(list), err)
	}
	list, err = other.TakeMail(background, at(2000), at(2000).Add(time.Hour), 100)
	if err != nil || len(list) != 2 {
		t.Errorf("%+v, %v", list, err)
	}
	if err := s.PutMail(background, mail.Job{ID: "x\x00"}); err == nil {
		t.Error("a zero byte is stored")
	}
}
