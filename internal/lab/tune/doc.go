// Package tune fits the weights of an evaluation to the results of games
// (Texel's method): it makes the squared error as small as it can between what
// the evaluation of a quiet position promises, by a logistic curve, and how the
// game went.
//
// It knows no game. How much each weight counts in a position it finds by
// changing that weight a little and evaluating again; as evaluations are linear
// in their weights, or nearly so, these coefficients say all about the position,
// and the weights are then fitted to the coefficients by gradient descent (Adam).
package tune
