package diminuendo

import (
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/game/rulekit"
	"github.com/wane-chess/wane/internal/bitboard"
)

// State is what a move changes: the pieces, as sets of squares (see Squares), the
// side to move and the counts.
type State struct {
	bitboard.Pieces
	key        uint64
	halfmoves  int32 // since the last capture, at most rulekit.MaxCount
	fullmove   int32 // at most rulekit.MaxCount
	reversible int32 // plies since the last irreversible move: the number of pieces fell, or a null move
	Turn       game.Color
}

// kind returns the squares of a piece type, given by the complements of its three
// bits, each spread over a word.
func (s *State) kind(not *[3]uint64) uint64 {
	return (s.Low ^ not[0]) & (s.Mid ^ not[1]) & (s.High ^ not[2])
}

// put puts a piece on an empty square. NoPiece changes nothing.
func (s *State) put(sq game.Square, pc game.Piece) {
	s.Pieces = s.With(sq, pc)
	s.key ^= piecesKeys[pc&15][sq&63]
}

// move writes into n the state after a move.
func (s *State) move(r *rules, n *State, m game.Move) {
	from, to := m.From()&63, m.To()&63
	pc, captured := s.Piece(from)&15, s.Piece(to)&15
	key := s.key ^ turnKey ^ piecesKeys[pc][from] ^ piecesKeys[captured][to]
	emptied := bitboard.Bit(from) | bitboard.Bit(to)
	dropped := game.NoPiece
	switch {
	case to == ZSquare: // R3; a piece captured on z leaves the board (R2)
		pc = r.becomes(pc)
	case captured != game.NoPiece: // R2
		if from != ZSquare {
			key ^= piecesKeys[s.Piece(ZSquare)&15][ZSquare]
		}
		emptied |= Z
		dropped = r.becomes(captured)
		key ^= piecesKeys[dropped&15][ZSquare]
	}
	if pc.Type() == game.Pawn && lastSquares[s.Turn&1]>>to&1 != 0 {
		pc = m.Promotion(0).Of(s.Turn)
	}
	n.key = key ^ piecesKeys[pc&15][to]
	n.Pieces = s.Without(emptied).With(to, pc).With(ZSquare, dropped)
	n.halfmoves = min(s.halfmoves+1, rulekit.MaxCount)
	n.reversible = s.reversible + 1
	if captured != game.NoPiece {
		n.halfmoves = 0
		if bitboard.Count(n.Occupied()) < bitboard.Count(s.Occupied()) {
			n.reversible = 0
		}
	}
	n.fullmove = min(s.fullmove+int32(s.Turn), rulekit.MaxCount)
	n.Turn = s.Turn ^ 1
}

// becomes returns what a piece becomes in the ranking: NoPiece after the last.
func (r *rules) becomes(pc game.Piece) game.Piece { return r.afterPiece[pc&15] }

// Zobrist keys: one for each piece on each square, none for NoPiece, and one for Black
// to move. Nothing else bears on future play. A drop check (R4) does not: it matters
// only in the move that causes it.
var piecesKeys, turnKey = func() (pieces [16][64]uint64, turn uint64) {
	keys := bitboard.NewKeys(0x77616e696e67)
	for pt := game.King; pt <= game.Pawn; pt++ {
		for sq := range game.Square(NumSquares) {
			pieces[pt.Of(game.White)][sq] = keys.Next()
			pieces[pt.Of(game.Black)][sq] = keys.Next()
		}
	}
	return pieces, keys.Next()
}()
