package convergent

import (
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/game/rulekit"
	"github.com/wane-chess/wane/internal/bitboard"
)

// State is what a move changes: the pieces, as sets of squares numbered
// rank·8 + file from a1 = 0 to h8 = 63, the side to move and the counts.
type State struct {
	bitboard.Pieces
	key        uint64
	halfmoves  int32 // since the last capture or pawn move, at most rulekit.MaxCount
	reversible int32 // plies since the last irreversible move: a capture, pawn move or null move
	fullmove   int32 // at most rulekit.MaxCount
	Turn       game.Color
}

// King returns the square of a color's king.
func (s *State) King(color game.Color) game.Square {
	return bitboard.Lowest(s.Kings() & s.ByColor(color))
}

// move writes into n the state after a move.
func (s *State) move(n *State, m game.Move) {
	from, to := m.From()&63, m.To()&63
	pc, captured := s.Piece(from), s.Piece(to)
	n.Pieces = s.Moved(from, to)
	n.halfmoves, n.reversible = min(s.halfmoves+1, rulekit.MaxCount), s.reversible+1
	if captured != game.NoPiece || pc.Type() == game.Pawn {
		n.halfmoves, n.reversible = 0, 0
	}
	n.fullmove = min(s.fullmove+int32(s.Turn), rulekit.MaxCount)
	n.Turn = s.Turn ^ 1
	n.key = s.key ^ piecesKeys[pc&15][from] ^ piecesKeys[pc&15][to] ^ piecesKeys[captured&15][to] ^ turnKey
}

// Zobrist keys: one for each piece on each square, none for NoPiece, and one for
// Black to move. Nothing else bears on future play.
var piecesKeys, turnKey = func() (pieces [16][64]uint64, turn uint64) {
	keys := bitboard.NewKeys(0x666f727479)
	for _, pt := range []game.PieceType{game.King, game.Queen, game.Rook, game.Bishop, game.Knight, game.Pawn} {
		for sq := range 64 {
			pieces[pt.Of(game.White)][sq] = keys.Next()
			pieces[pt.Of(game.Black)][sq] = keys.Next()
		}
	}
	return pieces, keys.Next()
}()

// Placement returns the pieces on their squares.
func (p *Position) Placement() bitboard.Pieces { return p.State().Pieces }
