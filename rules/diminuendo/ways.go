package diminuendo

import "github.com/wane-chess/wane/internal/bitboard"

// A way is what lies before a pawn.
type way struct {
	steps    uint8  // to the last cell of its file, or behindZ
	stoppers uint64 // where an enemy pawn bars the way or can take on it
}

// behindZ stands for the number of steps of a pawn who would have to pass z,
// where he changes. No other pawn has as many to go.
const behindZ = 7

// Tables that the evaluation looks cells up in, made once and never changed.
var (
	near [64]uint8  // how many of the three rings around z a cell lies within
	ways [2][64]way // by side
)

// fillWays fills them once the steps are known.
func fillWays() {
	for reached := z; near[double] < 3; {
		for set := reached; set != 0; {
			reached |= from[bitboard.Pop(&set)].king[0]
		}
		for set := reached; set != 0; {
			near[bitboard.Pop(&set)]++
		}
	}
	for color := range ways {
		for cell := range numCells {
			if cell != upper {
				ways[color][cell] = wayFrom(cell, color)
			}
		}
	}
}

// wayFrom walks from a cell to the end of its file.
func wayFrom(cell, color int) (w way) {
	passesZ := false
	for at := int(from[cell].forward[color]); at < numCells; at = int(from[at].forward[color]) {
		w.steps++
		passesZ = passesZ || at == double
		w.stoppers |= 1<<at | from[at].pawn[color]
	}
	if passesZ {
		w.steps = behindZ
	}
	return w
}
