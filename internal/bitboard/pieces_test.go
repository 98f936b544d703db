package bitboard

import (
	"testing"

	"github.com/wane-chess/wane/game"
)

// TestPieces checks every set against a board with one piece, of either color,
// on the squares at both ends and in the middle.
func TestPieces(t *testing.T) {
	for _, c := range []struct {
		pieceType game.PieceType
		sets      []func(Pieces) uint64 // those that hold the piece
	}{
		{game.King, []func(Pieces) uint64{Pieces.Kings}},
		{game.Queen, []func(Pieces) uint64{Pieces.Queens, Pieces.Straight, Pieces.Diagonal}},
		{game.Rook, []func(Pieces) uint64{Pieces.Rooks, Pieces.Straight}},
		{game.Bishop, []func(Pieces) uint64{Pieces.Bishops, Pieces.Diagonal}},
		{game.Knight, []func(Pieces) uint64{Pieces.Knights}},
		{game.Pawn, []func(Pieces) uint64{Pieces.Pawns}},
	} {
		for _, sq := range []game.Square{0, 29, 63} {
			for _, color := range []game.Color{game.White, game.Black} {
				pc, set := c.pieceType.Of(color), uint64(1)<<sq
				m := Pieces{}.With(sq, pc)
				if m.Piece(sq) != pc || m.PieceType(sq) != c.pieceType {
					t.Errorf("%v on %d reads back as %v, %v", pc, sq, m.Piece(sq), m.PieceType(sq))
				}
				if m.Occupied() != set || m.Of(color) != set || m.Of(color.Other()) != 0 {
					t.Errorf("%v on %d: occupied %x, own %x, the other color's %x",
						pc, sq, m.Occupied(), m.Of(color), m.Of(color.Other()))
				}
				if m.ByColor(color)&set != set || m.ByColor(color.Other())&set != 0 {
					t.Errorf("%v on %d is of the wrong color", pc, sq)
				}
				for i, holds := range c.sets {
					if holds(m) != set {
						t.Errorf("%v on %d: its set %d is %x", pc, sq, i, holds(m))
					}
				}
				found := 0
				for _, holds := range []func(Pieces) uint64{
					Pieces.Kings, Pieces.Queens, Pieces.Rooks, Pieces.Bishops, Pieces.Knights, Pieces.Pawns,
					Pieces.Straight, Pieces.Diagonal,
				} {
					if holds(m) != 0 {
						found++
					}
				}
				if found != len(c.sets) {
					t.Errorf("%v on %d is found in %d sets, want %d", pc, sq, found, len(c.sets))
				}
			}
		}
	}
}

// TestPiecesChange moves, captures and removes pieces, and compares the board with one
// built of the remaining pieces.
func TestPiecesChange(t *testing.T) {
	whiteRook, blackPawn, blackKing := game.Rook.Of(game.White), game.Pawn.Of(game.Black), game.King.Of(game.Black)
	start := Pieces{}.With(0, whiteRook).With(7, blackPawn).With(63, blackKing)
	for _, c := range []struct {
		why       string
		got, want Pieces
	}{
		{"a move to an empty square", start.Moved(0, 5), Pieces{}.With(5, whiteRook).With(7, blackPawn).With(63, blackKing)},
		{"a capture by White", start.Moved(0, 7), Pieces{}.With(7, whiteRook).With(63, blackKing)},
		{"a capture by Black", start.Moved(63, 0), Pieces{}.With(0, blackKing).With(7, blackPawn)},
		{"pieces removed, and an empty square", start.Without(1 | 1<<9 | 1<<63), Pieces{}.With(7, blackPawn)},
		{"NoPiece put down", start.With(9, game.NoPiece), start},
	} {
		if c.got != c.want {
			t.Errorf("%s: %x, want %x", c.why, c.got, c.want)
		}
	}
}
