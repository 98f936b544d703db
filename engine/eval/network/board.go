package network

import (
	mathbits "math/bits"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
)

// Board is what a network sees of a position.
type Board struct {
	// Words has the pieces in two words of squares, the second for boards of more than 64. A vanished square has the
	// piece type vanished.
	Words [2]bitboard.Pieces
	Shape uint8 // the number of ranks and files, where they change: ranks − 1 + 8·(files − 1)
	Turn  game.Color
}

// vanished marks a vanished square. No piece type has this number.
const vanished = 7

// withVanished returns the pieces with a set of vanished squares, which have no pieces.
func withVanished(p bitboard.Pieces, set uint64) bitboard.Pieces {
	p.Low |= set
	p.Mid |= set
	p.High |= set
	return p
}

// changed returns the squares of a word that differ.
func changed(a, b *bitboard.Pieces) uint64 {
	return (a.Low ^ b.Low) | (a.Mid ^ b.Mid) | (a.High ^ b.High) | (a.Black ^ b.Black)
}

// count returns the number of pieces and vanished squares.
func (b *Board) count() int {
	return mathbits.OnesCount64(b.Words[0].Occupied()) + mathbits.OnesCount64(b.Words[1].Occupied())
}

// Bucket returns the number of the output's weights for a board: one for each four pieces.
func (b *Board) Bucket() int {
	pieces := 0
	for i := range b.Words {
		w := &b.Words[i]
		pieces += mathbits.OnesCount64(w.Occupied() &^ (w.Low & w.Mid & w.High))
	}
	return min((pieces-1)/4, Buckets-1)
}
