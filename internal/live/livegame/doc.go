// Package livegame is a game between two seats, as a pure state machine.
//
// A game is a Header, which never changes, and a list of Events. State replays
// them: it knows the position, the clocks, the offers, the result. Do decides
// what a Command leads to and answers with the one Event that records it; Apply
// takes an Event in. Time is passed in, nothing is read or written here, and a
// State made of the same header and events is always the same.
//
// Every change is one event with the next number (Event.Seq). Whoever stores a
// number first has made that move; the store refuses a second event with the
// same number, or with the id of a command that it has already. So any number of
// nodes may decide about the same game at once.
//
// The package also declares what it needs of the world: a Store that keeps games
// and a Bus that tells other nodes about them and hands the engine's moves to
// workers.
package livegame
