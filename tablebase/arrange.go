package tablebase

import (
	"sync"
)

// A sequence holds the pieces on the squares of a shape, from a1 along the ranks: for
// each square the number of a kind of pieces. An arrangement is all sequences with
// given numbers of pieces of each kind, in order.
type sequence [MaxPieces]uint8

// arrangements numbers the sequences of pieces of a few kinds, and locates their
// entries in a table. Materials with equal numbers of pieces of each kind share it.
type arrangements struct {
	pieces, kinds int
	list          []sequence
	number        []uint16 // by code
	radix         [MaxPieces]uint32
	folded        []fold   // by the number of a folding
	start         []uint32 // by shape: its first entry; one more: their number
	shapes        *shapes
}

// fold numbers the sequences on shapes that are their own mirror images; a sequence and
// its image have one number.
type fold struct {
	number []uint16 // by sequence
	list   []uint16 // a sequence for each number
}

var arranged struct {
	sync.Mutex
	known map[string]*arrangements
}

// arrange returns the arrangements for the numbers of pieces of each kind.
func arrange(counts []uint8) *arrangements {
	arranged.Lock()
	defer arranged.Unlock()
	key := string(counts)
	a := arranged.known[key]
	if a == nil {
		a = newArrangements(counts)
		if arranged.known == nil {
			arranged.known = map[string]*arrangements{}
		}
		arranged.known[key] = a
	}
	return a
}

func newArrangements(counts []uint8) *arrangements {
	a := &arrangements{kinds: len(counts)}
	for _, n := range counts {
		a.pieces += int(n)
	}
	size := uint32(1)
	for i := range a.pieces {
		a.radix[i] = size
		size *= uint32(a.kinds)
	}
	a.number = make([]uint16, size)
	a.fill(append([]uint8(nil), counts...), sequence{}, 0)
	a.shapes = shapesOf[a.pieces]()
	for _, f := range a.shapes.folds {
		a.folded = append(a.folded, a.fold(f))
	}
	a.start = make([]uint32, len(a.shapes.list)+1)
	for i, sh := range a.shapes.list {
		a.start[i+1] = a.start[i] + uint32(len(a.folded[sh.fold].list))
	}
	return a
}

// fill appends the sequences that begin as given, in order.
func (a *arrangements) fill(left []uint8, s sequence, at int) {
	if at == a.pieces {
		a.number[a.code(s)] = uint16(len(a.list))
		a.list = append(a.list, s)
		return
	}
	for kind := range left {
		if left[kind] > 0 {
			left[kind]--
			s[at] = uint8(kind)
			a.fill(left, s, at+1)
			left[kind]++
		}
	}
}

// code returns a number that no other sequence has.
func (a *arrangements) code(s sequence) (code uint32) {
	for i := range a.pieces {
		code += uint32(s[i]) * a.radix[i]
	}
	return code
}

func (a *arrangements) fold(f folding) (out fold) {
	out.number = make([]uint16, len(a.list))
	for i, s := range a.list {
		image := s
		for k := range a.pieces {
			image[f[k]] = s[k]
		}
		if j := a.number[a.code(image)]; int(j) < i {
			out.number[i] = out.number[j]
			continue
		}
		out.number[i] = uint16(len(out.list))
		out.list = append(out.list, uint16(i))
	}
	return out
}

// entries is the number of entries for one side to move.
func (a *arrangements) entries() int { return int(a.start[len(a.start)-1]) }
