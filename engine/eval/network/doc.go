// Package network evaluates positions by small neural networks, which 'research train' makes.
//
// A network sees each position twice, as White and as Black: which piece stands on each square, own or enemy, and which
// squares have vanished, with the board turned so that the own side is at the bottom. Either view passes through the
// same layer of units, a squared clipped ReLU: the square of the sum, limited to 0–1. The output, a weighted sum of the
// units of both views, the side to move first, is the evaluation, or is added to one by hand; its weights depend on the
// number of pieces.
//
// A node keeps the sums of both views. Eval compares the squares with those of its last call and adds and subtracts
// what differs, so that it does not matter how the search came there: by moves, null moves or a collapse of the board.
// Everything is exact in integers: the same network gives the same evaluations on every machine and in the browser.
//
// docs/network.md says how the networks were trained, and how to train one.
package network
