package search

import (
	"cmp"
	"slices"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
)

// probeRoot lets the tables choose the move, if they contain the root. It returns true if
// nothing is left to search; then it has reported the lines, and the first of the roots
// is the shortest win or the longest defense.
//
// In a drawn position the search chooses among the moves that hold the draw. It
// does not probe there, since the tables score all of them alike, and looks for
// moves after which the opponent may err; the reported scores are exact.
//
// If the tables score the position only without the fifty-move rule, the draw by the
// move count may come before the mate. Then the ordinary search decides among the moves
// that win without that rule. None of them can lose. The search sees that those which
// restart the count in time win, since the tables score what follows. Among the others
// the shortest mate comes first.
func (s *Searcher) probeRoot() bool {
	s.drawn, s.others = false, nil
	w := s.workers[0]
	if w.frame().pieces > w.tables.maxPieces {
		return false
	}
	score, known := w.probeTables()
	if !known {
		s.keepWins(w)
		return false
	}
	scored := w.scoreRoots(score)
	if scored == nil {
		return false
	}
	if scored[0].score == 0 {
		s.keepDraws(scored)
		return false
	}
	w.roots = scored
	w.depth, w.completed = 1, 1
	w.nodes = uint64(len(w.roots))
	if most := s.limits.Nodes; most > 0 {
		w.nodes = min(w.nodes, most)
	}
	w.shared.Store(w.nodes)
	for i := range min(max(s.limits.MultiPV, 1), len(w.roots)) {
		w.publish(i)
	}
	return true
}

// scoreRoots returns the moves of the root, which the tables contain, with their exact
// scores, the best first. It returns nil if the tables lack too many: one line and a draw
// need the score of the best move, several lines need all.
func (w *worker) scoreRoots(truth engine.Score) []root {
	scored, complete := slices.Clone(w.roots), true
	for i := range scored {
		r := &scored[i]
		score, known := w.probeRootMove(r)
		if !known {
			complete = false
			continue
		}
		r.score, r.deepest, r.exact = score, mateDepth(score), true
	}
	sortRoots(scored)
	if !complete && (w.s.limits.MultiPV > 1 && truth != 0 || scored[0].score < truth) {
		return nil
	}
	return scored
}

// mateDepth is the plies of a mate, or 1.
func mateDepth(score engine.Score) int {
	if abs(score) > engine.MateBound {
		return int(engine.Mate - abs(score))
	}
	return 1
}

// probeRootMove returns the exact score of a move of the root. The history counts, which
// the tables ignore: the move may end the game, or an answer may save a lost game by a draw.
func (w *worker) probeRootMove(r *root) (score engine.Score, known bool) {
	w.push(&r.move)
	defer w.pop()
	if result, over := w.node.Terminal(); over {
		return -matedAt(result, w.ply), true
	}
	if score, known = w.probeTables(); !known {
		return 0, false
	}
	if score < 0 && w.canDraw() {
		return 0, true
	}
	return -score, true
}

// canDraw reports whether a move ends the game as a draw.
func (w *worker) canDraw() bool {
	for _, r := range w.node.AppendMoves(nil) {
		w.node.Make(r.Move)
		result, over := w.node.Terminal()
		w.node.Unmake()
		if over && result == game.WDLDraw {
			return true
		}
	}
	return false
}

// keepDraws leaves the workers only the moves that hold the draw, and keeps the others to
// report as lines.
func (s *Searcher) keepDraws(scored []root) {
	s.drawn = true
	n := slices.IndexFunc(scored, func(r root) bool { return r.score < 0 })
	if n < 0 {
		n = len(scored)
	}
	s.others = slices.DeleteFunc(slices.Clone(scored[n:]), func(r root) bool { return !r.exact })
	for _, w := range s.workers {
		w.roots = selectRoots(w.roots, scored[:n])
		w.tables.maxPieces = noTables
	}
}

// selectRoots returns the roots with the moves of some, in the order of some.
func selectRoots(roots, some []root) []root {
	var kept []root
	for i := range some {
		at := slices.IndexFunc(roots, func(r root) bool { return r.move.Move == some[i].move.Move })
		kept = append(kept, roots[at])
	}
	return kept
}

// publishOthers reports the moves that lose in a drawn position, if more lines
// are asked for than there are moves that do not.
func (w *worker) publishOthers(lines int) {
	for i := range w.s.others {
		if w.s.report == nil || lines+i >= w.s.limits.MultiPV {
			return
		}
		w.s.report(w.reportOf(&w.s.others[i], lines+i+1))
	}
}

// keepWins orders the moves of a position that is won without the fifty-move rule. If one
// line is asked for, it leaves the workers only the moves that win without that rule.
func (s *Searcher) keepWins(main *worker) {
	if score, known := main.probeWithoutCount(); !known || score < engine.MateBound {
		return
	}
	ranked := slices.Clone(main.roots)
	for i := range ranked {
		r := &ranked[i]
		main.push(&r.move)
		if _, over := main.node.Terminal(); !over {
			if score, known := main.probeWithoutCount(); known {
				r.score = -scoreBefore(score, main.ply)
			}
		}
		main.pop()
	}
	sortStable(ranked, func(a, b root) int { return cmp.Compare(b.score, a.score) })
	if s.limits.MultiPV < 2 && s.limits.Mate == 0 {
		n := slices.IndexFunc(ranked, func(r root) bool { return r.score < engine.MateBound })
		if n > 0 { // at 0, the moves that win are not among those asked for
			ranked = ranked[:n]
		}
	}
	for _, w := range s.workers {
		w.roots = selectRoots(w.roots, ranked)
	}
}

// probeWithoutCount returns the score of the tables with a halfmove clock of 0.
func (w *worker) probeWithoutCount() (engine.Score, bool) {
	return w.tables.Score(w.node.Position(), 0)
}
