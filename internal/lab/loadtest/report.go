package loadtest

import (
	"fmt"
	"math"
	"slices"
	"time"
)

// Report is what a run has shown.
type Report struct {
	Games, Sockets int
	Moves          int           // acknowledged, in all
	Rate           float64       // acknowledged moves per second
	For            time.Duration // while moves were made
	// From sending a move to its arrival at the opponent: half of the moves took
	// no longer than SeenP50, 99 of 100 no longer than SeenP99. The client's own
	// work and waiting are in it.
	SeenP50, SeenP99, SeenMax time.Duration
	AckP50, AckP99            time.Duration // from sending a move to its acknowledgement

	// All of these must be 0.
	Lost       int // acknowledged moves that are not in the record, and events that the server no longer knows
	Duplicated int // events and acknowledgements that came twice, and events that stand twice in a record
	OutOfOrder int // events that came before an earlier one, which may have come later or never
	Unseen     int // moves that the opponent, or records that a client, was not told of in time
	Wrong      int // events, records and positions that tell something else than was played, and unexpected messages
	Refused    int // commands that were refused or not answered, and other complaints

	Kills      int // while moves were made; then came one more,
	Kept       int // after which so many games were compared with what had been played
	Reconnects int // sockets that broke and were opened again; only kills should cause them
	// Bytes that the server's process had grown by when all games had begun, for
	// each socket, and all that it occupied in the end; 0 if not measured.
	BytesPerSocket, Bytes int64
	Faults                []string // some of them, in words
	LastBreak             string   // why the last socket broke
}

// Clean reports whether nothing went wrong that a player would mind.
func (r *Report) Clean() bool {
	return r.Lost+r.Duplicated+r.OutOfOrder+r.Unseen+r.Wrong+r.Refused == 0 && (r.Reconnects == 0 || r.Kills > 0)
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

// quantile returns the least of the sorted values that at least that part of them
// does not exceed.
func quantile(sorted []time.Duration, part float64) time.Duration {
	if len(sorted) == 0 {
		return 0
	}
	rank := int(math.Ceil(part * float64(len(sorted))))
	return sorted[max(rank, 1)-1]
}

// String tells the report in a few lines.
func (r *Report) String() string {
	s := fmt.Sprintf("%d games, %d sockets, %d moves in %v: %.0f acknowledged moves per second\n", r.Games, r.Sockets, r.Moves, r.For.Round(100*time.Millisecond), r.Rate)
	s += fmt.Sprintf("seen by the opponent after: p50 %v, p99 %v, longest %v\n", round(r.SeenP50), round(r.SeenP99), round(r.SeenMax))
	s += fmt.Sprintf("acknowledged after:         p50 %v, p99 %v\n", round(r.AckP50), round(r.AckP99))
	if r.BytesPerSocket > 0 {
		s += fmt.Sprintf("the server uses %.1f MiB of memory, %.1f KiB per socket\n", float64(r.Bytes)/(1<<20), float64(r.BytesPerSocket)/(1<<10))
	}
	s += fmt.Sprintf("lost %d, duplicated %d, out of order %d, unseen %d, wrong %d, refused %d\n", r.Lost, r.Duplicated, r.OutOfOrder, r.Unseen, r.Wrong, r.Refused)
	if r.Kills > 0 {
		s += fmt.Sprintf("the server was killed %d times under load, and once more before all %d games were read again\n", r.Kills, r.Kept)
	}
	if r.Reconnects > 0 {
		s += fmt.Sprintf("sockets reconnected %d times; the last break: %s\n", r.Reconnects, r.LastBreak)
	}
	for _, f := range r.Faults {
		s += "  " + f + "\n"
	}
	return s
}

func round(d time.Duration) time.Duration { return d.Round(10 * time.Microsecond) }
