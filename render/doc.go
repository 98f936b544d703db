// Package render makes pictures of positions: SVG, PNG and plain text; and of
// games: animated GIFs.
//
// It knows no game. All it needs is a game.View: the cells of the board with
// their outlines and tints, the men, and the cells that are gone. A picture is
// first described as a short list of filled shapes (scene); the SVG writer and
// the PNG rasteriser draw the same list, so that the two never differ. Pieces,
// letters and ornaments are paths of our own, and need no font.
//
// An animation has one table of colours, and each of its pictures holds only what
// differs from the one before: it is found by comparing scenes, painted anew, and
// compared by pixels.
//
// Text has two users: Text prints a position for logs and plain terminals, and
// Layout tells a terminal program which character belongs to which cell.
package render
