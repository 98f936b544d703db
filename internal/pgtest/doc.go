// Package pgtest gives tests a PostgreSQL of their own.
//
// Start returns the address of a fresh, empty database; the server behind it is
// set up once for each test binary, in a temporary folder, and reached by a
// socket in that folder, so that no port is needed. StartProcess gives a test a
// whole server, which it may kill and start again.
//
// A server ends with the process that started it, however that ends, and its
// folder is removed then. Started by root, it runs as the user postgres, since
// PostgreSQL refuses to run as root.
package pgtest
