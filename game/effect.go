package game

// EffectKind says what an Effect changes.
type EffectKind uint8

// The kinds of effects, in the order in which they come about in one move.
const (
	// Slide: Piece goes from From to To. Castling has two, the king's first.
	Slide EffectKind = iota
	// Capture: the enemy Piece on To is captured.
	Capture
	// Expel: Piece, of either color, on To, the double square, is expelled from the
	// board because another piece drops there or passes through it.
	Expel
	// Drop: the captured Piece is put on To and becomes Into there.
	Drop
	// Demote: Piece on To becomes Into. NoPiece means that it vanishes.
	Demote
	// DropCheck changes nothing: the piece just dropped on From attacks the
	// mover's king on To, which does not count in this move.
	DropCheck
	// Vanish: the square From, which a piece has just left, is gone for good.
	Vanish
	// CollapseRank: the rank Index (rank 1 is 0) disappears and the ranks above it
	// come down.
	CollapseRank
	// CollapseFile: the file Index (the a-file is 0) disappears and the files
	// beyond it close up. Of two files, the higher goes first.
	CollapseFile
	// Promote: the pawn Piece on To, a square as named after any collapse,
	// becomes Into.
	Promote
)

// String returns the name in lower case, such as "collapse rank".
func (k EffectKind) String() string {
	return named("EffectKind", int(k), "slide", "capture", "expel", "drop", "demote", "drop check", "vanish",
		"collapse rank", "collapse file", "promote")
}

// Effect is one change that a move makes. Fields that its kind does not mention
// are zero.
type Effect struct {
	Kind  EffectKind
	From  Square
	To    Square
	Piece Piece
	Into  Piece
	Index int
}
