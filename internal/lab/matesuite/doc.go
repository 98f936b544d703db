// Package matesuite proves forced mates by trying every move, and makes suites of
// them: positions in which exactly one move forces mate in the least number of
// moves. It knows the rules only through package game, evaluates nothing and
// prunes nothing, so that it can judge a search that does.
package matesuite
