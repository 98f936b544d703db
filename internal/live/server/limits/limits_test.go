package limits

import (
	"sync/atomic"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/live/server/guests"
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
