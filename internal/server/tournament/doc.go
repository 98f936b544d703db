// Package tournament runs arenas, Swiss tournaments and round robins.
//
// A tournament is its Terms and a list of Events, like a game: Tournament replays them and knows who
// plays whom and how everybody stands. Decide says which event is due, given the time and what has
// become of the games. It reads no clock and no database, so the same facts have the same result.
//
// Each change is one event with the next number, and the node that stores a number first has made the
// change. A pairing is an event that names the IDs of its games; the games are created after it, as
// often as needed, since a game is created once. The result of a game is an event, too, which a
// tournament accepts once. So every pairing, game and point exists exactly once, whichever nodes die.
//
// One node at a time directs a tournament; see Service. That only saves work: nodes that direct the
// same one get in each other's way, but cannot harm it.
//
// The node reads the results of games from the store whenever it looks at the tournament. The game manager also calls
// Service.Ended, so that it looks sooner. Package swiss pairs rounds and ranks players.
//
// Events name players by their numbers in the tournament, and the list of players says who they are.
// So an account that is deleted is forgotten without a change of the events.
package tournament
