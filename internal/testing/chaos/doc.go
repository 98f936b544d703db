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
// The history of commands and answers of each game is checked with porcupine, twice: against
// a log that gives each accepted command one number, and against livegame.Game, which must
// give the same answers. What nodes and sockets show is compared with the database, and the
// times of events with the clock of the test.
//
// 'make chaos' runs it for a given time; see chaos_test.go for its flags. An ordinary test
// runs a short slice of it.
package chaos
