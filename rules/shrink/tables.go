package shrink

import "github.com/wane-chess/wane/game"

// Geometry of the full board. Smaller boards use the same tables, masked.
var (
	knightAttacks [64]uint64
	kingAttacks   [64]uint64
	pawnAttacks   [2][64]uint64 // by the pawn's side
	rookRays      [64]uint64    // a rook's attacks on an empty board
	bishopRays    [64]uint64
	// between holds the squares strictly between two on one line; empty if they
	// share none.
	between [64][64]uint64
	// boards holds the squares of a board by ranks and files.
	boards [16][16]uint64
	// edges holds the two last rows of a board by its ranks.
	edges [16]uint64
)

// forward is a pawn's step by side.
var forward = [2]int{8, -8}

// stepped holds, by side and number of ranks, the row on which a pawn that may
// go on to a double step stands after its first step (R4).
var stepped = [2][16]uint64{
	game.White: {8: rank1 << 16},
	game.Black: {8: rank1 << 40},
}

func init() {
	for sq := range uint(64) {
		for _, d := range [][2]int{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}} {
			knightAttacks[sq] |= step(sq, d[0], d[1])
		}
		for df := -1; df <= 1; df++ {
			for dr := -1; dr <= 1; dr++ {
				if df != 0 || dr != 0 {
					kingAttacks[sq] |= step(sq, df, dr)
					fillBetween(sq, df, dr)
				}
			}
		}
		pawnAttacks[game.White][sq] = step(sq, -1, 1) | step(sq, 1, 1)
		pawnAttacks[game.Black][sq] = step(sq, -1, -1) | step(sq, 1, -1)
		rookRays[sq] = walk(sq, 0, rookLines[:])
		bishopRays[sq] = walk(sq, 0, bishopLines[:])
	}
	for ranks := 1; ranks <= 8; ranks++ {
		for files := 1; files <= 8; files++ {
			for rank := range ranks {
				boards[ranks][files] |= (1<<files - 1) << (8 * rank)
			}
		}
		edges[ranks] = rank1 | rank1<<(8*(ranks-1))
	}
	fillSlides()
}

// step returns the square that far away, or none.
func step(sq uint, df, dr int) uint64 {
	f, r := int(sq&7)+df, int(sq>>3)+dr
	if f < 0 || f > 7 || r < 0 || r > 7 {
		return 0
	}
	return bit(uint(8*r + f))
}

func fillBetween(sq uint, df, dr int) {
	var line uint64
	for at := step(sq, df, dr); at != 0; at = step(lowest(at), df, dr) {
		between[sq][lowest(at)] = line
		line |= at
	}
}

var (
	rookLines   = [4][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}
	bishopLines = [4][2]int{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}
)

// walk returns a slider's attacks, line by line up to the first man.
func walk(sq uint, occ uint64, lines [][2]int) uint64 {
	var a uint64
	for _, d := range lines {
		f, r := int(sq&7)+d[0], int(sq>>3)+d[1]
		for ; uint(f|r) < 8; f, r = f+d[0], r+d[1] {
			at := uint64(1) << uint(8*r+f)
			a |= at
			if at&occ != 0 {
				break
			}
		}
	}
	return a
}
