package search

import (
	"slices"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
)

// mateLine returns the line of a mate in n, with the quickest attack and the longest
// defense. It returns nil if there is no such mate.
func (w *worker) mateLine(n int) (line []game.Move) {
	moves := 0
	defer func() {
		for range moves {
			w.pop()
		}
	}()
	play := func(r engine.ScoredMove) {
		w.push(&r)
		moves++
		line = append(line, r.Move)
	}
	for ; n > 0; n-- {
		r, ok := w.firstOf(w.forcing(n), func() bool { return w.defend(n - 1) })
		if !ok {
			return nil
		}
		play(r)
		if _, over := w.node.Terminal(); over || n == 1 || w.node.LegalCount() == 0 {
			return line
		}
		// The answer that is not mated in fewer moves, if there is one.
		r, ok = w.firstOf(w.node.AppendMoves(nil), func() bool { return n <= 2 || !w.attack(n-2) })
		if !ok {
			return nil
		}
		play(r)
	}
	return nil
}

// firstOf returns the first move after which holds returns true.
func (w *worker) firstOf(list []engine.ScoredMove, holds func() bool) (engine.ScoredMove, bool) {
	for _, r := range slices.Clone(list) {
		if w.ply == 0 && !w.atRoot(r.Move) {
			continue
		}
		w.push(&r)
		ok := holds()
		w.pop()
		if w.stopping {
			break
		}
		if ok {
			return r, true
		}
	}
	return engine.ScoredMove{}, false
}
