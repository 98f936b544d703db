package search

import (
	"cmp"
	"slices"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
)

// settle lets the tables decide at the root, if they know it. It returns true if
// nothing is left to search, and has reported the lines: then the first of the
// roots is the shortest win, or the longest defense.
//
// In a drawn position the search chooses among the moves that hold the draw. It
// does not probe there, since the tables score all of them alike, and looks for
// moves after which the opponent may err; the reported scores are exact.
//
// If the tables know the position only without the fifty-move rule, the draw
// by the move count may come before the mate. Then the ordinary search decides
// among the moves that win without that rule: none of them can lose, and those
// that restart the count in time it sees to be won, as the tables know what
// follows. Between others, of which it knows no more, the shortest way to mate
// comes first.
func (s *Searcher) settle() bool {
	s.drawn, s.others = false, nil
	w := s.workers[0]
	if w.here().pieces > w.tables.most {
		return false
	}
	score, known := w.ask()
	if !known {
		s.hurry(w)
		return false
	}
	judged := w.judge(score)
	if judged == nil {
		return false
	}
	if judged[0].score == 0 {
		s.hold(judged)
		return false
	}
	w.roots = judged
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

// judge returns the moves of the root, of which the tables say how it ends, with
// their true scores, the best in front; or nil if too little is known: for one
// line and for a draw the best move must be; for several lines, all.
func (w *worker) judge(truth engine.Score) []root {
	judged, complete := slices.Clone(w.roots), true
	for i := range judged {
		r := &judged[i]
		score, known := w.verdict(r)
		if !known {
			complete = false
			continue
		}
		r.score, r.deepest, r.settled = score, mateDepth(score), true
	}
	sortRoots(judged)
	if !complete && (w.s.limits.MultiPV > 1 && truth != 0 || judged[0].score < truth) {
		return nil
	}
	return judged
}

// mateDepth is the plies of a mate, or 1.
func mateDepth(score engine.Score) int {
	if abs(score) > engine.MateBound {
		return int(engine.Mate - abs(score))
	}
	return 1
}

// verdict is the true score of a move of the root. The history counts in two cases:
// where the move ends the game, or an answer to it does and saves a lost game, it is a
// draw whatever the tables say.
func (w *worker) verdict(r *root) (score engine.Score, known bool) {
	w.push(&r.move)
	defer w.pop()
	if result, over := w.board.Terminal(); over {
		return -matedAt(result, w.ply), true
	}
	if score, known = w.ask(); !known {
		return 0, false
	}
	if score < 0 && w.saved() {
		return 0, true
	}
	return -score, true
}

// saved reports whether a move ends the game as a draw.
func (w *worker) saved() bool {
	list := w.generate(false, 0)
	for i := range list {
		w.board.Make(list[i].Move)
		result, over := w.board.Terminal()
		w.board.Unmake()
		if over && result == game.WDLDraw {
			return true
		}
	}
	return false
}

// hold leaves the workers only the moves that hold a draw, and keeps the others
// to report as lines.
func (s *Searcher) hold(judged []root) {
	s.drawn = true
	n := slices.IndexFunc(judged, func(r root) bool { return r.score < 0 })
	if n < 0 {
		n = len(judged)
	}
	s.others = slices.DeleteFunc(slices.Clone(judged[n:]), func(r root) bool { return !r.settled })
	for _, w := range s.workers {
		w.roots = keep(w.roots, judged[:n])
		w.tables.most = never
	}
}

// keep returns the roots whose moves are among some, in the order of the latter.
func keep(roots, some []root) []root {
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
		w.s.report(w.info(&w.s.others[i], lines+i+1))
	}
}

// hurry puts the moves of a position that is won without the fifty-move rule into
// order, and leaves out those that are not, if one line is asked for.
func (s *Searcher) hurry(main *worker) {
	if score, known := main.uncounted(); !known || score < engine.MateBound {
		return
	}
	ranked := slices.Clone(main.roots)
	for i := range ranked {
		r := &ranked[i]
		main.push(&r.move)
		if _, over := main.board.Terminal(); !over {
			if score, known := main.uncounted(); known {
				r.score = -later(score, main.ply)
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
		w.roots = keep(w.roots, ranked)
	}
}

// uncounted is what the tables say of the position as if no move had counted
// towards the fifty-move rule.
func (w *worker) uncounted() (engine.Score, bool) {
	return w.tables.Score(w.board.Position(), 0)
}
