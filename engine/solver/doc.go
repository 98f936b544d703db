// Package solver finds out for certain how a game ends if both sides play as well
// as they can: won, drawn or lost for the side to move. It follows lines to their
// ends and estimates nothing, so it is for games that must end soon because every
// move takes something away for good (game.Acyclic), and knows no other rule.
//
// It asks two questions in turn: does the side to move win? Does the other side?
// If neither does, the game is drawn. Each question is a tree of ands and ors,
// and is answered by proof-number search: of the moves that could settle it, the
// one that seems to need the least further work is looked at next (L. V. Allis
// 1994), depth first with thresholds (A. Nagai 2002), which are half as large
// again as they need to be, so that the search changes its mind less often.
// As no position can come twice, none of the troubles arise that cycles give such
// a search. Lines that meet again count twice in its estimates: that misleads it
// at times about what to look at next, never about what is so.
//
// What is known is kept in a table of fixed size under the game's 64-bit keys and
// identified by all 64 bits. Two positions with one key would be
// taken for each other; with a table of a million entries that befalls less than one
// solve of a hundred million positions in a thousand.
package solver
