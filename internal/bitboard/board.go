package bitboard

// Board is what endgame tables need to know of a position on a rectangular board
// of at most 8×8: rank·8 + file is the number of a square, whatever the size.
type Board struct {
	Pieces
	Ranks, Files int
	Halfmoves    int  // the count towards the draw by the move count, in plies
	Castling     bool // somebody may still castle
}
