package diminuendo

import (
	"github.com/wane-chess/wane/engine/eval/weights"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
	"github.com/wane-chess/wane/rules/diminuendo"
)

// advance scores pawns by how far they have to go, and whether they can be stopped.
func (a *side) advance(t *terms, enemy *side) (sum weights.Tapered) {
	for set := a.pawns; set != 0; {
		sq := bitboard.Pop(&set) & 63
		way := &ways[a.color&1][sq]
		sum += t.pawn[way.steps&7] + t.center[game.Pawn]*weights.Tapered(near[sq])
		if way.stoppers&enemy.pawns == 0 {
			sum += t.passed[way.steps&7]
		}
	}
	return sum
}

// A way is what lies before a pawn.
type way struct {
	steps    uint8  // to the last square of its file, or behindZ
	stoppers uint64 // where an enemy pawn bars the way or can take on it
}

// behindZ stands for the number of steps of a pawn that would have to pass z,
// where it changes. No other pawn has as many to go.
const behindZ = 7

// ways is what lies before a pawn on each square, by color.
var ways = func() (t [2][64]way) {
	for color := range t {
		for set := diminuendo.Squares; set != 0; {
			sq := bitboard.Pop(&set)
			t[color][sq] = wayFrom(sq, color)
		}
	}
	return t
}()

// wayFrom walks from a square to the end of its file.
func wayFrom(sq game.Square, color int) (w way) {
	passesZ := false
	forward := func(sq game.Square) game.Square { return diminuendo.AttacksFrom(sq).Forward[color] }
	for at := forward(sq); at < diminuendo.NumSquares; at = forward(at) {
		w.steps++
		passesZ = passesZ || at == diminuendo.ZSquare
		w.stoppers |= 1<<at | diminuendo.AttacksFrom(at).Pawn[color]
	}
	if passesZ {
		w.steps = behindZ
	}
	return w
}
