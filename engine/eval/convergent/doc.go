// Package convergenteval evaluates Convergent Chess: material and squares,
// mobility, threats, the kings, and the race to the royal squares.
package convergenteval
