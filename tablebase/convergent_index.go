package tablebase

import (
	mathbits "math/bits"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
)

// layout numbers the positions of a material, without gaps. Impossible positions, such
// as those with the side not to move in check, have numbers too. Positions that differ by
// a symmetry of the board share a number.
type layout interface {
	size() int // the number of entries
	// find returns the number of a position of the material; swapped exchanges the colors
	// first. ok is false if the position has no number.
	find(pieces bitboard.Pieces, ranks, files int, turn game.Color, swapped bool) (n int, ok bool)
	// parts is the number of parts that visit takes; partSize the entries of one.
	parts() int
	partSize(part int) int
	// visit calls each with the entries of a part.
	visit(part int, each func(n int, p node))
	// fen returns the FEN of an entry, which may be impossible.
	fen(n int) string
}

// layoutOf returns the layout of a material.
func layoutOf(m Material) layout {
	if m.Game() == Shrink {
		return newIndex(m)
	}
	return newConvergentIndex(m)
}

// convergentIndex is the layout of Convergent Chess. Entries are ordered by the side to move,
// the squares of the kings, and those of each group of equal pieces, as sets. Groups may
// overlap: such entries are impossible. Mirror images share a number; if both colors have
// the same pieces, so do a position and the one with the colors exchanged and the board
// upside down. The entries of impossible positions mean nothing.
type convergentIndex struct {
	Material
	pieces []game.Piece // but the kings; equal ones beside each other
	groups []group
	inner  int // entries for each squares of the kings
	colors int // 1 if White is always to move
}

// group is one piece and how many of it there are.
type group struct {
	game.Piece
	count int
}

func newConvergentIndex(m Material) *convergentIndex {
	ix := &convergentIndex{Material: m, inner: 1, colors: 2}
	if m.Symmetric() {
		ix.colors = 1
	}
	for _, color := range []game.Color{game.White, game.Black} {
		for pt := game.Queen; pt <= game.Pawn; pt++ {
			n := m.Count(pt.Of(color))
			if n == 0 {
				continue
			}
			ix.groups = append(ix.groups, group{pt.Of(color), n})
			for range n {
				ix.pieces = append(ix.pieces, pt.Of(color))
			}
			ix.inner *= choose[n][numSquares]
		}
	}
	return ix
}

func (ix *convergentIndex) entries() int     { return len(kingsOf) * ix.inner }
func (ix *convergentIndex) size() int        { return ix.colors * ix.entries() }
func (ix *convergentIndex) parts() int       { return len(kingsOf) }
func (ix *convergentIndex) partSize(int) int { return ix.colors * ix.inner }

// find is that of layout; the size of the board is always the same.
func (ix *convergentIndex) find(pieces bitboard.Pieces, _, _ int, turn game.Color, swapped bool) (n int, ok bool) {
	if swapped || ix.colors == 1 && turn == game.Black {
		pieces, turn = exchanged(pieces, 8), turn.Other()
	}
	kings := pieces.Kings()
	if kings&^pieces.Black&0x0f0f0f0f0f0f0f0f == 0 {
		pieces = reflected(pieces, 8)
		kings = pieces.Kings()
	}
	pair := kingPairs[squareOf(kings&^pieces.Black)][squareOf(kings&pieces.Black)]
	if pair == noPair {
		return 0, false
	}
	n = int(turn)*len(kingsOf) + int(pair)
	for _, g := range ix.groups {
		n = n*choose[g.count][numSquares] + rankOf(ofPiece(pieces, g.Piece))
	}
	return n, true
}

// ofPiece returns the squares of a piece other than a king.
func ofPiece(pieces bitboard.Pieces, pc game.Piece) uint64 {
	var set uint64
	switch pc.Type() {
	case game.Queen:
		set = pieces.Queens()
	case game.Rook:
		set = pieces.Rooks()
	case game.Bishop:
		set = pieces.Bishops()
	case game.Knight:
		set = pieces.Knights()
	case game.Pawn:
		set = pieces.Pawns()
	}
	return set & pieces.ByColor(pc.Color())
}

// rankOf numbers the sets with as many squares as this one.
func rankOf(set uint64) (n int) {
	for k := 1; set != 0; set &= set - 1 {
		n += choose[k][numberOf[mathbits.TrailingZeros64(set)]]
		k++
	}
	return n
}

// setOf is the set of k squares with a number.
func setOf(n, k int) (set uint64) {
	for ; k > 0; k-- {
		sq := numSquares - 1
		for choose[k][sq] > n {
			sq--
		}
		n -= choose[k][sq]
		set |= 1 << frameOf[sq]
	}
	return set
}

// position returns the position of an entry; false if pieces overlap.
func (ix *convergentIndex) position(n int) (p node, ok bool) {
	p = node{ranks: 8, files: 8}
	var sets [MaxPieces]uint64
	for i := len(ix.groups) - 1; i >= 0; i-- {
		all := choose[ix.groups[i].count][numSquares]
		sets[i] = setOf(n%all, ix.groups[i].count)
		n /= all
	}
	kings := kingsOf[n%len(kingsOf)]
	p.turn = game.Color(n / len(kingsOf))
	p.pieces = placeKings(kings)
	for i, g := range ix.groups {
		if sets[i]&p.pieces.Occupied() != 0 {
			return p, false
		}
		for set := sets[i]; set != 0; {
			p.pieces = p.pieces.With(bitboard.Pop(&set), g.Piece)
		}
	}
	return p, true
}

// visit calls each with the entries of some kings whose pieces do not overlap.
func (ix *convergentIndex) visit(part int, each func(n int, p node)) {
	for color := range ix.colors {
		first := (color*len(kingsOf) + part) * ix.inner
		for n := first; n < first+ix.inner; n++ {
			if p, ok := ix.position(n); ok {
				each(n, p)
			}
		}
	}
}

// fen is that of layout. Where pieces overlap, some are missing, and the FEN is invalid.
func (ix *convergentIndex) fen(n int) string {
	p, ok := ix.position(n)
	if !ok {
		return ""
	}
	return convergentFEN(p.pieces, p.turn)
}

// convergentFEN returns the FEN of a position of Convergent Chess with its counts at the
// start.
func convergentFEN(pieces bitboard.Pieces, turn game.Color) string {
	b := make([]byte, 0, 64)
	for rank := 7; rank >= 0; rank-- {
		empty := byte(0)
		flush := func() {
			if empty > 0 {
				b = append(b, '0'+empty)
				empty = 0
			}
		}
		for file := range 8 {
			sq := game.Square(8*rank + file)
			pc := pieces.Piece(sq)
			switch {
			case convergentBoard>>sq&1 == 0:
				flush()
				b = append(b, '*')
			case pc == game.NoPiece:
				empty++
			default:
				flush()
				b = append(b, pc.Letter())
			}
		}
		flush()
		if rank > 0 {
			b = append(b, '/')
		}
	}
	return string(b) + " " + turn.Letter() + " - - 0 1"
}
