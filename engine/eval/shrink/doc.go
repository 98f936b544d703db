// Package shrinkeval evaluates positions of Shrink Chess and of orthodox chess: what
// the search needs besides the rules of package rules/shrink.
//
// Eval first finds who attacks what; the terms that both games have in common read
// that, each game with weights of its own. Terms are pairs that are blended: in
// chess by the pieces that are left, in Shrink Chess by the pieces and the squares.
// Shrink Chess adds the room of the kings, the pieces that keep up a line alone, and
// what may shorten the way of pawns.
package shrinkeval
