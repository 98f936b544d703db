// Package rating gives players ratings: by Glicko-2, for each game and speed.
//
// A rated game that has ended is settled once: one transaction takes it off the feed, writes its Change
// to the ledger and the ratings of both players. The ledger numbers the changes. So a game
// changes ratings exactly once, whatever dies, on any number of nodes; and everything can be
// computed again from the games in the ledger's order. Verify does that, and compares every
// digit: all arithmetic is such that every machine gets the same bits.
//
// Each game is a rating period of its own, as on Lichess, and a deviation grows with the time
// since the last game. An engine level is an opponent with a fixed rating; a game against it
// changes only the person's.
package rating
