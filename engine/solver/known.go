package solver

import "github.com/wane-chess/wane/game"

// A question is whether the attacker wins. The mover of a position, be it the
// attacker or the defender, succeeds if the question ends in its favor: the
// attacker by winning, the defender by not losing.

// known is what is known of a position for a question: how many positions at
// least have still to be settled for the mover to succeed (phi), and for it to
// fail (delta). Zero is settled; the other number is then never.
type known struct {
	phi, delta uint32
	plies      uint8 // if the attacker wins: within so many plies; see longest
}

const (
	never   = 1<<numberBits - 1 // infinite: it cannot be proved, or not disproved
	most    = never - 1         // the largest finite number
	longest = 255               // plies from here on are not counted
)

var (
	succeeds = known{phi: 0, delta: never}
	fails    = known{phi: never, delta: 0}
)

// settled reports whether the question is answered.
func (k known) settled() bool { return k.phi == 0 || k.delta == 0 }

// key is the position's key in the table: another for each question, and another
// for each move count where that can still decide.
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

// lookup returns what is known of the current position without a search.
func (w *worker) lookup(key uint64) known {
	if k, ok := w.solver.table.probe(key); ok {
		return k
	}
	return w.first()
}

// first returns what is known of a position that was never searched. It has a number
// for each way in which the mover might succeed: its moves all have to be refuted.
func (w *worker) first() known {
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
	return known{phi: 1, delta: uint32(min(n, most))}
}
