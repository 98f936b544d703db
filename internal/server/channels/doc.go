// Package channels chooses the game that each channel of the page Watch shows: the best public game of a variant
// that is being played.
//
// Channels have the names of families of variants: all rankings of Diminuendo Chess share one. Choose is the whole
// rule, and has no state. Which game a channel shows is a row of the database, which a node replaces only if no
// other node has done so meanwhile; so all nodes, and all who watch, see the same game.
//
// A node looks for better games only while clients wait for changes, at most once a second, whatever their number.
// What it has found serves all of them. The moves of the games go through the sockets, as those of all games.
package channels
