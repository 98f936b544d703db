package tablebase

import (
	"cmp"
	mathbits "math/bits"
	"slices"
	"sync"
)

// A shape is a set of squares with at least one on every rank and every file of the
// board. Boards close up towards a1, so the squares determine the size of the board. Of
// a shape and its mirror image only the one with the smaller number is kept.
type shape struct {
	squares      uint64
	ranks, files uint8
	// fold is the index in shapes.folds of the permutation of the squares by the mirror;
	// 0 if it moves none or makes another shape.
	fold uint8
}

// folding is how the mirror permutes the squares of a shape: the i-th, counted
// from a1 along the ranks, becomes the folding[i]-th.
type folding [MaxPieces]uint8

// block is all the shapes on boards of one size.
type block struct {
	ranks, files int
	first, end   int // in shapes.list
}

// shapes are all shapes of a number of squares, by the size of the board, the
// small ones first: a move stays in its block or leads to an earlier one.
type shapes struct {
	pieces int
	list   []shape
	blocks []block
	folds  []folding // the first is the identity
	slots  []slot    // open addressing, by the squares
	shift  uint
}

type slot struct {
	squares  uint64
	shape    uint32
	mirrored bool
}

// shapesOf holds the shapes by the number of pieces, made when they are needed.
var shapesOf = func() (all [MaxPieces + 1]func() *shapes) {
	for n := range all {
		all[n] = sync.OnceValue(func() *shapes { return newShapes(n) })
	}
	return all
}()

func newShapes(pieces int) *shapes {
	s := &shapes{pieces: pieces, folds: []folding{identity()}}
	for ranks := 1; ranks <= pieces; ranks++ {
		for files := 1; files <= pieces; files++ {
			s.fill(ranks, files)
		}
	}
	slices.SortFunc(s.list, func(a, b shape) int {
		return cmp.Or(int(a.ranks+a.files)-int(b.ranks+b.files), int(a.ranks)-int(b.ranks), cmp.Compare(a.squares, b.squares))
	})
	for i, sh := range s.list {
		if k := len(s.blocks) - 1; k >= 0 && s.blocks[k].ranks == int(sh.ranks) && s.blocks[k].files == int(sh.files) {
			s.blocks[k].end = i + 1
			continue
		}
		s.blocks = append(s.blocks, block{int(sh.ranks), int(sh.files), i, i + 1})
	}
	s.hash()
	return s
}

func identity() (f folding) {
	for i := range f {
		f[i] = uint8(i)
	}
	return f
}

// fill appends the shapes on boards of one size.
func (s *shapes) fill(ranks, files int) {
	all := uint64(1)<<files - 1
	var grow func(squares, seen uint64, rank, left int)
	grow = func(squares, seen uint64, rank, left int) {
		if rank == ranks {
			if left == 0 && seen == all {
				s.add(squares, ranks, files)
			}
			return
		}
		for occupied := uint64(1); occupied <= all; occupied++ {
			// Each rank above needs at least one piece.
			if n := mathbits.OnesCount64(occupied); left-n >= ranks-rank-1 {
				grow(squares|occupied<<(8*rank), seen|occupied, rank+1, left-n)
			}
		}
	}
	grow(0, 0, 0, s.pieces)
}

func (s *shapes) add(squares uint64, ranks, files int) {
	image := mirrored(squares, files)
	if image < squares {
		return
	}
	sh := shape{squares: squares, ranks: uint8(ranks), files: uint8(files)}
	if image == squares {
		sh.fold = s.folding(squares, files)
	}
	s.list = append(s.list, sh)
}

// folding finds or adds the permutation that the mirror is on these squares.
func (s *shapes) folding(squares uint64, files int) uint8 {
	f := identity()
	i := 0
	for b := squares; b != 0; b &= b - 1 {
		image := mirrored(b&-b, files)
		f[i] = uint8(mathbits.OnesCount64(squares & (image - 1)))
		i++
	}
	if k := slices.Index(s.folds, f); k >= 0 {
		return uint8(k)
	}
	s.folds = append(s.folds, f)
	return uint8(len(s.folds) - 1)
}

// hash makes the table in which shapes are found by their squares.
func (s *shapes) hash() {
	size := 16
	for size < 4*len(s.list) {
		size *= 2
	}
	s.slots = make([]slot, size)
	s.shift = uint(64 - mathbits.TrailingZeros(uint(size)))
	put := func(squares uint64, shape int, mirrored bool) {
		i := s.slotOf(squares)
		for s.slots[i].squares != 0 {
			i = (i + 1) % len(s.slots)
		}
		s.slots[i] = slot{squares, uint32(shape), mirrored}
	}
	for i, sh := range s.list {
		put(sh.squares, i, false)
		if image := mirrored(sh.squares, int(sh.files)); image != sh.squares {
			put(image, i, true)
		}
	}
}

func (s *shapes) slotOf(squares uint64) int {
	return int(squares * 0x9e3779b97f4a7c15 >> s.shift)
}

// find returns the index of the shape of a set of squares, and whether it is the mirror
// image of the set.
func (s *shapes) find(squares uint64) (shape int, mirrored, ok bool) {
	for i := s.slotOf(squares); s.slots[i].squares != 0; i = (i + 1) % len(s.slots) {
		if s.slots[i].squares == squares {
			return int(s.slots[i].shape), s.slots[i].mirrored, true
		}
	}
	return 0, false, false
}

// mirrored returns a set of squares left for right on a board of that many files.
func mirrored(b uint64, files int) uint64 {
	b = b>>1&0x5555555555555555 | b&0x5555555555555555<<1
	b = b>>2&0x3333333333333333 | b&0x3333333333333333<<2
	b = b>>4&0x0f0f0f0f0f0f0f0f | b&0x0f0f0f0f0f0f0f0f<<4
	return b >> (8 - files)
}

// upended returns a set of squares upside down on a board of that many ranks.
func upended(b uint64, ranks int) uint64 {
	return mathbits.ReverseBytes64(b) >> (8 * (8 - ranks))
}
