package game

// Acyclic is a Position of a game that must end, because every move takes something
// away for good: no position can come twice. A solver may then follow lines to
// their ends. How a game goes on depends on the Key alone, and on the Halfmoves
// only in that the hundredth draws, where the position has a move. A Position of any
// other game must not implement it.
type Acyclic interface {
	Position
	// FreeSquares is how many squares can still be entered by a move that takes nothing:
	// those that are still there and stand empty.
	FreeSquares() int
	// PliesLeft bounds how many more plies can be played, whatever they are. It
	// falls by at least one with every move.
	PliesLeft() int
	// CanWin tells whether it is conceivable that a side wins by moves still to be
	// made. If it says no, no play wins for that side; yes promises nothing.
	CanWin(Color) bool
}
