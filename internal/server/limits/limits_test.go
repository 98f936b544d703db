package limits

import (
	"log/slog"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/server/guests"
)

// Zero budgets get defaults.
func TestDefaultBudgets(t *testing.T) {
	l := Limits{}.WithDefaults()
	for _, c := range []struct {
		name      string
		got, want Budget
	}{
		{"new games", l.Create, Budget{Guest: Rate{0.5, 30}, Address: Rate{2, 60}}},
		{"commands", l.Command, Budget{Guest: Rate{20, 60}, Address: Rate{100, 300}}},
		{"reading", l.Read, Budget{Guest: Rate{30, 120}, Address: Rate{150, 600}}},
		{"rules", l.Rules, Budget{Guest: Rate{20, 100}, Address: Rate{60, 300}}},
		{"pictures", l.Pictures, Budget{Guest: Rate{1, 30}, Address: Rate{4, 120}}},
	} {
		if c.got != c.want {
			t.Errorf("the budget for %s is %+v, want %+v", c.name, c.got, c.want)
		}
	}
	if own := (Limits{Rules: Budget{Guest: Rate{1, 2}}}).WithDefaults(); own.Rules.Guest != (Rate{1, 2}) ||
		own.Rules.Address != l.Rules.Address {
		t.Errorf("a budget that is set becomes %+v", own.Rules)
	}
}

// A client is forgotten some time after its last request, not after its first.
func TestLimiterForgets(t *testing.T) {
	var passed atomic.Int64 // the cache asks in the background, too
	begin := time.Unix(1_800_000_000, 0)
	none := Budget{Rate{}, Rate{Burst: 1}} // one request, never another
	l := NewLimiter(Limits{Create: none}, func() time.Time { return begin.Add(time.Duration(passed.Load())) })
	client := &guests.Visit{Address: "192.0.2.1"}
	for i, c := range []struct {
		after time.Duration
		want  bool
	}{{0, true}, {0, false}, {clientTTL - time.Minute, false}, {clientTTL - time.Minute, false},
		{clientTTL + time.Minute, true}} {
		passed.Add(int64(c.after))
		if _, ok := l.Take(Create, client); ok != c.want {
			t.Errorf("request %d is allowed: %t, want %t", i+1, ok, c.want)
		}
	}
}

// An address may store so many bytes, and more after a while; a trusted network may store more. Who waits does not get
// a full budget before its time.
func TestStoredBytes(t *testing.T) {
	passed := time.Duration(0)
	begin := time.Unix(1_800_000_000, 0)
	g := &Guard{Limiter: NewLimiter(Limits{Bytes: Rate{PerSecond: 1, Burst: 10_000}},
		func() time.Time { return begin.Add(passed) })}
	stores := func(v *guests.Visit, want int) {
		t.Helper()
		n := 0
		for ; n < 1000 && g.Store(v) == nil; n++ {
			g.Limiter.ChargeBytes(v, 1000-rowBytes)
		}
		if n != want {
			t.Errorf("after %v %+v stores %d times, want %d", passed, *v, n, want)
		}
	}
	home, school := &guests.Visit{Address: "192.0.2.1"}, &guests.Visit{Address: "192.0.2.2", Trusted: true}
	stores(home, 10)
	stores(school, 100)
	passed = 999 * time.Second
	stores(home, 1)
	if p := g.Store(home); p.Status != http.StatusTooManyRequests ||
		p.Detail != "Your address has stored very much: try again in 1 minute." {
		t.Errorf("refused with %+v", p)
	}
	passed += 5000 * time.Second
	stores(home, 5)
	stores(&guests.Visit{Address: "192.0.2.3"}, 10)
}

// While less than the reserve of the disk is left, nothing is stored; an unknown disk has room.
func TestDisk(t *testing.T) {
	free, fault := uint64(100), error(nil)
	d := NewDisk(100, func() (uint64, error) { return free, fault }, slog.New(slog.DiscardHandler))
	g := &Guard{Limiter: NewLimiter(Limits{Off: true}, time.Now), Disk: d}
	if p := g.Store(&guests.Visit{}); p != nil {
		t.Error(p)
	}
	free = 99
	if d.Low() {
		t.Error("the system is asked for each request")
	}
	d.checked = time.Time{}
	if p := g.Store(&guests.Visit{}); p == nil || p.Status != http.StatusInsufficientStorage {
		t.Errorf("nearly full: %v", p)
	}
	d.checked, fault = time.Time{}, http.ErrNotSupported
	if d.Low() || (*Disk)(nil).Low() {
		t.Error("an unknown disk is full")
	}
}
