package diminuendo

import (
	mathbits "math/bits"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
)

// State is what a move changes: the pieces, as sets of squares (see Squares), the
// side to move and the counts.
type State struct {
	bitboard.Pieces
	key        uint64
	halfmoves  int32 // since the last capture, at most game.MaxCount
	fullmove   int32 // at most game.MaxCount
	sinceFewer int32 // plies since the number of pieces fell
	Turn       game.Color
}

// kind returns the squares of a piece type, given by the complements of its three
// bits, each spread over a word.
func (s *State) kind(not *[3]uint64) uint64 {
	return (s.Low ^ not[0]) & (s.Mid ^ not[1]) & (s.High ^ not[2])
}

// put puts a piece on an empty square. NoPiece changes nothing.
func (s *State) put(sq game.Square, m game.Piece) {
	s.Pieces = s.With(sq, m)
	s.key ^= piecesKeys[m&15][sq&63]
}

// play sets the state to the one after a move in the state before.
func (s *State) play(r *rules, before *State, m game.Move) {
	from, to := m.From()&63, m.To()&63
	pt, captured := before.Piece(from)&15, before.Piece(to)&15
	key := before.key ^ turnKey ^ piecesKeys[pt][from] ^ piecesKeys[captured][to]
	emptied := uint64(1)<<from | 1<<to
	dropped := game.NoPiece
	switch {
	case to == double: // R3; a piece captured on z leaves the board (R2)
		pt = r.after(pt)
	case captured != game.NoPiece: // R2
		if from != double {
			key ^= piecesKeys[before.Piece(double)&15][double]
		}
		emptied |= z
		dropped = r.after(captured)
		key ^= piecesKeys[dropped&15][double]
	}
	if pt.Type() == game.Pawn && lastSquares[before.Turn&1]>>to&1 != 0 {
		pt = m.Promotion(0).Of(before.Turn)
	}
	s.key = key ^ piecesKeys[pt&15][to]
	s.Pieces = before.Without(emptied).With(to, pt).With(double, dropped)
	s.halfmoves = min(before.halfmoves+1, game.MaxCount)
	s.sinceFewer = before.sinceFewer + 1
	if captured != game.NoPiece {
		s.halfmoves = 0
		if mathbits.OnesCount64(s.Occupied()) < mathbits.OnesCount64(before.Occupied()) {
			s.sinceFewer = 0
		}
	}
	s.fullmove = min(before.fullmove+int32(before.Turn), game.MaxCount)
	s.Turn = before.Turn ^ 1
}

// after returns what a piece becomes in the ranking: NoPiece after the last.
func (r *rules) after(m game.Piece) game.Piece { return r.afterPiece[m&15] }

// Zobrist keys: one for each piece on each square, none for NoPiece, and one for Black
// to move. Nothing else bears on future play. A drop check (R4) does not: it matters
// only in the move that causes it.
var piecesKeys, turnKey = func() (pieces [16][64]uint64, turn uint64) {
	keys := bitboard.NewKeys(0x77616e696e67)
	for p := game.King; p <= game.Pawn; p++ {
		for sq := range numSquares {
			pieces[p.Of(game.White)][sq] = keys.Next()
			pieces[p.Of(game.Black)][sq] = keys.Next()
		}
	}
	return pieces, keys.Next()
}()
