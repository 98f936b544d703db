package convergent

import (
	mathbits "math/bits"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bits"
)

// state is what a move changes. Each man's number (game.Man) is spread over
// four words, one for each of its bits, so that copying the state and moving a
// man are short and without branches.
type state struct {
	low, mid, high uint64 // the bits of the game.Piece on each square
	black          uint64 // the squares of Black's men
	halfmoves      int32  // since the last capture or pawn move, at most game.MaxCount
	fullmove       int32  // at most game.MaxCount
	turn           game.Side
}

// side returns a word of ones for White and of zeros for Black. Its exclusive or
// with state.black marks the squares of the side's men, and empty ones if White.
func side(s game.Side) uint64 { return uint64(s) - 1 }

func (s *state) occupied() uint64 { return s.low | s.mid | s.high }

// of returns the squares of a side's men.
func (s *state) of(who game.Side) uint64 { return s.occupied() & (s.black ^ side(who)) }

// The squares of each type of man, of both sides.
func (s *state) kings() uint64   { return s.low &^ (s.mid | s.high) }
func (s *state) queens() uint64  { return s.mid &^ (s.low | s.high) }
func (s *state) rooks() uint64   { return s.low & s.mid }
func (s *state) bishops() uint64 { return s.high &^ (s.low | s.mid) }
func (s *state) knights() uint64 { return s.low & s.high }
func (s *state) pawns() uint64   { return s.mid & s.high }

// king returns the square of a side's king.
func (s *state) king(who game.Side) int {
	return mathbits.TrailingZeros64(s.kings() & (s.black ^ side(who)))
}

// man returns the man on a square.
func (s *state) man(sq game.Square) game.Man {
	n := sq & 63
	return game.Man(s.low>>n&1 | s.mid>>n&1<<1 | s.high>>n&1<<2 | s.black>>n&1<<3)
}

// put puts a man on an empty square. NoMan changes nothing.
func (s *state) put(sq game.Square, m game.Man) {
	n := sq & 63
	s.low |= uint64(m&1) << n
	s.mid |= uint64(m>>1&1) << n
	s.high |= uint64(m>>2&1) << n
	s.black |= uint64(m>>3&1) << n
}

// after sets the state to that after a move in the state before. It returns the
// change of the key.
func (s *state) after(before *state, m game.Move) uint64 {
	from, to := m.From()&63, m.To()&63
	man, taken := before.man(from), before.man(to)
	s.low = carry(before.low, from, to)
	s.mid = carry(before.mid, from, to)
	s.high = carry(before.high, from, to)
	s.black = carry(before.black, from, to)
	s.halfmoves = min(before.halfmoves+1, game.MaxCount)
	if taken != game.NoMan || man.Piece() == game.Pawn {
		s.halfmoves = 0
	}
	s.fullmove = min(before.fullmove+int32(before.turn), game.MaxCount)
	s.turn = before.turn ^ 1
	return menKeys[man&15][from] ^ menKeys[man&15][to] ^ menKeys[taken&15][to] ^ turnKey
}

// carry moves one bit of a word, with no branch.
func carry(word uint64, from, to game.Square) uint64 {
	bit := word >> from & 1
	return word&^(1<<from|1<<to) | bit<<to
}

// Zobrist's words: one for each man on each square, none for NoMan, and one for
// Black's turn. No other right or state bears on what can be played.
var menKeys, turnKey = func() (men [16][64]uint64, turn uint64) {
	keys := bits.NewKeys(0x666f727479)
	for _, p := range []game.Piece{game.King, game.Queen, game.Rook, game.Bishop, game.Knight, game.Pawn} {
		for sq := range 64 {
			men[p.Of(game.White)][sq] = keys.Next()
			men[p.Of(game.Black)][sq] = keys.Next()
		}
	}
	return men, keys.Next()
}()
