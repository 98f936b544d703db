// Package loadtest plays many live games at once against a server, over the same
// sockets as the page. It measures the time until a move reaches the opponent, and
// counts lost, duplicate and misordered moves.
//
// It can start the server as a process, measure it, and kill it again and again, to
// check that no acknowledged move is lost.
package loadtest
