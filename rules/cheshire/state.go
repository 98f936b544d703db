package cheshire

import (
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
)

// State is what a move changes. The number of each piece (game.Piece) is spread over
// four sets, one for each of its bits. So a state is small, and a move needs no branch
// on the piece type.
type State struct {
	low, mid, high Set // the bits of the game.PieceType on each square
	Black          Set // the squares of Black's pieces
	Vanished       Set // vanished squares, and numbers that are no squares of the board
	key            uint64
	halfmoves      uint16         // since the last capture or pawn move, at most rulekit.MaxCount
	Kings          [2]game.Square // the squares of the kings, by color
	EnPassant      game.Square    // the en passant square if a pawn of the side to move attacks it, or game.NoSquare
	unmoved        uint8          // bit 0 if White's king has not moved, bit 1 if Black's
	Turn           game.Color
	AfterNull      bool // whether a null move led here
}

// Occupied returns the squares of all pieces.
func (s *State) Occupied() Set {
	return Set{s.low.lo | s.mid.lo | s.high.lo, s.low.hi | s.mid.hi | s.high.hi}
}

// Of returns the squares of a set of pieces that have a color.
func (s *State) Of(c game.Color, pieces Set) Set {
	white := uint64(c) - 1 // all ones for White
	return Set{pieces.lo & (s.Black.lo ^ white), pieces.hi & (s.Black.hi ^ white)}
}

// Pawns returns the squares of both colors' pawns.
func (s *State) Pawns() Set { return s.mid.And(s.high) }

// Knights returns the squares of both colors' knights.
func (s *State) Knights() Set { return s.low.And(s.high) }

// OfType returns the squares of both colors' pieces of a type.
func (s *State) OfType(pt game.PieceType) Set {
	of := Set{full, full}
	for bit, set := range [3]Set{s.low, s.mid, s.high} {
		if pt>>bit&1 == 0 {
			set = Set{full, full}.AndNot(set)
		}
		of = of.And(set)
	}
	return of
}

// Straight returns the squares of rooks and queens. Unmoved kings are not among them.
func (s *State) Straight() Set {
	return s.mid.AndNot(s.high)
}

// Diagonal returns the squares of bishops and queens. Unmoved kings are not among
// them.
func (s *State) Diagonal() Set {
	return s.mid.Xor(s.high).AndNot(s.low)
}

// KingUnmoved reports whether a color's king has yet to move (R2).
func (s *State) KingUnmoved(c game.Color) bool { return s.unmoved>>(c&1)&1 != 0 }

// Piece returns the piece on a square.
func (s *State) Piece(sq game.Square) game.Piece {
	at := single[sq&127]
	return game.Piece(ones(s.low, at)&1 | ones(s.mid, at)&2 | ones(s.high, at)&4 | ones(s.Black, at)&8)
}

// ones returns a word of ones if a set has the square, else zero.
func ones(a, square Set) uint64 {
	if a.Meets(square) {
		return ^uint64(0)
	}
	return 0
}

// put puts a piece on an empty square.
func (s *State) put(sq game.Square, pc game.Piece) {
	at := single[sq&127]
	for i, plane := range [4]*Set{&s.low, &s.mid, &s.high, &s.Black} {
		if pc>>i&1 != 0 {
			*plane = plane.Or(at)
		}
	}
	if pc.Type() == game.King {
		s.Kings[pc.Color()] = sq
	}
	s.key ^= piecesKeys[pc&15][sq&127]
}

// lift removes the piece from a square.
func (s *State) lift(sq game.Square) {
	at := single[sq&127]
	s.key ^= piecesKeys[s.Piece(sq)&15][sq&127]
	for _, plane := range [4]*Set{&s.low, &s.mid, &s.high, &s.Black} {
		*plane = plane.AndNot(at)
	}
}

// vanish removes a square from the board.
func (s *State) vanish(sq game.Square) {
	s.Vanished = s.Vanished.Or(single[sq&127])
	s.key ^= goneKeys[sq&127]
}

// Zobrist keys: for each piece on each square (none for NoPiece), for each vanished
// square, for the en passant square if a capture there is legal, for the kings that
// have not moved, and for Black to move. leaveKeys combines what changes when a piece
// leaves its square (R1).
var (
	piecesKeys, goneKeys, enPassantKeys, unmovedKeys, turnKey = makeKeys()

	leaveKeys = func() (t [16][128]uint64) {
		for pt := range t {
			for sq := range t[pt] {
				t[pt][sq] = piecesKeys[pt][sq] ^ goneKeys[sq] ^ turnKey
			}
		}
		return t
	}()
)

func makeKeys() (pieces [16][128]uint64, gone, enPassant [128]uint64, unmoved [4]uint64, turn uint64) {
	keys := bitboard.NewKeys(0x6772696e)
	for pt := game.King; pt <= game.Pawn; pt++ {
		for sq := range squares {
			pieces[pt.Of(game.White)][sq] = keys.Next()
			pieces[pt.Of(game.Black)][sq] = keys.Next()
		}
	}
	for sq := range squares {
		gone[sq], enPassant[sq] = keys.Next(), keys.Next()
	}
	unmoved[1], unmoved[2] = keys.Next(), keys.Next()
	unmoved[3] = unmoved[1] ^ unmoved[2]
	return pieces, gone, enPassant, unmoved, keys.Next()
}
