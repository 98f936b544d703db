// Package matesuite proves forced mates by trying every move, and makes suites of
// them: positions in which exactly one move forces mate in the smallest number of
// moves. It uses only the rules, without evaluation or pruning, so that it can check a
// search that has both.
package matesuite
