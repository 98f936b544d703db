// Package worker does the engine's jobs: it takes them from a livegame.Queue, thinks as
// long as the level and the clock allow, and answers with a move. Beside that it
// takes parts of reviews from a review.Queue and endings from an tablebuild.Queue,
// for which moves need not wait. Any number of workers, in any number of processes,
// may take from the same queues.
package worker
