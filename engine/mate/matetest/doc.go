// Package matetest has a suite of forced mates for tests: positions in which exactly one move forces
// mate in the smallest number of moves, proved by package engine/mate; and games that end in mates.
package matetest
