package loadtest

import (
	"fmt"
	"sync"
	"time"
)

// tally collects the observations of the clients.
type tally struct {
	mu         sync.Mutex
	seenAfter  []time.Duration // time from sending a move to its arrival at the opponent
	ackedAfter []time.Duration
	moves      int       // acknowledged
	last       time.Time // time of the last one
	games      int       // begun
	reconnects int
	lastBreak  error
	guests     int // new ones of a soak
	reopened   int // sockets of a soak

	// Faults, as in Report.
	lost, duplicates, gaps, unseen, wrong, refused int
	examples                                       []string
}

const (
	// most is the number of faults to describe.
	most = 10
	// A run ends if more than this many commands fail, and more than one in this many.
	mostRefused = 100
	refusedPart = 20
)

func (t *tally) begun() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.games++
}

func (t *tally) reconnect(err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.reconnects++
	t.lastBreak = err
}

func (t *tally) came(guests, reopened int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.guests += guests
	t.reopened += reopened
}

func (t *tally) comings() (guests, reopened int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.guests, t.reopened
}

func (t *tally) acked(after time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.moves++
	t.last = time.Now()
	t.ackedAfter = append(t.ackedAfter, after)
}

func (t *tally) seen(after time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.seenAfter = append(t.seenAfter, after)
}

// fault counts a fault and describes the first few.
func (t *tally) fault(count *int, format string, args ...any) {
	t.mu.Lock()
	defer t.mu.Unlock()
	*count++
	if len(t.examples) < most {
		t.examples = append(t.examples, fmt.Sprintf(format, args...))
	}
}

// refuse counts a rejected or unanswered command. It returns an error if there are too
// many.
func (t *tally) refuse(format string, args ...any) error {
	t.fault(&t.refused, format, args...)
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.refused <= mostRefused || t.refused <= t.moves/refusedPart {
		return nil
	}
	return fmt.Errorf("%d commands were refused and %d moves acknowledged: the run measures nothing; the first: %s",
		t.refused, t.moves, t.examples[0])
}

func (t *tally) count() (games, moves, reconnects int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.games, t.moves, t.reconnects
}

// first returns the first fault.
func (t *tally) first() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.examples) == 0 {
		return "none"
	}
	return t.examples[0]
}
