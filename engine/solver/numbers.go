package solver

import "github.com/wane-chess/wane/game"

// A question is whether the attacker wins. The mover of a position, be it the
// attacker or the defender, succeeds if the question ends in its favor: the
// attacker by winning, the defender by not losing.

// numbers are the proof numbers of a position for a question: at least how many positions
// remain to be settled for the mover to succeed (phi), and to fail (delta). If one is 0,
// the question is settled, and the other is infinite.
type numbers struct {
	phi, delta uint32
	plies      uint8 // if the attacker wins: the most plies to the end; see longest
}

const (
	infinite  = 1<<numberBits - 1 // infinite: it cannot be proved, or not disproved
	maxFinite = infinite - 1      // the largest finite number
	longest   = 255               // plies from here on are not counted
)

var (
	succeeds = numbers{phi: 0, delta: infinite}
	fails    = numbers{phi: infinite, delta: 0}
)

// settled reports whether the question is answered.
func (k numbers) settled() bool { return k.phi == 0 || k.delta == 0 }

// key is the position's key in the table. It depends on the question, and on the move count
// where that can still decide.
func (w *worker) key() uint64 {
	key := w.pos.Key() ^ salts[w.attacker&1]
	if w.counted {
		if n := w.pos.Halfmoves(); n+w.acyclic.PliesLeft() >= game.MaxHalfmoves {
			key ^= (uint64(n) + 1) * 0x9e3779b97f4a7c15
		}
	}
	return key
}

// salts distinguish the questions.
var salts = [2]uint64{game.White: 0x5851f42d4c957f2d, game.Black: 0x14057b7ef767814f}

// lookup returns the numbers of the current position without a search.
func (w *worker) lookup(key uint64) numbers {
	if k, ok := w.solver.table.probe(key); ok {
		return k
	}
	return w.first()
}

// first returns the numbers of a position that was never searched. To fail, the mover needs
// a refutation of each of its moves.
func (w *worker) first() numbers {
	drawn := fails
	if w.pos.Turn() != w.attacker {
		drawn = succeeds
	}
	if result, over := w.pos.Terminal(); over {
		if result == game.WDLLoss {
			return fails
		}
		return drawn
	}
	n := w.pos.LegalCount()
	switch {
	case n == 0 && (w.pos.InCheck() || w.pos.Stalemate() == game.WDLLoss):
		return fails
	case n == 0, !w.acyclic.CanWin(w.attacker):
		return drawn
	}
	return numbers{phi: 1, delta: uint32(min(n, maxFinite))}
}
