// Package proofs makes and checks proofs of results of Cheshire Cat Chess and Shrink Chess, such as
// that a small whole game is a draw, in a form that another program can check by the rules alone.
//
// A proof is one or two strategies: for each position that can arise, the move of one color,
// whatever the opponent plays. The strategy of the winner ends all games in mate. In a drawn game each color has
// a strategy that never loses; games of Shrink Chess may go on forever with it.
//
// The solver or an engine finds the moves; Check uses nothing of them. docs/small-games.md describes the file.
package proofs
