package loadtest

import (
	"context"
	"strings"
	"testing"
	"time"
)

// A soak ends games, changes guests, reopens sockets, and samples the server meanwhile.
func TestSoak(t *testing.T) {
	o := options(newFake(t, faults{}).url)
	o.Games, o.For = 4, 1500*time.Millisecond
	calls := 0
	o.Soak = func(context.Context) (Sample, error) {
		calls++
		return Sample{Memory: 1 << 20}, nil
	}
	r, err := Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if !r.Clean() || calls == 0 || len(r.Samples) != calls {
		t.Errorf("%d samples of %d calls:\n%s", len(r.Samples), calls, r)
	}
	if !strings.Contains(r.String(), "tell nothing about growth") {
		t.Errorf("the report of a short soak does not say that it is one:\n%s", r)
	}
	last := r.Samples[len(r.Samples)-1]
	if r.Games <= o.Games || last.Guests == 0 || last.Reopened == 0 || last.Moves == 0 {
		t.Errorf("after %d games the last sample is %+v", r.Games, last)
	}
}

// The trend of the second half decides, within the tolerance.
func TestTrends(t *testing.T) {
	for _, c := range []struct {
		name  string
		value func(i float64) float64
		grows bool
	}{
		{"flat", func(float64) float64 { return 1000 }, false},
		{"warming up", func(i float64) float64 { return 20 * min(i, 50) }, false},
		{"noise", func(i float64) float64 { return 1000 + 200*float64(int(i)%2) }, false},
		{"a little", func(i float64) float64 { return 1000 + 0.9*i }, false},
		{"a leak", func(i float64) float64 { return 1000 + 1.5*i }, true},
		{"shrinking", func(i float64) float64 { return 1000 - 3*i }, false},
	} {
		var samples []Sample
		for i := range 100 {
			samples = append(samples,
				Sample{After: time.Duration(i) * time.Second, Goroutines: c.value(float64(i)), Database: 1e6 * float64(i)})
		}
		r := Report{Samples: samples, Trends: trends(samples)}
		for _, trend := range r.Trends {
			if trend.Fault() != (c.grows && trend.Name == "goroutines") {
				t.Errorf("%s: %+v", c.name, trend)
			}
		}
		if r.Clean() == c.grows || strings.Contains(r.String(), "IT GROWS") != c.grows {
			t.Errorf("%s: clean %t\n%s", c.name, r.Clean(), r.String())
		}
	}
}
