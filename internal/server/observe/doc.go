// Package observe measures the parts of a server, such as its database, its queue or a
// worker.
//
// Each operation of a part counts in the part's metrics, which are the same for all parts:
// how often it happens, how long it takes, how often it fails, and how many are in progress.
// With a tracer, each operation is also a span of an OpenTelemetry trace, which follows a
// command from its request or socket through the database and the queue to a worker and
// back. Without a tracer, spans cost nothing.
package observe
