// Package crash tests processes that are killed without warning: 'wane serve' and
// 'wane worker' during games, on one node with SQLite and on two nodes with
// PostgreSQL and NATS; and 'wane tablebase build'. It has only tests.
package crash
