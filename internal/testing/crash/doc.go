// Package crash tests whole processes, 'wane serve' and 'wane worker', that are
// killed without warning while people play: on one node with SQLite, and on two
// with PostgreSQL and NATS servers outside; and 'wane tablebase build', killed while
// it solves. It has only tests.
package crash
