package main

import (
	"strings"
	"testing"
	"time"
)

// TestMeterLeft: what is to go is told for work of thousands of millions of steps
// too.
func TestMeterLeft(t *testing.T) {
	var out strings.Builder
	m := newMeter(&out)
	const total = 4_000_000_000
	m.show("solving", 0, total, "")
	m.began = m.began.Add(-5 * time.Minute) // a tenth was done in five minutes
	m.shown = time.Time{}
	m.show("solving", total/10, total, "KQvK")
	if want := "solving: KQvK, 45m0s to go (400000000 of 4000000000)\n"; out.String() != want {
		t.Errorf("it says %q, want %q", out.String(), want)
	}
}
