package convergent

import (
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
)

// The attacks of a slider from a square depend on at most two squares in each
// direction: the third is attacked whether it is occupied or not.
var (
	rooks, bishops [64]bitboard.Magic
	attacks        [4096]uint64
)

// RookAttacks returns the squares that a rook attacks, occupied or not.
func RookAttacks(sq game.Square, occupied uint64) uint64 {
	return attacks[rooks[sq&63].Index(occupied)%uint64(len(attacks))]
}

// BishopAttacks returns the squares that a bishop attacks, occupied or not.
func BishopAttacks(sq game.Square, occupied uint64) uint64 {
	return attacks[bishops[sq&63].Index(occupied)%uint64(len(attacks))]
}

// fillSliders finds the factors and fills the attacks of both sliders.
func fillSliders() {
	keys := bitboard.NewKeys(0x636f6e76)
	used := 0
	fill := func(m *bitboard.Magic, sq game.Square, directions [4][2]int) {
		for _, d := range directions {
			for n := reach - 1; n > 0; n-- {
				if step(sq, (n+1)*d[0], (n+1)*d[1]) != 0 {
					m.Mask |= slide(sq, d, n, 0)
					break
				}
			}
		}
		used = m.Search(attacks[:], used, func(occupied uint64) (set uint64) {
			for _, d := range directions {
				set |= slide(sq, d, reach, occupied)
			}
			return set
		}, keys.Sparse)
	}
	for set := Squares; set != 0; {
		sq := bitboard.Pop(&set)
		fill(&rooks[sq], sq, rookSteps)
		fill(&bishops[sq], sq, bishopSteps)
	}
}
