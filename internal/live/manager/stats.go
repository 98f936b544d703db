package manager

import "sync/atomic"

// counters are what Stats is made of.
type counters struct {
	watchers                                                    atomic.Int64
	moves, commands, rejected, conflicts, jobs, answers, panics atomic.Uint64
}

// Stats are numbers for the metrics. Those of the second and third line count
// from the start.
type Stats struct {
	Loaded, Watchers          int
	Moves, Commands, Rejected uint64 // moves made here, commands taken, commands refused
	Conflicts, Jobs, Answers  uint64 // lost races with other nodes, jobs queued, answers of engines taken
	Panics                    uint64 // in work that nobody waits for
}

// Stats returns the manager's numbers.
func (m *Manager) Stats() Stats {
	m.mu.Lock()
	loaded := len(m.games)
	m.mu.Unlock()
	return Stats{
		Loaded:    loaded,
		Watchers:  int(m.counters.watchers.Load()),
		Moves:     m.counters.moves.Load(),
		Commands:  m.counters.commands.Load(),
		Rejected:  m.counters.rejected.Load(),
		Conflicts: m.counters.conflicts.Load(),
		Jobs:      m.counters.jobs.Load(),
		Answers:   m.counters.answers.Load(),
		Panics:    m.counters.panics.Load(),
	}
}
