package search

import "time"

// NameMovesAfter changes how long a search takes before it names the moves of the root, until the
// returned function is called.
func NameMovesAfter(d time.Duration) (restore func()) {
	before := currMoveAfter
	currMoveAfter = d
	return func() { currMoveAfter = before }
}
