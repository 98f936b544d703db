// Package worker does the engine's jobs: it takes them from a play.Bus, thinks as
// long as the level and the clock allow, and answers with a move. Any number of
// workers, in any number of processes, may take from the same bus.
package worker
