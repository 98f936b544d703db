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
	sinceFewer int32 // moves made since a capture last left fewer men
	Turn       game.Color
}

// kind returns the cells of a type given by the complements of its three bits,
// each spread over a word.
func (s *State) kind(not *[3]uint64) uint64 {
	return (s.Low ^ not[0]) & (s.Mid ^ not[1]) & (s.High ^ not[2])
}

// put puts a man on an empty cell. NoMan changes nothing.
func (s *State) put(sq game.Square, m game.Piece) {
	s.Pieces = s.With(sq, m)
	s.key ^= piecesKeys[m&15][sq&63]
}

// play sets the state to that after a move in the state before. All that changes
// on the board, and in the key with it, changes here.
func (s *State) play(r *rules, before *State, m game.Move) {
	from, to := m.From()&63, m.To()&63
	pt, taken := before.Piece(from)&15, before.Piece(to)&15
	key := before.key ^ turnKey ^ piecesKeys[pt][from] ^ piecesKeys[taken][to]
	emptied := uint64(1)<<from | 1<<to
	dropped := game.NoPiece
	switch {
	case to == double: // R3; a man captured there leaves the board (R2)
		pt = r.after(pt)
	case taken != game.NoPiece: // R2
		if from != double {
			key ^= piecesKeys[before.Piece(double)&15][double]
		}
		emptied |= z
		dropped = r.after(taken)
		key ^= piecesKeys[dropped&15][double]
	}
	if pt.Type() == game.Pawn && lastCells[before.Turn&1]>>to&1 != 0 {
		pt = m.Promotion(0).Of(before.Turn)
	}
	s.key = key ^ piecesKeys[pt&15][to]
	s.Pieces = before.Without(emptied).With(to, pt).With(double, dropped)
	s.halfmoves = min(before.halfmoves+1, game.MaxCount)
	s.sinceFewer = before.sinceFewer + 1
	if taken != game.NoPiece {
		s.halfmoves = 0
		if mathbits.OnesCount64(s.Occupied()) < mathbits.OnesCount64(before.Occupied()) {
			s.sinceFewer = 0
		}
	}
	s.fullmove = min(before.fullmove+int32(before.Turn), game.MaxCount)
	s.Turn = before.Turn ^ 1
}

// after returns what a man becomes by the ranking: NoMan behind the last.
func (r *rules) after(m game.Piece) game.Piece { return r.afterPiece[m&15] }

// Zobrist's words: one for each man on each cell, none for NoMan, and one for
// Black's turn. Nothing else bears on what can be played. In particular a drop
// check (R4) leaves no trace: it is judged before the move that causes it, and
// afterwards, with the other side to move, no move can take a king anyway.
var piecesKeys, turnKey = func() (pieces [16][64]uint64, turn uint64) {
	keys := bitboard.NewKeys(0x77616e696e67)
	for p := game.King; p <= game.Pawn; p++ {
		for cell := range numCells {
			pieces[p.Of(game.White)][cell] = keys.Next()
			pieces[p.Of(game.Black)][cell] = keys.Next()
		}
	}
	return pieces, keys.Next()
}()
