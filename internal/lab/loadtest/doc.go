// Package loadtest plays many live games at once against a server, over the
// same sockets as the page, and counts what a player would mind: how long a move
// takes to reach the opponent, and moves that are lost, doubled or out of order.
//
// It can start the server itself, as a process of its own, measure that process,
// and kill it again and again without warning to see that nothing acknowledged
// is lost.
package loadtest
