package loadtest

import (
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/wane-chess/wane/internal/message"
)

// Report is the result of a run.
type Report struct {
	Games, Sockets int
	Moves          int           // all acknowledged ones
	Rate           float64       // acknowledged moves per second
	For            time.Duration // duration of play
	// The time from sending a move to its arrival at the opponent, including the
	// client's own work: SeenP50 is the median, SeenP99 the 99th percentile.
	SeenP50, SeenP99, SeenMax time.Duration
	AckP50, AckP99            time.Duration // from sending a move to its acknowledgement

	// Each of these must be 0.
	Lost       int // acknowledged moves missing in the record, and events that the server has lost
	Duplicated int // events and acknowledgements that came twice, and events twice in a record
	OutOfOrder int // events that came before an earlier one
	Unseen     int // moves that did not reach the opponent in time, or recorded ones that did not reach a client
	Wrong      int // events, records and positions that differ from the played game, and unexpected messages
	Refused    int // rejected or unanswered commands, and other errors

	Kills      int // during play; one more follows
	Kept       int // games compared with the record after the last kill
	Reconnects int // reopened sockets; only kills should cause them
	// The growth of the server's memory until all games had begun, for each socket,
	// and its memory at the end; 0 if not measured.
	BytesPerSocket, Bytes int64
	Imports               *Imports   // nil: there were none
	Lobby                 *Refreshes // nil: there were no viewers
	// Costs are the processor times of play, the clients' last; empty if not measured.
	Costs []Cost
	// Busy is the part of the machine's processor time that all its programs used; 0: unknown.
	Busy float64
	// Samples and Trends are those of a soak.
	Samples   []Sample
	Trends    []Trend
	Faults    []string // the first ones
	LastBreak string   // why the last socket broke
}

// Clean reports whether there was no fault.
func (r *Report) Clean() bool {
	return !slices.ContainsFunc(r.Trends, Trend.Fault) &&
		r.Lost+r.Duplicated+r.OutOfOrder+r.Unseen+r.Wrong+r.Refused == 0 && (r.Reconnects == 0 || r.Kills > 0)
}

func (t *tally) report() *Report {
	t.mu.Lock()
	defer t.mu.Unlock()
	slices.Sort(t.seenAfter)
	slices.Sort(t.ackedAfter)
	r := &Report{
		Games: t.games, Moves: t.moves, Reconnects: t.reconnects,
		SeenP50: quantile(t.seenAfter, .5), SeenP99: quantile(t.seenAfter, .99), SeenMax: quantile(t.seenAfter, 1),
		AckP50: quantile(t.ackedAfter, .5), AckP99: quantile(t.ackedAfter, .99),
		Lost: t.lost, Duplicated: t.duplicates, OutOfOrder: t.gaps, Unseen: t.unseen, Wrong: t.wrong, Refused: t.refused,
		Faults: slices.Clone(t.examples),
	}
	if t.lastBreak != nil {
		r.LastBreak = t.lastBreak.Error()
	}
	return r
}

// quantile returns the smallest of the sorted values that at least this part of them
// does not exceed.
func quantile(sorted []time.Duration, part float64) time.Duration {
	if len(sorted) == 0 {
		return 0
	}
	rank := int(math.Ceil(part * float64(len(sorted))))
	return sorted[max(rank, 1)-1]
}

// String formats the report in a few lines.
func (r *Report) String() string {
	s := fmt.Sprintf("%s, %s, %s in %v: %.0f acknowledged moves per second\n",
		message.Plural(r.Games, "game"), message.Plural(r.Sockets, "socket"), message.Plural(r.Moves, "move"),
		r.For.Round(100*time.Millisecond), r.Rate)
	s += fmt.Sprintf("seen by the opponent after: p50 %v, p99 %v, longest %v\n", round(r.SeenP50), round(r.SeenP99),
		round(r.SeenMax))
	s += fmt.Sprintf("acknowledged after:         p50 %v, p99 %v\n", round(r.AckP50), round(r.AckP99))
	if r.BytesPerSocket > 0 {
		s += fmt.Sprintf("the server uses %.1f MiB of memory, %.1f KiB per socket\n", float64(r.Bytes)/(1<<20),
			float64(r.BytesPerSocket)/(1<<10))
	}
	s += fmt.Sprintf("lost %d, duplicated %d, out of order %d, unseen %d, wrong %d, refused %d\n", r.Lost, r.Duplicated,
		r.OutOfOrder, r.Unseen, r.Wrong, r.Refused)
	if r.Imports != nil {
		s += r.Imports.String()
	}
	if r.Lobby != nil {
		s += r.Lobby.String()
	}
	s += formatSoak(r.Samples, r.Trends)
	s += formatCosts(r.Costs, r.Moves, r.For, r.Busy)
	if r.Kills > 0 {
		s += fmt.Sprintf("the server was killed %s under load, and once more at the end; %s read again\n",
			message.Plural(r.Kills, "time"), message.Plural(r.Kept, "game"))
	}
	if r.Reconnects > 0 {
		s += fmt.Sprintf("sockets reconnected %s; the last break: %s\n", message.Plural(r.Reconnects, "time"), r.LastBreak)
	}
	for _, f := range r.Faults {
		s += "  " + f + "\n"
	}
	return s
}

func round(d time.Duration) time.Duration { return d.Round(10 * time.Microsecond) }
