package loadtest

import (
	"fmt"
	"slices"
	"sync"
	"time"
)

// tally gathers what the clients saw.
type tally struct {
	mu         sync.Mutex
	seenAfter  []time.Duration // from sending a move to its arrival at the opponent
	ackedAfter []time.Duration
	moves      int // acknowledged
	games      int // begun
	reconnects int
	duplicates int // events that came twice over one socket, or stand twice in a record
	gaps       int // events that were left out
	lost       int // acknowledged, but not in the record
	unseen     int // acknowledged, but not seen by the opponent in time
	examples   []string
	lastBreak  error
}

// most is how many faults are told one by one.
const most = 10

func (t *tally) tell(format string, args ...any) {
	if len(t.examples) < most {
		t.examples = append(t.examples, fmt.Sprintf(format, args...))
	}
}

func (t *tally) reconnect(err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.reconnects++
	t.lastBreak = err
}

func (t *tally) gap(id string, last, next int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.gaps++
	t.tell("game %s: after event %d came %d", id, last, next+1)
}

func (t *tally) repeated(id string, seq int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.duplicates++
	t.tell("game %s: event %d came twice", id, seq)
}

func (t *tally) acked(after time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.moves++
	t.ackedAfter = append(t.ackedAfter, after)
}

func (t *tally) seen(after time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.seenAfter = append(t.seenAfter, after)
}

func (t *tally) fault(count *int, format string, args ...any) {
	t.mu.Lock()
	defer t.mu.Unlock()
	*count++
	t.tell(format, args...)
}

func (t *tally) count() (games, moves, reconnects int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.games, t.moves, t.reconnects
}

// Report is what a run has shown.
type Report struct {
	Games, Sockets int
	Moves          int           // acknowledged, in all
	Rate           float64       // acknowledged moves a second
	For            time.Duration // while moves were made
	SeenP50        time.Duration // from sending a move to its arrival at the opponent
	SeenP99        time.Duration
	SeenMax        time.Duration
	AckP50, AckP99 time.Duration // from sending a move to its acknowledgement
	Lost           int           // acknowledged moves that are not in the record: must be 0
	Duplicated     int           // events that came twice: must be 0
	OutOfOrder     int           // events that were left out or came early: must be 0
	Unseen         int           // acknowledged moves that the opponent did not see: must be 0
	Reconnects     int           // broken sockets; only kills should cause them
	Kills          int
	// Bytes that the server's process occupied for each socket, and in all; 0 if
	// that was not measured.
	BytesPerSocket, Bytes int64
	Faults                []string // some of them, in words
	LastBreak             string   // why the last socket broke
}

// Clean tells whether nothing went wrong that a player would mind.
func (r *Report) Clean() bool { return r.Lost+r.Duplicated+r.OutOfOrder+r.Unseen == 0 }

func (t *tally) report() *Report {
	t.mu.Lock()
	defer t.mu.Unlock()
	slices.Sort(t.seenAfter)
	slices.Sort(t.ackedAfter)
	r := &Report{
		Games: t.games, Moves: t.moves, Reconnects: t.reconnects,
		SeenP50: quantile(t.seenAfter, .5), SeenP99: quantile(t.seenAfter, .99), SeenMax: quantile(t.seenAfter, 1),
		AckP50: quantile(t.ackedAfter, .5), AckP99: quantile(t.ackedAfter, .99),
		Lost: t.lost, Duplicated: t.duplicates, OutOfOrder: t.gaps, Unseen: t.unseen, Faults: t.examples,
	}
	if t.lastBreak != nil {
		r.LastBreak = t.lastBreak.Error()
	}
	return r
}

// quantile returns the value below which that part of the sorted values lies.
func quantile(sorted []time.Duration, part float64) time.Duration {
	if len(sorted) == 0 {
		return 0
	}
	return sorted[min(int(part*float64(len(sorted))), len(sorted)-1)]
}

// String tells the report in a few lines.
func (r *Report) String() string {
	s := fmt.Sprintf("%d games, %d sockets, %d moves in %v: %.0f acknowledged moves a second\n", r.Games, r.Sockets, r.Moves, r.For.Round(100*time.Millisecond), r.Rate)
	s += fmt.Sprintf("seen by the opponent after: p50 %v, p99 %v, longest %v\n", round(r.SeenP50), round(r.SeenP99), round(r.SeenMax))
	s += fmt.Sprintf("acknowledged after:         p50 %v, p99 %v\n", round(r.AckP50), round(r.AckP99))
	if r.BytesPerSocket > 0 {
		s += fmt.Sprintf("the server occupies %.1f MiB: %.1f KiB a socket\n", float64(r.Bytes)/(1<<20), float64(r.BytesPerSocket)/(1<<10))
	}
	s += fmt.Sprintf("lost %d, duplicated %d, out of order %d, unseen %d\n", r.Lost, r.Duplicated, r.OutOfOrder, r.Unseen)
	if r.Kills > 0 || r.Reconnects > 0 {
		s += fmt.Sprintf("the server was killed %d times, sockets were opened again %d times (last because of: %s)\n", r.Kills, r.Reconnects, r.LastBreak)
	}
	for _, f := range r.Faults {
		s += "  " + f + "\n"
	}
	return s
}

func round(d time.Duration) time.Duration { return d.Round(10 * time.Microsecond) }
