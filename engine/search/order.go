package search

import (
	"cmp"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/tt"
	"github.com/wane-chess/wane/game"
)

// Scores of moves, by class; within a class finer. The board's own scores count
// hintScale for quiet moves and noisyScale for noisy ones.
const (
	tableScore  = 1 << 30
	noisyScore  = 1 << 24
	killerScore = 1 << 22
	losingScore = -1 << 24
	noisyScale  = 24
	hintScale   = 12
)

// generate lists the moves of the current position, or the noisy ones, scored for the
// search.
func (w *worker) generate(noisyOnly bool, best uint16) []engine.ScoredMove {
	f := w.here()
	if noisyOnly {
		f.list = w.board.AppendNoisy(f.list[:0])
	} else {
		f.list = w.board.AppendMoves(f.list[:0])
	}
	list := f.list
	w.work += len(list) / movesPerWork
	quiets := w.quietScorer(w.board.Turn())
	killers := f.killers
	if !w.has(killerMoves) {
		killers = [2]game.Move{}
	}
	captures := w.has(captureHistory)
	for i := range list {
		r := &list[i]
		switch {
		case best != 0 && tt.Fold(r.Move) == best:
			r.Score = tableScore
		case r.Noisy:
			r.Score = noisyScore + noisyScale*r.Score
			if captures {
				r.Score += int32(*w.captureOf(r)) / 4
			}
		case r.Move == killers[0]:
			r.Score = killerScore + 1
		case r.Move == killers[1]:
			r.Score = killerScore
		default:
			r.Score = hintScale*r.Score + int32(quiets.score(r))
		}
	}
	return list
}

// sortFrom is the length from which a list of moves is sorted at once: one move
// of Shrink Chess can have 65,536 choices of promotions.
const sortFrom = 160

// pick brings the i-th best move of the list to its place. It must be called with
// i = 0, 1, 2 and so on. A noisy move that SEE says loses
// is put off to the end.
func (w *worker) pick(list []engine.ScoredMove, i int) *engine.ScoredMove {
	if len(list) >= sortFrom {
		if i == 0 {
			w.putOff(list)
			sortMoves(list)
		}
		return &list[i]
	}
	for {
		rest := list[i:]
		best, most := 0, rest[0].Score
		for j := range rest {
			if score := rest[j].Score; score > most {
				best, most = j, score
			}
		}
		r := &rest[0]
		*r, rest[best] = rest[best], *r
		if !w.loses(r) {
			return r
		}
		r.Score += losingScore - noisyScore
	}
}

// pickNoisy brings the best noisy move from the i-th on to its place, or returns
// nil if there is none. Those that are left when the quiet moves are given up
// are known to lose.
func pickNoisy(list []engine.ScoredMove, i int) *engine.ScoredMove {
	best := -1
	for j := i; j < len(list); j++ {
		if list[j].Noisy && (best < 0 || list[j].Score > list[best].Score) {
			best = j
		}
	}
	if best < 0 {
		return nil
	}
	list[i], list[best] = list[best], list[i]
	return &list[i]
}

// loses reports whether SEE says that a noisy move loses.
func (w *worker) loses(r *engine.ScoredMove) bool {
	return r.Noisy && r.Score > killerScore && r.Score < tableScore &&
		w.has(seeOrder) && !w.board.SEE(r.Move, 0)
}

// putOff puts off all the noisy moves that lose.
func (w *worker) putOff(list []engine.ScoredMove) {
	for i := range list {
		if r := &list[i]; w.loses(r) {
			r.Score += losingScore - noisyScore
		}
	}
}

// sortMoves sorts moves by score, the highest first.
func sortMoves(list []engine.ScoredMove) {
	sortStable(list, func(a, b engine.ScoredMove) int { return cmp.Compare(b.Score, a.Score) })
}

// sortStable is slices.SortStableFunc for a list that is short or nearly in order. That one is
// 10 kB of WebAssembly for each type.
func sortStable[T any](list []T, compare func(a, b T) int) {
	for i := 1; i < len(list); i++ {
		for j := i; j > 0 && compare(list[j-1], list[j]) > 0; j-- {
			list[j-1], list[j] = list[j], list[j-1]
		}
	}
}
