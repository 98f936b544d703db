package shrink

import (
	mathbits "math/bits"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
)

// state is everything that a move changes, in one cache line. Make copies it.
type state struct {
	bitboard.Pieces
	rights uint64 // the rooks that may still castle
	key    uint64 // 0 until asked for
	meta
}

type meta struct {
	halfmoves    uint16 // up to game.MaxCount
	lasting      uint16 // plies since the last capture, pawn move or pass of which this stack knows
	turn         game.Color
	passed       uint8 // square that a pawn passed over, if an enemy pawn stands where it could take; or noSquare
	takable      bool  // some capture on passed is legal
	ranks, files uint8
}

func leadingZeros(b uint64) int { return mathbits.LeadingZeros64(b) }

func colorAt(black uint64, sq uint) game.Color { return game.Color(black >> (sq & 63) & 1) }

// board returns the squares that exist.
func (s *state) board() uint64 { return boards[s.ranks&15][s.files&15] }

// play writes into n the state after an orthodox move, before any collapse and
// promotion. It returns the squares that the mover's men have left.
func (s *state) play(n *state, m game.Move) (left uint64) {
	from, to := uint(m.From()&63), uint(m.To()&63)
	left = bit(from)
	n.Pieces = s.Moved(m.From(), m.To())
	n.rights = s.rights &^ (left | bit(to))
	n.key = 0
	n.meta = s.meta
	n.turn = s.turn ^ 1
	n.passed, n.takable = noSquare, false
	if n.halfmoves < game.MaxCount {
		n.halfmoves++
	}
	n.lasting++
	if s.Occupied()>>to&1 != 0 {
		n.halfmoves, n.lasting = 0, 0
	}
	switch s.PieceType(m.From()) {
	case game.King:
		n.rights &^= n.Of(s.turn)
		if to == from+2 || from == to+2 {
			rook := s.castlingRook(from, to)
			left |= bit(rook)
			n.Pieces = n.Moved(game.Square(rook), game.Square((from+to)/2))
		}
	case game.Pawn:
		n.halfmoves, n.lasting = 0, 0
		switch {
		case to == uint(s.passed):
			n.Pieces = n.Without(bit(uint(int(to) - forward[s.turn&1])))
		case from^to == 16:
			over := (from + to) / 2
			if pawnAttacks[s.turn&1][over]&n.Pawns()&n.Of(n.turn) != 0 {
				n.passed = uint8(over)
			}
		}
	}
	return left
}

// castlingRook returns the rook of the right on the side that the king goes to.
func (s *state) castlingRook(from, to uint) uint {
	own := s.rights & s.Of(s.turn)
	if to > from {
		return uint(63 - leadingZeros(own))
	}
	return lowest(own)
}

// arrived returns the pawns that stand on their last rows (R3).
func (s *state) arrived() uint64 {
	top := uint64(rank1) << (8 * (s.ranks - 1) & 63)
	return s.Pawns() & (top&^s.Black | rank1&s.Black)
}

// promote turns the pawns of the set, in the order of their squares, into what
// the move says.
func (s *state) promote(set uint64, m game.Move) {
	for i := 0; set != 0; i++ {
		sq := lowest(set)
		set &= set - 1
		color := colorAt(s.Black, sq)
		s.Pieces = s.Without(bit(sq)).With(game.Square(sq), m.Promotion(i).Of(color))
	}
}

// hash returns the key: it mixes the words of the men and whatever else bears on future
// play, so there is nothing that could drift. The mixing is that of wyhash
// (Wang Yi): the halves of a 128-bit product, folded.
func (s *state) hash() uint64 {
	const k0, k1, k2, k3 = 0x2d358dccaa6c78a5, 0x8bb84b93962eacc9, 0x4b33a62ed433d4a3, 0x4d5a2da51de1aa47
	rest := uint64(s.turn) | uint64(s.ranks)<<8 | uint64(s.files)<<16
	if s.takable {
		rest |= uint64(s.passed+1) << 24
	}
	h := fold(s.Low^k0, s.Mid^k1)
	h = fold(s.High^k2, s.Black^h)
	h = fold(s.rights^k3, rest^h)
	return fold(h^k0, h^k2)
}

func fold(a, b uint64) uint64 {
	high, low := mathbits.Mul64(a, b)
	return high ^ low
}

// same tells whether two states are one position for the repetition rule. A
// capture en passant can only be possible in the older of the two, as the pawn
// move that allows it begins the count anew.
func (s *state) same(older *state) bool {
	return s.Pieces == older.Pieces && s.rights == older.rights && s.turn == older.turn &&
		s.ranks == older.ranks && s.files == older.files && !older.takable
}
