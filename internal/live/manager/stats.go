package manager

import "sync/atomic"

// counters are what Stats is made of.
type counters struct {
	watchers                                                      atomic.Int64
	moves, commands, refused, conflicts, jobs, answersGot, panics atomic.Uint64
}

// Stats are numbers for the metrics. Those of the second and third line count
// from the start.
type Stats struct {
	Loaded, Watchers         int
	Moves, Commands, Refused uint64 // moves made here, commands taken, commands refused
	Conflicts, Jobs, Answers uint64 // lost races with other nodes, jobs queued, answers of engines taken
	Panics                   uint64 // in work that nobody waits for
}

// Stats returns the host's numbers.
func (h *Host) Stats() Stats {
	h.mu.Lock()
	loaded := len(h.games)
	h.mu.Unlock()
	return Stats{
		Loaded:    loaded,
		Watchers:  int(h.count.watchers.Load()),
		Moves:     h.count.moves.Load(),
		Commands:  h.count.commands.Load(),
		Refused:   h.count.refused.Load(),
		Conflicts: h.count.conflicts.Load(),
		Jobs:      h.count.jobs.Load(),
		Answers:   h.count.answersGot.Load(),
		Panics:    h.count.panics.Load(),
	}
}
