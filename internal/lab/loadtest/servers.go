package loadtest

import (
	"fmt"
	"runtime"
	"slices"
	"time"

	"github.com/wane-chess/wane/internal/message"
)

// Comparison compares runs with different numbers of servers, the smallest first.
type Comparison struct{ Runs []ServerRun }

// ServerRun is a run with so many servers.
type ServerRun struct {
	Servers int
	*Report
}

// Clean reports whether there was no fault.
func (c *Comparison) Clean() bool {
	return !slices.ContainsFunc(c.Runs, func(r ServerRun) bool { return !r.Clean() })
}

// Ratio is how many times the moves per second of the first run the last one had.
func (c *Comparison) Ratio() float64 {
	return c.Runs[len(c.Runs)-1].Rate / max(c.Runs[0].Rate, 1)
}

// String formats the reports and what bound the last run.
func (c *Comparison) String() string {
	s := ""
	for _, r := range c.Runs {
		s += fmt.Sprintf("%s:\n%s\n", message.Plural(r.Servers, "server"), r.Report)
	}
	first, last := c.Runs[0], c.Runs[len(c.Runs)-1]
	return s + fmt.Sprintf("%s make %.2f times the moves of %s. Bound by %s\n", message.Plural(last.Servers, "server"),
		c.Ratio(), message.Plural(first.Servers, "server"), last.bound(runtime.NumCPU()))
}

// busyPart is the part of the processors from which on they bound a run.
const busyPart = 0.85

// bound says what kept a run from more moves, as far as processor times tell.
func (r *Report) bound(processors int) string {
	if len(r.Costs) == 0 {
		return "something that is not measured on this system"
	}
	var all time.Duration
	most := r.Costs[0]
	for _, c := range r.Costs {
		all += c.all()
		if c.all() > most.all() {
			most = c
		}
	}
	used := all.Seconds() / r.For.Seconds() / float64(processors)
	share := fmt.Sprintf("this test used %.0f %% of %s, most of it %s (%.0f %%)",
		100*used, message.Plural(processors, "processor"), most.Part, 100*most.all().Seconds()/all.Seconds())
	switch {
	case used >= busyPart:
		return "the processors: " + share + "."
	case r.Busy >= busyPart:
		return fmt.Sprintf("the processors, of which other programs took %.0f %%: %s.", 100*(r.Busy-used), share)
	}
	return "waiting, for the disk or for locks: " + share + "."
}
