// Package store keeps games in SQLite or PostgreSQL, behind livegame.Store, and their
// reviews, behind review.Store.
//
// Open connects, brings the schema up to date and returns a Store. One program
// with SQLite needs nothing else; with PostgreSQL any number of nodes share one
// database.
//
// Writes are committed in groups. Each of them waits in a queue; a
// writer takes all that wait, commits them in one transaction, which costs one
// flush of the disk, and tells each caller how his own went. So a burst of moves
// is limited by how fast rows are written and not by how fast the disk flushes,
// and a single move waits for nobody. SQLite has one writer, since it can have
// no more; PostgreSQL has several, and a game always meets the same one.
//
// Races are decided by the database. The row of a game has the number of its
// last event, an Append counts only if that number is one less than its own,
// and the keys (game, seq) and (game, command) of the events stand behind that.
// The changes of a review are numbered in the same way.
//
// A method that returns nil has written to disk: SQLite runs with
// synchronous=FULL, PostgreSQL with synchronous_commit. A context that ends
// while a write waits in the queue takes it out: nothing is written, and the
// context's error is returned. Once a writer has taken the write, the call waits
// for its outcome and reports that. Only if the connection to PostgreSQL breaks
// during a commit is the outcome unknown; the error is ErrUnknown then, and the
// caller finds out by loading the game, or by trying the same write again.
package store
