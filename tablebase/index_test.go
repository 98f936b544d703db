package tablebase

import (
	mathbits "math/bits"
	"slices"
	"testing"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
)

// filled is in how many ways n pieces of one kind fill boards so that every rank and
// file is occupied: matrices of n ones and no empty rank or file (sequence
// A101370 of the On-Line Encyclopedia of Integer Sequences).
var filled = [MaxPieces + 1]int{2: 4, 3: 24, 4: 196, 5: 2016, 6: 24976}

// TestShapes counts the shapes, and checks that the small boards come first.
func TestShapes(t *testing.T) {
	for pieces := 2; pieces <= MaxPieces; pieces++ {
		s := shapesOf[pieces]()
		all, before := 0, -1
		for _, b := range s.blocks {
			if b.first != before+1 && before >= 0 || b.end <= b.first {
				t.Errorf("%d pieces: the block on %d×%d is %d to %d, and the one before ends at %d",
					pieces, b.files, b.ranks, b.first, b.end, before+1)
			}
			before = b.end - 1
			for _, sh := range s.list[b.first:b.end] {
				if int(sh.ranks) != b.ranks || int(sh.files) != b.files || mathbits.OnesCount64(sh.squares) != pieces {
					t.Errorf("%d pieces: shape %x on %d×%d is in the block of %d×%d",
						pieces, sh.squares, sh.files, sh.ranks, b.files, b.ranks)
				}
				all++
				if mirrored(sh.squares, b.files) != sh.squares {
					all++
				}
			}
		}
		if all != filled[pieces] {
			t.Errorf("%d pieces fill boards in %d ways, want %d", pieces, all, filled[pieces])
		}
	}
}

// TestLabelled counts the positions in which pieces of one kind are distinguished, with
// one side to move, over all materials and both ways to color them.
func TestLabelled(t *testing.T) {
	factorial := 2
	for pieces := 3; pieces <= 5; pieces++ {
		factorial *= pieces
		sum := 0
		for _, m := range Shrink.Materials(pieces) {
			sum += filled[pieces] * factorial
			if !m.Symmetric() {
				sum += filled[pieces] * factorial
			}
		}
		if want := []int{3: 1440, 4: 258720, 5: 53222400}[pieces]; sum != want {
			t.Errorf("%d pieces: %d positions, want %d", pieces, sum, want)
		}
	}
}

// images are the positions that must have one number with this one.
func images(ix *index, s slow) []slow {
	list := []slow{s, s.mirror()}
	if ix.Symmetric() {
		list = append(list, s.exchange(), s.exchange().mirror())
	}
	return list
}

// TestIndexBijection numbers every position of 3 and 4 pieces: each has a number, two
// have the same exactly if one is an image of the other, and no number is left.
func TestIndexBijection(t *testing.T) {
	for pieces := 3; pieces <= 4; pieces++ {
		for i, m := range Shrink.Materials(pieces) {
			if testing.Short() && pieces == 4 && i%4 != 0 {
				continue
			}
			bijection(t, m)
		}
	}
}

func bijection(t *testing.T, m Material) {
	t.Helper()
	ix := newIndex(m)
	owner := make([]slow, ix.size()) // ranks of 0: no one yet
	left := len(owner)
	everyPosition(piecesOf(m), func(s slow) {
		n, ok := s.find(ix)
		if !ok || n < 0 || n >= len(owner) {
			t.Fatalf("%v: %v has the number %d (%v) of %d", m, s, n, ok, len(owner))
		}
		all := images(ix, s)
		for _, image := range all[1:] {
			if k, ok := image.find(ix); k != n || !ok {
				t.Fatalf("%v: %v has the number %d, its image %v %d", m, s, n, image, k)
			}
		}
		if owner[n].ranks == 0 {
			owner[n] = s
			left--
		} else if !slices.Contains(all, owner[n]) {
			t.Fatalf("%v: %v and %v have the number %d", m, s, owner[n], n)
		}
	})
	if left != 0 {
		t.Errorf("%v: %d of %d numbers belong to no position", m, left, len(owner))
	}
}

// TestIndexVisit: visit gives every number once and in order, find gives it back,
// and position the pieces.
func TestIndexVisit(t *testing.T) {
	var list []Material
	for pieces := 3; pieces <= 4; pieces++ {
		list = append(list, Shrink.Materials(pieces)...)
	}
	for _, name := range []string{"KQRvKR", "KPPvKP", "KPPPvK", "KBNvKN"} {
		list = append(list, material(t, name))
	}
	if !testing.Short() {
		list = append(list, material(t, "KRRvKRR"))
	}
	for _, m := range list {
		ix := newIndex(m)
		for color := range ix.colors {
			n := 0
			for _, b := range ix.shapes.blocks {
				ix.visitShapes(b.first, b.end, func(at int, sh *shape, pieces bitboard.Pieces) {
					found, ok := ix.find(pieces, int(sh.ranks), int(sh.files), game.Color(color), false)
					if at != n || !ok || found != n+color*ix.entries() {
						t.Fatalf("%v: visit gives %d after %d, find %d (%v)", m, at, n-1, found, ok)
					}
					if same, again := ix.position(n); same != pieces || again != sh {
						t.Fatalf("%v: visit and position give different pieces for %d", m, n)
					}
					n++
				})
			}
			if n != ix.entries() {
				t.Errorf("%v: visit gives %d positions, and there are %d", m, n, ix.entries())
			}
		}
	}
}

// slow is the position of an entry.
func (ix *index) slow(n int) slow {
	pieces, sh := ix.position(n % ix.entries())
	s := slow{ranks: int(sh.ranks), files: int(sh.files), turn: game.Color(n / ix.entries())}
	for r := range s.ranks {
		for f := range s.files {
			s.squares[r*s.files+f] = pieces.Piece(game.Square(8*r + f))
		}
	}
	return s
}

// judge checks the number of one position, whose colors may be those of the
// material or exchanged.
func (ix *index) judge(t *testing.T, s slow) {
	t.Helper()
	k := keyOfPieces(s.pieces())
	m, swapped := k.material()
	if m != ix.Material {
		t.Fatalf("%v: the material is %v, want %v", s, m, ix.Material)
	}
	n, ok := ix.find(s.pieces(), s.ranks, s.files, s.turn, swapped)
	if !ok || n < 0 || n >= ix.size() {
		t.Fatalf("%v has the number %d (%v) of %d", s, n, ok, ix.size())
	}
	if swapped {
		s = s.exchange()
	}
	if got := ix.slow(n); !slices.Contains(images(ix, s), got) {
		t.Fatalf("%v has the number %d, which is that of %v", s, n, got)
	}
	for _, image := range images(ix, s) {
		if k, ok := image.find(ix); !ok || k != n {
			t.Fatalf("%v has the number %d, its image %v %d", s, n, image, k)
		}
	}
}

// TestIndexSamples numbers random positions of 5 and 6 pieces.
func TestIndexSamples(t *testing.T) {
	r := dice(1)
	for range 300 {
		m, pieces := randomMaterial(r, 5+r.IntN(2))
		ix := newIndex(m)
		for range 10 {
			ix.judge(t, randomPosition(r, pieces))
		}
	}
}

// Positions with an empty rank or file, at the edge or inside, have no number,
// whatever the size of the board.
func TestIndexRefuses(t *testing.T) {
	r := dice(2)
	for range 2000 {
		m, pieces := randomMaterial(r, 3+r.IntN(4))
		ix := newIndex(m)
		s := randomPosition(r, pieces)
		size := [2]int{s.ranks, s.files}
		size[r.IntN(2)]++
		if _, ok := ix.find(s.pieces(), size[0], size[1], s.turn, false); ok {
			t.Fatalf("%v has a number on a board of %d×%d", s, size[1], size[0])
		}
		gap := s.pieces()
		if at := uint(r.IntN(s.ranks)); at > 0 { // an empty rank below that one
			low := uint64(1)<<(8*at) - 1
			apart := func(b uint64) uint64 { return b&low | b&^low<<8 }
			gap = bitboard.Pieces{Low: apart(gap.Low), Mid: apart(gap.Mid), High: apart(gap.High), Black: apart(gap.Black)}
			if _, ok := ix.find(gap, s.ranks+1, s.files, s.turn, false); ok {
				t.Fatalf("%v has a number with rank %d empty", s, at+1)
			}
		}
	}
}

// FuzzIndex numbers positions that the fuzzer makes: a byte for the number of pieces,
// one for each piece and then one for each square.
func FuzzIndex(f *testing.F) {
	f.Add([]byte{3, 0, 1, 2, 3})
	f.Add([]byte{5, 4, 9, 0, 1, 1, 2, 3, 5, 8})
	f.Add([]byte{6, 1, 1, 6, 6, 9, 0, 8, 1, 7, 2, 6})
	f.Fuzz(func(t *testing.T, data []byte) {
		next := func() int {
			if len(data) == 0 {
				return 0
			}
			b := data[0]
			data = data[1:]
			return int(b)
		}
		pieces := []game.Piece{game.King.Of(game.White), game.King.Of(game.Black)}
		for range 1 + next()%4 {
			n := next() % 10
			pieces = append(pieces, (game.Queen + game.PieceType(n%5)).Of(game.Color(n/5)))
		}
		s, ok := packed(pieces, next)
		if !ok {
			return
		}
		var k key
		for _, pc := range pieces {
			k += keyOf(pc)
		}
		m, _ := k.material()
		newIndex(m).judge(t, s)
	})
}

// packed puts pieces on squares of 6×6 and removes the empty ranks and files.
func packed(pieces []game.Piece, next func() int) (s slow, ok bool) {
	wide := slow{ranks: MaxPieces, files: MaxPieces}
	for _, pc := range pieces {
		at := next() % len(wide.squares)
		if wide.squares[at] != game.NoPiece {
			return s, false
		}
		wide.squares[at] = pc
	}
	wide.turn = game.Color(next() % 2)
	return wide.closed(), true
}

// material reads a material that must be right.
func material(t testing.TB, name string) Material {
	t.Helper()
	m, err := ParseMaterial(name)
	if err != nil {
		t.Fatal(err)
	}
	return m
}
