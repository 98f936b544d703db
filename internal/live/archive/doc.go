// Package archive finds finished games again, and counts what was played in
// positions.
//
// A game that is over is archived once: a Record of it is kept by which it can be
// searched for, and if everybody may see it, each position of its first plies is
// counted with the move that was played there. The Indexer does that beside the
// games, whenever there is nothing better to do: it asks the store for games that
// are finished and not archived yet, so that nothing is lost when a node dies, and
// the store marks a game in the same transaction, so that nothing is counted twice.
//
// A position is known by its Spot, which is made of its text: the same pieces on the
// same board, the same side to move, the same rights. So lines that come together
// are counted together. The Explorer tells what was played from a position: in the
// games of this server, in those that the engine has played with itself (package
// starter), or in both.
//
// Games without a result, because they were aborted, are not archived.
package archive
