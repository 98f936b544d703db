package loadtest

import (
	"fmt"
	"sync"
	"time"
)

// tally gathers what the clients saw.
type tally struct {
	mu         sync.Mutex
	seenAfter  []time.Duration // from sending a move to its arrival at the opponent
	ackedAfter []time.Duration
	moves      int       // acknowledged,
	last       time.Time // the last of them then
	games      int       // begun
	reconnects int
	lastBreak  error

	// Faults; Report says what they mean.
	lost, duplicates, gaps, unseen, wrong, refused int
	examples                                       []string
}

const (
	// most is how many faults are told one by one.
	most = 10
	// A run has no meaning any more if more than so many commands were refused, and
	// more than one in so many.
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

// fault counts one of the faults and tells the first few in words.
func (t *tally) fault(count *int, format string, args ...any) {
	t.mu.Lock()
	defer t.mu.Unlock()
	*count++
	if len(t.examples) < most {
		t.examples = append(t.examples, fmt.Sprintf(format, args...))
	}
}

// refuse counts a command that was refused or not answered. The error says that
// there were so many that the run has no meaning.
func (t *tally) refuse(format string, args ...any) error {
	t.fault(&t.refused, format, args...)
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.refused <= mostRefused || t.refused <= t.moves/refusedPart {
		return nil
	}
	return fmt.Errorf("%d commands were refused and %d moves acknowledged: that measures nothing; the first: %s", t.refused, t.moves, t.examples[0])
}

func (t *tally) count() (games, moves, reconnects int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.games, t.moves, t.reconnects
}

// first tells the first fault.
func (t *tally) first() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.examples) == 0 {
		return "none"
	}
	return t.examples[0]
}
