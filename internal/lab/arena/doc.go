// Package arena lets engines play matches against each other: engines of this
// program and any that speaks UCI, from a suite of openings of which each is
// played twice with colors swapped. It keeps the clocks, holds every move
// against the rules, and tells what the results say about the difference in
// strength.
package arena
