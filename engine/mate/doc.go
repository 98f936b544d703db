// Package mate proves forced mates by trying every move: the smallest number of moves in
// which the side to move forces the win, and all first moves that do. It uses only the rules,
// without evaluation or pruning, so a search that has both can be checked with it, and so can
// the uniqueness of a puzzle's solution.
//
// A mate here is any win by the rules: checkmate, a stalemate that loses, the loss of the
// last king.
package mate
