// Package node is one whole server: the store, the bus, the host of the games,
// the engine's workers and the HTTP server, put together as 'wane serve' runs
// them. Tests and measurements start nodes in the same way.
package node
