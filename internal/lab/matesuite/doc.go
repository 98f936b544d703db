// Package matesuite makes suites of forced mates: positions in which exactly one move forces
// mate in the smallest number of moves, proved by package engine/mate.
package matesuite
