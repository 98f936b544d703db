// Package pgtest gives tests a PostgreSQL of their own.
//
// Start returns the address of a fresh, empty database, and Copy that of a copy of
// one that was filled before; the server behind them is set up once for each test
// binary, in a temporary folder, and reached by a socket in that folder, so that no
// port is needed. It does not wait for the disk. StartProcess gives a test a whole
// server that does, which it may kill and start again.
//
// A server ends with the process that started it, however that ends, and its
// folder is removed then. Started by root, it runs as the user postgres, since
// PostgreSQL refuses to run as root.
package pgtest
