package mail

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/testing/dbtest"
)

// Jobs are taken on two nodes: each goes to one of them, until its time is over.
func TestStatements(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, open func() *db.DB) {
		testStatements(t, NewOutbox(Options{DB: open()}), NewOutbox(Options{DB: open()}))
	})
}

func testStatements(t *testing.T, s, other *Outbox) {
	at := func(s int) time.Time { return time.Unix(int64(s), 0).UTC() }
	must := func(t *testing.T, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	add := func(j Job) error {
		return s.o.DB.Write(t.Context(), func(ctx context.Context, t db.Tx) error { return Put(ctx, t, j) })
	}
	put := func(id string, due int) {
		t.Helper()
		must(t, add(
			Job{ID: id, Kind: "k", Account: "ann", Data: json.RawMessage(`{"a":"ä"}`), Created: at(due), Due: at(due)}))
	}
	for n := range 20 {
		put(fmt.Sprintf("job-%02d", n), n)
	}
	put("job-07", 100) // again
	put("later", 1000)

	var wg sync.WaitGroup
	var mu sync.Mutex
	seen := map[string]int{}
	for _, node := range []*Outbox{s, other} {
		for range 3 {
			wg.Go(func() {
				for {
					list, err := node.take(t.Context(), at(50), at(500), 3)
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
	must(t, s.drop(t.Context(), "job-00"))
	must(t, s.drop(t.Context(), "job-00"))
	must(t, s.delay(t.Context(), "job-01", at(2000)))
	must(t, s.delay(t.Context(), "none", at(2000)))
	list, err := other.take(t.Context(), at(500), at(3000), 100)
	if err != nil || len(list) != 18 || list[0].ID != "job-02" || list[0].Tries != 2 {
		t.Errorf("%d jobs, %v", len(list), err)
	}
	list, err = other.take(t.Context(), at(2000), at(2000).Add(time.Hour), 100)
	if err != nil || len(list) != 2 {
		t.Errorf("%+v, %v", list, err)
	}
	if err := add(Job{ID: "x\x00"}); err == nil {
		t.Error("a zero byte is stored")
	}

	must(t, s.o.DB.Write(t.Context(), func(ctx context.Context, t db.Tx) error {
		return errors.Join(Forget(ctx, t, "ann", "other"), Forget(ctx, t, "", ""))
	}))
	left := func(want int) {
		t.Helper()
		ids, err := db.All[string](t.Context(), s.o.DB, "SELECT id FROM outbox ORDER BY id LIMIT 100")
		if err != nil || len(ids) != want {
			t.Errorf("%q are left, %v, want %d", ids, err, want)
		}
	}
	left(20)
	must(t, s.o.DB.Write(t.Context(), func(ctx context.Context, t db.Tx) error { return Forget(ctx, t, "ann", "") }))
	left(0)
}
