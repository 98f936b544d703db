package cheshire

import (
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
)

// state is what a move changes. Each man's number (game.Piece) is spread over
// four sets, one for each of its bits: that is little to copy, and moving a man
// needs no branch on what it is.
type state struct {
	low, mid, high set // the bits of the game.PieceType on each square
	black          set // the squares of Black's men
	gone           set // vanished squares, and those that the board never had
	running        uint64
	halfmoves      uint16   // since the last capture or pawn move, at most game.MaxCount
	kings          [2]uint8 // where they stand
	passed         uint8    // the square that a pawn just passed over and might be taken on, or none
	unmoved        uint8    // bit 0 if White's king has not moved, bit 1 if Black's
	turn           game.Color
	pass           bool // whether a pass led here
}

const none = uint8(game.NoSquare)

func (s *state) occupied() set {
	return set{s.low.lo | s.mid.lo | s.high.lo, s.low.hi | s.mid.hi | s.high.hi}
}

// of returns those squares of a set of men that are that side's.
func (s *state) of(who game.Color, pieces set) set {
	white := uint64(who) - 1 // all ones for White, whom no bit marks
	return set{pieces.lo & (s.black.lo ^ white), pieces.hi & (s.black.hi ^ white)}
}

// The squares of each type of man, and of the two kinds of sliders, of both
// sides. Unmoved kings are no sliders here.
func (s *state) pawns() set   { return s.mid.and(s.high) }
func (s *state) knights() set { return s.low.and(s.high) }
func (s *state) straight() set {
	return s.mid.andNot(s.high) // rooks and queens
}
func (s *state) slanting() set {
	return s.mid.xor(s.high).andNot(s.low) // bishops and queens
}

// queenly tells whether that side's king has yet to move (R2).
func (s *state) queenly(who game.Color) bool { return s.unmoved>>(who&1)&1 != 0 }

// piece returns the man on a square.
func (s *state) piece(sq uint8) game.Piece {
	at := single[sq&127]
	return game.Piece(ones(s.low, at)&1 | ones(s.mid, at)&2 | ones(s.high, at)&4 | ones(s.black, at)&8)
}

// ones returns a word of ones if a set has the square, else zero.
func ones(a, square set) uint64 {
	if a.meets(square) {
		return ^uint64(0)
	}
	return 0
}

// put puts a man on an empty square.
func (s *state) put(sq uint8, m game.Piece) {
	at := single[sq&127]
	for i, plane := range [4]*set{&s.low, &s.mid, &s.high, &s.black} {
		if m>>i&1 != 0 {
			*plane = plane.or(at)
		}
	}
	if m.Type() == game.King {
		s.kings[m.Color()] = sq
	}
	s.running ^= piecesKeys[m&15][sq&127]
}

// lift takes the man off a square.
func (s *state) lift(sq uint8) {
	at := single[sq&127]
	s.running ^= piecesKeys[s.piece(sq)&15][sq&127]
	for _, plane := range [4]*set{&s.low, &s.mid, &s.high, &s.black} {
		*plane = plane.andNot(at)
	}
}

// vanish takes a square off the board.
func (s *state) vanish(sq uint8) {
	s.gone = s.gone.or(single[sq&127])
	s.running ^= goneKeys[sq&127]
}

// Zobrist's words: for each man on each square (none for NoMan), for each
// vanished square, for the square of an en passant capture that can be played,
// for the kings that have not moved, and for Black's turn. leaveKeys unites
// what changes when a man leaves its square for good (R1).
var (
	piecesKeys, goneKeys, passedKeys, unmovedKeys, turnKey = makeKeys()

	leaveKeys = func() (t [16][128]uint64) {
		for pt := range t {
			for sq := range t[pt] {
				t[pt][sq] = piecesKeys[pt][sq] ^ goneKeys[sq] ^ turnKey
			}
		}
		return t
	}()
)

func makeKeys() (pieces [16][128]uint64, gone, passed [128]uint64, unmoved [4]uint64, turn uint64) {
	keys := bitboard.NewKeys(0x6772696e)
	for p := game.King; p <= game.Pawn; p++ {
		for sq := range cells {
			pieces[p.Of(game.White)][sq] = keys.Next()
			pieces[p.Of(game.Black)][sq] = keys.Next()
		}
	}
	for sq := range cells {
		gone[sq], passed[sq] = keys.Next(), keys.Next()
	}
	unmoved[1], unmoved[2] = keys.Next(), keys.Next()
	unmoved[3] = unmoved[1] ^ unmoved[2]
	return pieces, gone, passed, unmoved, keys.Next()
}
