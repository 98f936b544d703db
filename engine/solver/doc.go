// Package solver proves how a game ends with best play: won, drawn or lost for the side
// to move. It follows lines to their ends and estimates nothing, so it is for games that
// must end soon because every move uses something up (game.Acyclic). It knows no other
// rule.
//
// It asks two questions in turn: does the side to move win? Does the opponent? If neither
// does, the game is drawn. Each question is an and/or tree, answered by proof-number
// search: the move that seems to need the least work to settle the question is searched
// next (L. V. Allis 1994), depth first with thresholds (A. Nagai 2002). The thresholds
// are half as large again as necessary, so that the search switches lines less often. No
// position repeats, so the search has none of the problems with cycles. Transpositions
// count twice in its estimates; that can affect the order of the search, never a result.
//
// Which position needs the least work is a guess from its number of moves. With nodes, the
// evaluation of a position also weighs the guesses for the positions after its moves: the
// better a player stands, the less work that player's success seems to take (df-pn+). The
// guess affects how soon a result is known, never the result.
//
// Several threads can work on a position. They share what is known, begin with
// different questions, and avoid lines on which others are.
//
// What is known is kept in a table of fixed size under the game's 64-bit keys and
// identified by all 64 bits. Two positions with the same key would be confused. With a
// table of a million entries, that happens in fewer than one in a thousand solves of a
// hundred million positions. The positions after all moves are looked up together, so
// that the search waits for memory once.
package solver
