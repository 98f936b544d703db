package tablebase

import (
	mathbits "math/bits"
	"math/rand/v2"
	"sort"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
)

// index numbers the positions of a material, without gaps. Impossible positions, such as
// those with the side not to move in check, have numbers too. Mirror images share a
// number. If both colors have the same pieces, so do a position and the one with the
// colors exchanged and the board upside down.
type index struct {
	Material
	*arrangements
	pieces []game.Piece // by kind
	kind   [16]uint8    // by piece
	colors int          // 1 if White is always to move
}

func newIndex(m Material) *index {
	ix := &index{Material: m, colors: 2}
	if m.Symmetric() {
		ix.colors = 1
	}
	var counts []uint8
	for _, color := range []game.Color{game.White, game.Black} {
		for pt := game.King; pt <= game.Pawn; pt++ {
			if n := m.Count(pt.Of(color)); n > 0 {
				ix.kind[pt.Of(color)] = uint8(len(ix.pieces))
				ix.pieces = append(ix.pieces, pt.Of(color))
				counts = append(counts, uint8(n))
			}
		}
	}
	ix.arrangements = arrange(counts)
	return ix
}

// size is the number of entries.
func (ix *index) size() int { return ix.colors * ix.entries() }

// find returns the number of a position of the material; swapped exchanges the colors
// first. ok is false if a rank or a file is empty.
func (ix *index) find(pieces bitboard.Pieces, ranks, files int, turn game.Color, swapped bool) (n int, ok bool) {
	if swapped || ix.colors == 1 && turn == game.Black {
		pieces, turn = exchanged(pieces, ranks), turn.Other()
	}
	i, flip, ok := ix.shapes.find(pieces.Occupied())
	if !ok {
		return 0, false
	}
	sh := &ix.shapes.list[i]
	if int(sh.ranks) != ranks || int(sh.files) != files {
		return 0, false
	}
	if flip {
		pieces = reflected(pieces, files)
	}
	code, k := uint32(0), 0
	for b := pieces.Occupied(); b != 0; b &= b - 1 {
		pc := pieces.Piece(game.Square(mathbits.TrailingZeros64(b)))
		code += uint32(ix.kind[pc&15]) * ix.radix[k]
		k++
	}
	number := ix.number[code]
	if sh.fold != 0 {
		number = ix.folded[sh.fold].number[number]
	}
	return int(turn)*ix.entries() + int(ix.start[i]) + int(number), true
}

// place puts the pieces of a sequence on a shape.
func (ix *index) place(sh *shape, s *sequence) (pieces bitboard.Pieces) {
	k := 0
	for b := sh.squares; b != 0; b &= b - 1 {
		pieces = pieces.With(game.Square(mathbits.TrailingZeros64(b)), ix.pieces[s[k]])
		k++
	}
	return pieces
}

// position returns the pieces and the shape of an entry, given its number among those
// with the same side to move.
func (ix *index) position(n int) (bitboard.Pieces, *shape) {
	i := sort.Search(len(ix.shapes.list), func(i int) bool { return int(ix.start[i+1]) > n })
	sh := &ix.shapes.list[i]
	return ix.place(sh, &ix.list[ix.folded[sh.fold].list[n-int(ix.start[i])]]), sh
}

// visitShapes calls each with the entries of some shapes with White to move, in order: number,
// shape and pieces. With Black to move, the number is larger by entries().
func (ix *index) visitShapes(first, end int, each func(n int, sh *shape, pieces bitboard.Pieces)) {
	n := int(ix.start[first])
	for i := first; i < end; i++ {
		sh := &ix.shapes.list[i]
		for _, s := range ix.folded[sh.fold].list {
			each(n, sh, ix.place(sh, &ix.list[s]))
			n++
		}
	}
}

// parts is that of layout: a part is the boards of one size.
func (ix *index) parts() int { return len(ix.shapes.blocks) }

func (ix *index) partSize(part int) int {
	b := ix.shapes.blocks[part]
	return ix.colors * int(ix.start[b.end]-ix.start[b.first])
}

func (ix *index) visit(part int, each func(n int, p node)) {
	b := ix.shapes.blocks[part]
	for color := range ix.colors {
		ix.visitShapes(b.first, b.end, func(n int, sh *shape, pieces bitboard.Pieces) {
			each(color*ix.entries()+n, node{pieces, int(sh.ranks), int(sh.files), game.Color(color)})
		})
	}
}

func (ix *index) fen(n int) string {
	pieces, sh := ix.position(n % ix.entries())
	return fenOf(pieces, int(sh.ranks), int(sh.files), game.Color(n/ix.entries()))
}

// RandomFEN returns the FEN of a random entry of the material's table, uniformly. It may
// be impossible; then the rules reject it.
func (m Material) RandomFEN(rng *rand.Rand) string {
	l := layoutOf(m)
	return l.fen(rng.IntN(l.size()))
}

// reflected returns the mirror image of the pieces, left for right.
func reflected(m bitboard.Pieces, files int) bitboard.Pieces {
	return bitboard.Pieces{
		Low: mirrored(m.Low, files), Mid: mirrored(m.Mid, files), High: mirrored(m.High, files),
		Black: mirrored(m.Black, files),
	}
}

// exchanged returns the pieces upside down and with the colors exchanged.
func exchanged(m bitboard.Pieces, ranks int) bitboard.Pieces {
	m.Black ^= m.Occupied()
	return bitboard.Pieces{
		Low: upended(m.Low, ranks), Mid: upended(m.Mid, ranks), High: upended(m.High, ranks),
		Black: upended(m.Black, ranks),
	}
}

// keyOfPieces returns the key of the pieces of a position.
func keyOfPieces(m bitboard.Pieces) (k key) {
	for b := m.Occupied(); b != 0; b &= b - 1 {
		k += keys[m.Piece(game.Square(mathbits.TrailingZeros64(b)))&15]
	}
	return k
}

var keys = func() (all [16]key) {
	for i := range all {
		all[i] = keyOf(game.Piece(i))
	}
	return all
}()
