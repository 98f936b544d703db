package shrink

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
)

// The factors are good: every set of pieces on the squares that matter finds the
// attacks that a walk along the lines finds.
func TestMagics(t *testing.T) {
	for sq := range game.Square(64) {
		for _, c := range []struct {
			name    string
			mask    uint64
			lines   [][2]int
			attacks func(game.Square, uint64) uint64
		}{
			{"rook", rookMagics[sq].Mask, rookSteps[:], RookAttacks},
			{"bishop", bishopMagics[sq].Mask, bishopSteps[:], BishopAttacks},
		} {
			for occupied := uint64(0); ; {
				if got, want := c.attacks(sq, occupied), walk(sq, occupied, c.lines); got != want {
					t.Fatalf("%s on %s, pieces %x: attacks %x, want %x", c.name, bitboard.SquareName(sq), occupied, got, want)
				}
				if occupied = (occupied - c.mask) & c.mask; occupied == 0 {
					break
				}
			}
		}
	}
}

func TestLonely(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 20000 {
		occupied := r.Uint64() & r.Uint64() & r.Uint64()
		var inRank, inFile uint64
		for b := occupied; b != 0; b &= b - 1 {
			sq := bitboard.Lowest(b)
			if bits.OnesCount64(occupied&RankSquares(sq)) == 1 {
				inRank |= bitboard.Bit(sq)
			}
			if bits.OnesCount64(occupied&FileSquares(sq)) == 1 {
				inFile |= bitboard.Bit(sq)
			}
		}
		if got := AloneOnRank(occupied); got != inRank {
			t.Fatalf("%x: alone in rank %x, want %x", occupied, got, inRank)
		}
		if got := AloneOnFile(occupied); got != inFile {
			t.Fatalf("%x: alone in file %x, want %x", occupied, got, inFile)
		}
	}
}

// A cut moves every square beyond its line one closer, and open undoes it.
func TestCuts(t *testing.T) {
	for line := range game.Square(8) {
		for sq := range game.Square(64) {
			file, rank := sq&7, sq>>3
			if c := rankCut(8 * line); rank != line {
				want := sq
				if rank > line {
					want -= 8
				}
				if c.square(sq) != want || c.open(bitboard.Bit(want)) != bitboard.Bit(sq) {
					t.Errorf("rank %d out: %s goes to %s", line+1, bitboard.SquareName(sq), bitboard.SquareName(c.square(sq)))
				}
			}
			if c := fileCut(line); file != line {
				want := sq
				if file > line {
					want--
				}
				if c.square(sq) != want || c.open(bitboard.Bit(want)) != bitboard.Bit(sq) {
					t.Errorf("file %d out: %s goes to %s", line+1, bitboard.SquareName(sq), bitboard.SquareName(c.square(sq)))
				}
			}
		}
	}
	all := ^uint64(0)
	if c := fileCut(3); c.close(all&^FileSquares(3)) != all&^fileH {
		t.Errorf("a full board without its d-file closes to %x", c.close(all&^FileSquares(3)))
	}
}

func TestBetween(t *testing.T) {
	for a := range game.Square(64) {
		for b := range game.Square(64) {
			at, to, want := bitboard.Bit(a), bitboard.Bit(b), uint64(0)
			switch {
			case RookRays(a)&to != 0:
				want = RookAttacks(a, to) & RookAttacks(b, at)
			case BishopRays(a)&to != 0:
				want = BishopAttacks(a, to) & BishopAttacks(b, at)
			}
			if got := Between(a, b); got != want {
				t.Errorf("between %d and %d: %x, want %x", a, b, got, want)
			}
		}
	}
}
