package shrink

import (
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/game/rulekit"
	"github.com/wane-chess/wane/internal/bitboard"
)

// State is everything that a move changes, in one cache line; Make copies it. A set
// of squares has a bit for each square: rank·8 + file, whatever the size of the
// board. Each color has exactly one king.
type State struct {
	bitboard.Pieces
	rights uint64 // the rooks that may still castle
	key    uint64 // 0 until it is requested
	meta
}

type meta struct {
	halfmoves  uint16     // up to rulekit.MaxCount
	reversible uint16     // plies since the last irreversible move: a capture, pawn move or null move
	Turn       game.Color // the side to move
	// EnPassant is the en passant square if a pawn of the side to move attacks it, or
	// game.NoSquare. The capture may still be illegal.
	EnPassant      game.Square
	enPassantLegal bool // a capture on it is legal
	ranks, files   uint8
}

// Ranks is the number of ranks, 1 to 8.
func (s *State) Ranks() int { return int(s.ranks) }

// Files is the number of files, 1 to 8.
func (s *State) Files() int { return int(s.files) }

// Squares returns the squares that the board has.
func (s *State) Squares() uint64 { return boards[s.ranks&15][s.files&15] }

// Checkers returns the pieces that attack the king of the side to move.
func (s *State) Checkers() uint64 { return checkers(s.Pieces, s.Turn) }

// move writes into n the state after a move, before its collapse and promotions. It
// returns the squares that the mover's pieces have left.
func (s *State) move(n *State, m game.Move) (vacated uint64) {
	from, to := m.From()&63, m.To()&63
	vacated = bitboard.Bit(from)
	n.Pieces = s.Moved(from, to)
	n.rights = s.rights &^ (vacated | bitboard.Bit(to))
	n.key = 0
	n.meta = s.meta
	n.Turn = s.Turn ^ 1
	n.EnPassant, n.enPassantLegal = game.NoSquare, false
	if n.halfmoves < rulekit.MaxCount {
		n.halfmoves++
	}
	n.reversible++
	if s.Occupied()>>to&1 != 0 {
		n.halfmoves, n.reversible = 0, 0
	}
	switch s.PieceType(from) {
	case game.King:
		n.rights &^= n.Of(s.Turn)
		if to == from+2 || from == to+2 {
			rook := s.castlingRook(from, to)
			vacated |= bitboard.Bit(rook)
			n.Pieces = n.Moved(rook, (from+to)/2)
		}
	case game.Pawn:
		n.halfmoves, n.reversible = 0, 0
		switch {
		case to == s.EnPassant:
			n.Pieces = n.Without(bitboard.Bit(game.Square(int(to) - forward[s.Turn&1])))
		case from^to == 16:
			over := (from + to) / 2
			if pawnAttacks[s.Turn&1][over]&n.Pawns()&n.Of(n.Turn) != 0 {
				n.EnPassant = over
			}
		}
	}
	return vacated
}

// castlingRook returns the rook with which the king castles.
func (s *State) castlingRook(from, to game.Square) game.Square {
	own := s.rights & s.Of(s.Turn)
	if to > from {
		return bitboard.Highest(own)
	}
	return bitboard.Lowest(own)
}

// promoting returns the pawns that stand on their last ranks (R3).
func (s *State) promoting() uint64 {
	top := uint64(rank1) << (8 * (s.ranks - 1) & 63)
	return s.Pawns() & (top&^s.Black | rank1&s.Black)
}

// Promote carries out the promotions of a move: the pawns of the set, in the order of
// their squares, become what the move says.
func (s *State) Promote(pawns uint64, m game.Move) {
	for i := 0; pawns != 0; i++ {
		sq := bitboard.Lowest(pawns)
		pawns &= pawns - 1
		color := s.ColorAt(sq)
		s.Pieces = s.Without(bitboard.Bit(sq)).With(sq, m.Promotion(i).Of(color))
	}
}

// hash returns the key, from scratch: it mixes the words of the pieces and whatever
// else bears on future play, as wyhash (Wang Yi) does, by folding the halves of
// 128-bit products.
func (s *State) hash() uint64 {
	const k0, k1, k2, k3 = 0x2d358dccaa6c78a5, 0x8bb84b93962eacc9, 0x4b33a62ed433d4a3, 0x4d5a2da51de1aa47
	rest := uint64(s.Turn) | uint64(s.ranks)<<8 | uint64(s.files)<<16
	if s.enPassantLegal {
		rest |= uint64(s.EnPassant+1) << 24
	}
	h := bitboard.Fold(s.Low^k0, s.Mid^k1)
	h = bitboard.Fold(s.High^k2, s.Black^h)
	h = bitboard.Fold(s.rights^k3, rest^h)
	return bitboard.Fold(h^k0, h^k2)
}

// same reports whether the repetition rule calls two states equal. Only the older can
// allow an en passant capture, since the pawn move before it restarts the count.
func (s *State) same(older *State) bool {
	return s.Pieces == older.Pieces && s.rights == older.rights && s.Turn == older.Turn &&
		s.ranks == older.ranks && s.files == older.files && !older.enPassantLegal
}
