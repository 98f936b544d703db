package convergent

import (
	mathbits "math/bits"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
)

// State is what a move changes: the pieces, as sets of squares numbered
// rank·8 + file from a1 = 0 to h8 = 63, the side to move and the counts.
type State struct {
	bitboard.Pieces
	key        uint64
	halfmoves  int32 // since the last capture or pawn move, at most game.MaxCount
	reversible int32 // plies since the last capture, pawn move or null move in the stack
	fullmove   int32 // at most game.MaxCount
	Turn       game.Color
}

// King returns the square of a color's king.
func (s *State) King(c game.Color) int {
	return mathbits.TrailingZeros64(s.Kings() & s.ByColor(c))
}

// after sets the state to the one after a move in the state before.
func (s *State) after(before *State, m game.Move) {
	from, to := m.From()&63, m.To()&63
	pt, captured := before.Piece(from), before.Piece(to)
	s.Pieces = before.Moved(from, to)
	s.halfmoves, s.reversible = min(before.halfmoves+1, game.MaxCount), before.reversible+1
	if captured != game.NoPiece || pt.Type() == game.Pawn {
		s.halfmoves, s.reversible = 0, 0
	}
	s.fullmove = min(before.fullmove+int32(before.Turn), game.MaxCount)
	s.Turn = before.Turn ^ 1
	s.key = before.key ^ piecesKeys[pt&15][from] ^ piecesKeys[pt&15][to] ^ piecesKeys[captured&15][to] ^ turnKey
}

// Zobrist keys: one for each piece on each square, none for NoPiece, and one for
// Black to move. Nothing else bears on future play.
var piecesKeys, turnKey = func() (pieces [16][64]uint64, turn uint64) {
	keys := bitboard.NewKeys(0x666f727479)
	for _, p := range []game.PieceType{game.King, game.Queen, game.Rook, game.Bishop, game.Knight, game.Pawn} {
		for sq := range 64 {
			pieces[p.Of(game.White)][sq] = keys.Next()
			pieces[p.Of(game.Black)][sq] = keys.Next()
		}
	}
	return pieces, keys.Next()
}()

// Placement returns the pieces on their squares.
func (p *Position) Placement() bitboard.Pieces { return p.State().Pieces }
