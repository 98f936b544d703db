package shrink

import (
	"math/bits"
	"math/rand/v2"
	"testing"
)

// The factors are good: every set of pieces on the squares that matter finds the
// attacks that a walk along the lines finds.
func TestMagics(t *testing.T) {
	for sq := range uint(64) {
		for _, c := range []struct {
			name    string
			mask    uint64
			lines   [][2]int
			attacks func(uint, uint64) uint64
		}{
			{"rook", rookMagics[sq].Mask, rookLines[:], RookAttacks},
			{"bishop", bishopMagics[sq].Mask, bishopLines[:], BishopAttacks},
		} {
			for occ := uint64(0); ; {
				if got, want := c.attacks(sq, occ), walk(sq, occ, c.lines); got != want {
					t.Fatalf("%s on %s, pieces %x: attacks %x, want %x", c.name, squareName(sq), occ, got, want)
				}
				if occ = (occ - c.mask) & c.mask; occ == 0 {
					break
				}
			}
		}
	}
}

func TestLonely(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 20000 {
		occ := r.Uint64() & r.Uint64() & r.Uint64()
		var inRank, inFile uint64
		for b := occ; b != 0; b &= b - 1 {
			sq := lowest(b)
			if bits.OnesCount64(occ&RankSquares(sq)) == 1 {
				inRank |= bit(sq)
			}
			if bits.OnesCount64(occ&FileSquares(sq)) == 1 {
				inFile |= bit(sq)
			}
		}
		if got := AloneOnRank(occ); got != inRank {
			t.Fatalf("%x: alone in rank %x, want %x", occ, got, inRank)
		}
		if got := AloneOnFile(occ); got != inFile {
			t.Fatalf("%x: alone in file %x, want %x", occ, got, inFile)
		}
	}
}

// A cut moves every square beyond its line one closer, and open undoes it.
func TestCuts(t *testing.T) {
	for line := range uint(8) {
		for sq := range uint(64) {
			file, rank := sq&7, sq>>3
			if c := rankCut(line); rank != line {
				want := sq
				if rank > line {
					want -= 8
				}
				if c.square(sq) != want || c.open(bit(want)) != bit(sq) {
					t.Errorf("rank %d out: %s goes to %s", line+1, squareName(sq), squareName(c.square(sq)))
				}
			}
			if c := fileCut(line); file != line {
				want := sq
				if file > line {
					want--
				}
				if c.square(sq) != want || c.open(bit(want)) != bit(sq) {
					t.Errorf("file %d out: %s goes to %s", line+1, squareName(sq), squareName(c.square(sq)))
				}
			}
		}
	}
	all := ^uint64(0)
	if c := fileCut(3); c.close(all&^FileSquares(3)) != all&^fileH {
		t.Errorf("a full board without its d-file closes to %x", c.close(all&^FileSquares(3)))
	}
}
