package notation

import "github.com/wane-chess/wane/game"

// claim is all that a text says about a move, in any notation; the rest is zero.
// Moves.match finds the legal move that fits.
type claim struct {
	text       string
	castling   int            // +1 for O-O, −1 for O-O-O
	pieceType  game.PieceType // that moves
	from       place
	op         byte // '-', 'x', or 0 if neither is written
	captured   game.PieceType
	to         string
	becomes    change // of the mover, written after its square
	ends       change // written after the destination: of the mover or the captured piece
	promotions []game.PieceType
	letters    string // the promotions as written
	dropCheck  bool
	mark       mark
	glyphs     []int    // NAGs
	remarks    []string // in brackets, attached to the move
}

// place is where a piece comes from: a square, or only its file or rank.
type place struct{ square, file, rank string }

// String returns the place for an error.
func (p place) String() string {
	switch {
	case p.square != "":
		return p.square
	case p.file != "":
		return "file " + p.file
	}
	return "rank " + p.rank
}

// within reports whether a square is in the place.
func (ms *Moves) within(q game.Square, p place) bool {
	sq := ms.view.Board.Square(int(q))
	switch {
	case sq == nil:
		return false
	case p.square != "":
		return ms.square(p.square) == sq
	case p.file != "":
		return sq.File == p.file
	case p.rank != "":
		return sq.Rank == p.rank
	}
	return true
}

// NAGs by the glyphs that stand for them in text.
var glyphNAGs = []struct {
	glyph string
	nag   int
}{
	{"!!", 3}, {"??", 4}, {"!?", 5}, {"?!", 6}, {"!", 1}, {"?", 2},
	{"‼", 3}, {"⁇", 4}, {"⁉", 5}, {"⁈", 6},
}
