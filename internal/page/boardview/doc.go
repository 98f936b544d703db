// Package boardview tells pages what to draw: positions as cells and pieces with
// places, legal moves as things to point at, and moves as short films.
//
// It knows no variant; all comes from game.Position. The same code answers the
// server's requests and, as WebAssembly, the page's own.
//
// Cells and pieces have keys that stay theirs through a whole line of moves: a cell
// keeps its key when the board closes up and its name changes, a piece keeps his
// when he is captured and dropped again, or promotes. So a page can show any two
// scenes of a line one after the other and let what has the same key glide.
//
// Places are on the plane of package geom: x to the right, y upwards.
package boardview
