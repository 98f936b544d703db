// Package chaos tests a whole server under faults: two nodes, PostgreSQL and three NATS
// servers, all of them processes on loopback addresses, with a proxy on every connection
// between two of them and between clients and nodes.
//
// A schedule, which depends on a seed and a time only, says which fault begins when and for
// how long: delays, resets, black holes, cut and isolated connections, lost notices, killed
// and stopped processes, full disks, a wrong clock. Clients play games meanwhile: they retry
// commands without an answer, with the same ID, through any node. Afterwards all faults are
// lifted, and the games must settle.
//
// Others write in shared studies, play in a tournament that they leave and join again, have
// their sessions revoked while requests of them are held, and delete their accounts.
//
// The history of commands and answers of each game is checked with porcupine, twice: against
// a log that gives each accepted command one number, and against livegame.Game, which must
// give the same answers. What nodes and sockets show is compared with the database, and the
// times of events with the clock of the test. What was written in a study is checked as a
// log, too; it must have nothing of a session that had ended. A tournament must have each
// result once, and its players must be in or out as the answers said.
//
// 'make chaos' runs it for a given time; see chaos_test.go for its flags. An ordinary test
// runs a short slice of it.
package chaos
