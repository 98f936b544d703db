// Package tune fits evaluation weights to game results by Texel's method: it minimizes
// the squared error between the expected result, a logistic function of the evaluation
// of a quiet position, and the actual one.
//
// It works with any game. It finds how much each weight matters in a position by
// changing the weight a little and evaluating again. Evaluations are linear in their
// weights, or nearly so, and gradient descent (Adam) then fits the weights to these
// coefficients.
package tune
