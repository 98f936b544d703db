package output

import (
	"strings"
	"testing"
	"time"
)

// TestMeterLeft: the remaining time is right for billions of steps.
func TestMeterLeft(t *testing.T) {
	var out strings.Builder
	m := NewMeter(&out)
	const total = 4_000_000_000
	m.Show("solving", 0, total, "")
	m.began = m.began.Add(-5 * time.Minute) // a tenth was done in five minutes
	m.shown = time.Time{}
	m.Show("solving", total/10, total, "KQvK")
	if want := "solving: KQvK, 45m0s left (400000000 of 4000000000)\n"; out.String() != want {
		t.Errorf("got %q, want %q", out.String(), want)
	}
}
