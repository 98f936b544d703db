package queue

import (
	"errors"
	"testing"
	"time"
)

// Ping fails when messages of one kind were not stored twice in a row, lately.
func TestFaults(t *testing.T) {
	const jobA, jobB, check = "wane.jobs.a", "wane.jobs.b", "wane.check"
	now := time.UnixMilli(1e12)
	full := errors.New("no space left on device")
	type note struct {
		before  time.Duration
		subject string
		err     error
	}
	for name, c := range map[string]struct {
		notes []note
		want  bool
	}{
		"nothing":           {nil, false},
		"one":               {[]note{{0, jobA, full}}, false},
		"two of one kind":   {[]note{{0, jobA, full}, {0, jobB, full}}, true},
		"two of two kinds":  {[]note{{0, jobA, full}, {0, check, full}}, false},
		"stored meanwhile":  {[]note{{2, jobA, full}, {1, jobB, nil}, {0, jobA, full}}, false},
		"another is stored": {[]note{{2, jobA, full}, {1, check, nil}, {0, jobA, full}}, true},
		"long ago":          {[]note{{faultMemory, jobA, full}, {faultMemory, jobA, full}}, false},
		"long between":      {[]note{{faultMemory, jobA, full}, {0, jobA, full}}, false},
	} {
		var f faults
		for _, n := range c.notes {
			f.note(n.subject, n.err, now.Add(-n.before))
		}
		if got := f.worst(now); got != nil != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
