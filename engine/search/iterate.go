package search

import (
	"time"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
)

// iterate deepens the search until something ends it.
func (w *worker) iterate() {
	defer func() { w.shared.Store(w.nodes) }()
	last := maxDepth
	if l := w.s.limits.Depth; l > 0 {
		last = min(l, maxDepth)
	}
	lines := min(max(w.s.limits.MultiPV, 1), len(w.roots))
	var pace pace
	for w.depth = 1; w.depth <= last; w.depth++ {
		if w.id > 0 && w.depth > 2 && (w.depth+w.id)%4 == 0 {
			continue // so that the threads spread over the depths
		}
		w.startIteration()
		for w.line = 0; w.line < lines; w.line++ {
			w.deepest = 0
			w.window()
			if w.stopping {
				return
			}
		}
		w.completed = w.depth
		w.saveBest(&w.roots[0])
		w.shared.Store(w.nodes)
		if w.id > 0 {
			continue
		}
		for i := range lines {
			w.publish(i)
		}
		w.publishOthers(lines)
		if w.finished(lines) || w.shouldStop(&pace) {
			return
		}
	}
}

// publish reports a line.
func (w *worker) publish(i int) {
	if w.s.report != nil {
		w.s.report(w.reportOf(&w.roots[i], i+1))
	}
}

// reportOf returns the report about the line of a root move.
func (w *worker) reportOf(r *root, line int) engine.Report {
	score := r.shown()
	if w.s.drawn && !r.exact {
		score = 0
	}
	return engine.Report{
		Depth:    w.depth,
		SelDepth: max(r.deepest, w.completed),
		MultiPV:  line,
		Score:    score,
		Nodes:    w.s.Nodes(),
		Time:     time.Since(w.s.started),
		HashFull: w.s.table.Full(),
		TBHits:   w.s.tableHits(),
		PV:       w.completeLine(r),
	}
}

// window searches the root within a window around the last score, which it
// widens until the score lies within.
func (w *worker) window() {
	last := w.roots[w.line].before
	delta := engine.Score(14)
	alpha, beta := -engine.Infinite, engine.Infinite
	if w.depth >= 4 && w.has(aspiration) && abs(last) < engine.MateBound {
		delta += last * last / 12000
		alpha, beta = max(last-delta, -engine.Infinite), min(last+delta, engine.Infinite)
	}
	reduced := 0
	for {
		score := w.searchRoot(max(w.depth-reduced, 1), alpha, beta)
		sortRoots(w.roots[w.line:])
		switch {
		case w.stopping:
			return
		case score <= alpha:
			beta = (alpha + beta) / 2
			alpha = max(score-delta, -engine.Infinite)
			reduced = 0
		case score >= beta:
			beta = min(score+delta, engine.Infinite)
			w.roots[w.line].before = score // keeps it first in the next window
			reduced = min(reduced+1, 3)
		default:
			sortRoots(w.roots[:w.line+1])
			return
		}
		delta += delta/2 + 5
		if delta > 700 || abs(score) > engine.MateBound {
			alpha, beta = -engine.Infinite, engine.Infinite
			reduced = 0
		}
	}
}

// finished reports whether a deeper search can find nothing better.
func (w *worker) finished(lines int) bool {
	for i := range lines {
		if mateDistance(w.roots[i].score) > w.depth {
			return false
		}
	}
	return true
}

// pace records how stable the best move and its score are.
type pace struct {
	best   game.Move
	steady int // iterations since the best move changed
	score  engine.Score
	fall   engine.Score // how much the score fell in the last iteration
}

// shouldStop reports whether to move now. The soft bound grows while the best move changes
// or the score falls, and shrinks when one move has taken nearly all the nodes.
func (w *worker) shouldStop(p *pace) bool {
	s := w.s
	best := &w.roots[0]
	if best.move.Move == p.best {
		p.steady++
	} else {
		p.best, p.steady = best.move.Move, 0
	}
	p.fall = p.score - best.score
	if p.score = best.score; w.depth < 4 {
		p.fall = 0
	}
	if !s.clocked || s.ponder.Load() {
		return false
	}
	if len(w.roots) == 1 && w.depth >= 4 {
		return true
	}
	factor := 1.35 - 0.09*float64(min(p.steady, 8))
	factor += float64(min(max(p.fall, 0), 60)) / 60
	if w.nodes > 0 {
		share := float64(best.nodes) / float64(w.nodes)
		factor *= 1.7 - share
	}
	spent := time.Since(s.started)
	return spent >= min(time.Duration(factor*float64(s.budget.Soft)), s.budget.Hard)
}
