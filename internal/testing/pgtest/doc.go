// Package pgtest starts PostgreSQL servers for tests.
//
// Start returns the address of an empty database, and Copy that of a copy of a filled
// one. Each test binary has one server for them, in a temporary folder, which listens
// on a socket in that folder and does not wait for the disk. StartProcess starts a
// server that does wait, and that the test may kill and restart.
//
// A server ends with the process that has started it, even if that is killed, and its
// folder is removed then. Started by root, it runs as the user postgres, since
// PostgreSQL refuses to run as root.
package pgtest
