package loadtest

import (
	"strings"
	"testing"
	"time"
)

// The clients of a game are at different servers.
func TestServersInTurn(t *testing.T) {
	o := options("http://one")
	o.Others = []string{"http://two"}
	for n, want := range []string{"one two one", "two one two", "one two one"} {
		var got []string
		for _, c := range newTable(&o, n, nil, &tally{}).clients() {
			got = append(got, strings.TrimPrefix(c.base, "http://"))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("game %d is played at %v, want %s", n, got, want)
		}
	}
}

// A comparison says what bound it, and whether any run had a fault.
func TestComparison(t *testing.T) {
	run := func(rate float64, server, db time.Duration) *Report {
		return &Report{Rate: rate, Moves: 1000, For: 10 * time.Second,
			Costs: []Cost{{"server 1", server, 0}, {"PostgreSQL", db / 2, db / 2}, {"clients", time.Second, 0}}}
	}
	for _, c := range []struct {
		name       string
		server, db time.Duration
		busy       float64 // the machine
		want       string
	}{
		{"busy", 4 * time.Second, 13 * time.Second, 0.97,
			"Bound by the processors: this test used 90 % of 2 processors, most of it PostgreSQL (72 %)."},
		{"shared", 4 * time.Second, 2 * time.Second, 0.97, "Bound by the processors, of which other programs took 62 %: " +
			"this test used 35 % of 2 processors, most of it server 1 (57 %)."},
		{"idle", 4 * time.Second, 2 * time.Second, 0.4,
			"Bound by waiting, for the disk or for locks: this test used 35 % of 2 processors, most of it server 1 (57 %)."},
	} {
		r := Comparison{[]ServerRun{{1, run(100, time.Second, 0)}, {2, run(150, c.server, c.db)}}}
		r.Runs[1].Busy = c.busy
		if got := "Bound by " + r.Runs[1].bound(2); r.Ratio() != 1.5 || got != c.want {
			t.Errorf("%s: ratio %v, %s", c.name, r.Ratio(), got)
		}
		for _, want := range []string{"1 server:\n", "2 servers make 1.50 times the moves of 1 server. ", "clients"} {
			if !strings.Contains(r.String(), want) {
				t.Errorf("%s: the report lacks %q:\n%s", c.name, want, &r)
			}
		}
		if !r.Clean() {
			t.Errorf("%s: a fault", c.name)
		}
		r.Runs[0].Lost = 1
		if r.Clean() {
			t.Errorf("%s: a lost move is no fault", c.name)
		}
	}
}
