package bits

import (
	"testing"

	"github.com/wane-chess/wane/game"
)

// TestMen checks every set against a board that holds one man, of either side,
// on the squares at both ends and in the middle.
func TestMen(t *testing.T) {
	for _, c := range []struct {
		piece game.Piece
		sets  []func(Men) uint64 // those that hold the piece
	}{
		{game.King, []func(Men) uint64{Men.Kings}},
		{game.Queen, []func(Men) uint64{Men.Queens, Men.Straight, Men.Diagonal}},
		{game.Rook, []func(Men) uint64{Men.Rooks, Men.Straight}},
		{game.Bishop, []func(Men) uint64{Men.Bishops, Men.Diagonal}},
		{game.Knight, []func(Men) uint64{Men.Knights}},
		{game.Pawn, []func(Men) uint64{Men.Pawns}},
	} {
		for _, sq := range []game.Square{0, 29, 63} {
			for _, side := range []game.Side{game.White, game.Black} {
				man, set := c.piece.Of(side), uint64(1)<<sq
				m := Men{}.With(sq, man)
				if m.Man(sq) != man || m.Piece(sq) != c.piece {
					t.Errorf("%v on %d reads back as %v, %v", man, sq, m.Man(sq), m.Piece(sq))
				}
				if m.Occupied() != set || m.Of(side) != set || m.Of(side.Other()) != 0 {
					t.Errorf("%v on %d: occupied %x, own %x, other side's %x", man, sq, m.Occupied(), m.Of(side), m.Of(side.Other()))
				}
				if m.Coloured(side)&set != set || m.Coloured(side.Other())&set != 0 {
					t.Errorf("%v on %d is of the wrong colour", man, sq)
				}
				for i, holds := range c.sets {
					if holds(m) != set {
						t.Errorf("%v on %d: its set %d is %x", man, sq, i, holds(m))
					}
				}
				found := 0
				for _, holds := range []func(Men) uint64{Men.Kings, Men.Queens, Men.Rooks, Men.Bishops, Men.Knights, Men.Pawns, Men.Straight, Men.Diagonal} {
					if holds(m) != 0 {
						found++
					}
				}
				if found != len(c.sets) {
					t.Errorf("%v on %d is found in %d sets, want %d", man, sq, found, len(c.sets))
				}
			}
		}
	}
}

// TestMenChange moves, takes and lifts men, and compares the board with one
// built of the men that should be left.
func TestMenChange(t *testing.T) {
	whiteRook, blackPawn, blackKing := game.Rook.Of(game.White), game.Pawn.Of(game.Black), game.King.Of(game.Black)
	start := Men{}.With(0, whiteRook).With(7, blackPawn).With(63, blackKing)
	for _, c := range []struct {
		why       string
		got, want Men
	}{
		{"a move to an empty square", start.Moved(0, 5), Men{}.With(5, whiteRook).With(7, blackPawn).With(63, blackKing)},
		{"a capture by White", start.Moved(0, 7), Men{}.With(7, whiteRook).With(63, blackKing)},
		{"a capture by Black", start.Moved(63, 0), Men{}.With(0, blackKing).With(7, blackPawn)},
		{"men lifted, and an empty square", start.Without(1 | 1<<9 | 1<<63), Men{}.With(7, blackPawn)},
		{"nobody put down", start.With(9, game.NoMan), start},
	} {
		if c.got != c.want {
			t.Errorf("%s: %x, want %x", c.why, c.got, c.want)
		}
	}
}
