package convergent

import (
	mathbits "math/bits"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bits"
)

// state is what a move changes.
type state struct {
	bits.Men
	halfmoves int32 // since the last capture or pawn move, at most game.MaxCount
	fullmove  int32 // at most game.MaxCount
	turn      game.Side
}

// king returns the square of a side's king.
func (s *state) king(who game.Side) int {
	return mathbits.TrailingZeros64(s.Kings() & s.Coloured(who))
}

// after sets the state to that after a move in the state before. It returns the
// change of the key.
func (s *state) after(before *state, m game.Move) uint64 {
	from, to := m.From()&63, m.To()&63
	man, taken := before.Man(from), before.Man(to)
	s.Men = before.Moved(from, to)
	s.halfmoves = min(before.halfmoves+1, game.MaxCount)
	if taken != game.NoMan || man.Piece() == game.Pawn {
		s.halfmoves = 0
	}
	s.fullmove = min(before.fullmove+int32(before.turn), game.MaxCount)
	s.turn = before.turn ^ 1
	return menKeys[man&15][from] ^ menKeys[man&15][to] ^ menKeys[taken&15][to] ^ turnKey
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
