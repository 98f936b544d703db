package tablebase

import (
	mathbits "math/bits"

	"github.com/wane-chess/wane/game"
)

// lineup is the pieces of a material in the order of the words.
type lineup struct {
	game    Game
	pieces  []game.Piece // but the kings
	strides []int        // of words, by piece; those of the last are 0
	words   int          // of a plane
	each    int          // words for each squares of the kings
}

func newLineup(g Game, pieces []game.Piece) *lineup {
	l := &lineup{game: g, pieces: pieces, strides: make([]int, len(pieces)), each: 1}
	for i := len(pieces) - 2; i >= 0; i-- {
		l.strides[i] = l.each
		l.each *= numSquares
	}
	l.words = l.each * len(kingsOf)
	return l
}

// last is the piece whose squares are the bits of words; NoPiece: a ghost.
func (l *lineup) last() game.Piece {
	if len(l.pieces) == 0 {
		return game.NoPiece
	}
	return l.pieces[len(l.pieces)-1]
}

// mids is the number of pieces that are neither kings nor the last.
func (l *lineup) mids() int { return max(len(l.pieces)-1, 0) }

// squares are the squares of the pieces of a lineup, but the last, by number.
type squares [MaxPieces]uint8

// word returns the word of the squares of kings and pieces.
func (l *lineup) word(pair int, at *squares) int {
	w := pair * l.each
	for i := range l.mids() {
		w += int(at[i]) * l.strides[i]
	}
	return w
}

// squaresOf returns the squares of the pieces of a word.
func (l *lineup) squaresOf(w int, at *squares) {
	w %= l.each
	for i := range l.mids() {
		at[i] = uint8(w / l.strides[i])
		w %= l.strides[i]
	}
}

// visit calls each with the numbers of positions of a word and the squares of the last
// piece. Of positions that differ by an exchange of equal pieces, it visits one.
func (l *lineup) visit(ix *convergentIndex, c game.Color, pair int, at *squares, set uint64, each func(n, sq int)) {
	if set == 0 {
		return
	}
	n, i := int(c)*len(kingsOf)+pair, 0
	for _, g := range ix.groups {
		n *= choose[g.count][numSquares]
		for k := 1; k <= g.count && i < l.mids(); k++ {
			if k > 1 && at[i] < at[i-1] {
				return
			}
			n += choose[k][at[i]]
			i++
		}
	}
	if len(l.pieces) == 0 {
		each(n, 0)
		return
	}
	k := ix.groups[len(ix.groups)-1].count
	if k > 1 { // the last of equal pieces is on the highest square
		set &^= 1<<frameOf[at[i-1]] - 1
	}
	for ; set != 0; set &= set - 1 {
		sq := mathbits.TrailingZeros64(set)
		each(n+choose[k][numberOf[sq]], sq)
	}
}
