package search

import (
	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
)

// history is a worker's statistics of moves: an entry rises when a move fails high and
// falls when another move does after it. Entries stay within ±historyMax, corrections within ±correctionMax.
type history struct {
	quiet         [2][128 * 128]int16  // by color, from and to ("butterfly")
	capture       [16][128][8]int16    // by piece, to and captured type
	continuations [16][128]moveHistory // by piece and to of an earlier move
	// correct has errors of the static evaluation by color: after the last two moves, and by each key of Structure.
	correct [2][correctionKinds][correctionEntries]int16
}

// moveHistory is the history of the moves after one earlier move, by piece and to.
type moveHistory [16][128]int16

const (
	historyMax = 16384

	correctionKinds   = 1 + len(engine.Structure{})
	correctionEntries = 1 << 14
	correctionMax     = 1024 // of an entry
	correctionUnit    = 36   // so much of the sum of the entries is a centipawn
)

// forget empties the history.
func (h *history) forget() {
	clear(h.quiet[0][:])
	clear(h.quiet[1][:])
	h.capture = [16][128][8]int16{}
	for i := range h.continuations {
		clear(h.continuations[i][:])
	}
	for i := range h.correct {
		for j := range h.correct[i] {
			clear(h.correct[i][j][:])
		}
	}
}

// noContinuation is the continuation history after a null move and before the root. No
// piece has number 0.
func (h *history) noContinuation() *moveHistory { return &h.continuations[0][0] }

// continuation returns the history of the moves after a move.
func (h *history) continuation(r *engine.ScoredMove) *moveHistory {
	return &h.continuations[r.Piece&15][r.Move.To()&127]
}

// quietOf returns the entry of a quiet move.
func (h *history) quietOf(color game.Color, m game.Move) *int16 {
	return &h.quiet[color&1][m&(1<<14-1)]
}

// captureOf returns the entry of a noisy move.
func (h *history) captureOf(r *engine.ScoredMove) *int16 {
	return &h.capture[r.Piece&15][r.Move.To()&127][r.Captured.Type()&7]
}

// learn moves an entry towards ±most, the slower the nearer it is.
func learn(entry *int16, bonus, most int) {
	e := int(*entry)
	*entry = int16(e + bonus - e*max(bonus, -bonus)/most)
}

// quietScorer scores the quiet moves of one node by their history. It looks the node's
// tables up once.
type quietScorer struct {
	quiet            *[128 * 128]int16 // nil if the feature is off
	one, two, fourth *moveHistory      // continuation histories of the moves that many plies back
}

// quietScorer returns the scorer of the current node.
func (w *worker) quietScorer() (q quietScorer) {
	if w.has(quietHistory) {
		q.quiet = &w.quiet[w.node.Turn()&1]
	}
	q.one, q.two, q.fourth = w.noContinuation(), w.noContinuation(), w.noContinuation()
	if w.has(continuationHistory) {
		q.one, q.two, q.fourth = w.frameBefore(1).continuation, w.frameBefore(2).continuation, w.frameBefore(4).continuation
	}
	return q
}

// score returns the history of a move.
func (q *quietScorer) score(r *engine.ScoredMove) int {
	pc, to := r.Piece&15, r.Move.To()&127
	score := int(q.one[pc][to]) + int(q.two[pc][to]) + int(q.fourth[pc][to])/2
	if q.quiet != nil {
		score += int(q.quiet[r.Move&(1<<14-1)])
	}
	return score
}

// reward raises the history of a move that failed high, and lowers that of the moves tried before it.
func (w *worker) reward(best *engine.ScoredMove, tried []engine.ScoredMove, depth int) {
	bonus := min(170*depth-80, 1600)
	color := w.node.Turn()
	if best.Noisy {
		learn(w.captureOf(best), bonus, historyMax)
	} else {
		if f := w.frame(); f.killers[0] != best.Move {
			f.killers[1], f.killers[0] = f.killers[0], best.Move
		}
		w.learnQuiet(best, color, bonus)
	}
	for i := range tried {
		if r := &tried[i]; r.Noisy {
			learn(w.captureOf(r), -bonus, historyMax)
		} else if !best.Noisy {
			w.learnQuiet(r, color, -bonus)
		}
	}
}

func (w *worker) learnQuiet(r *engine.ScoredMove, color game.Color, bonus int) {
	learn(w.quietOf(color, r.Move), bonus, historyMax)
	pc, to := r.Piece&15, r.Move.To()&127
	for _, plies := range [3]int{1, 2, 4} {
		// The entry of noContinuation stays zero, else it would count at every root.
		if f := w.frameBefore(plies).continuation; f != w.noContinuation() {
			learn(&f[pc][to], bonus, historyMax)
		}
	}
}

// corrections returns the entries for the error of the static evaluation: after the last two moves, and by
// the parts of the position.
func (w *worker) corrections() (list [correctionKinds]*int16) {
	a, b := &w.frameBefore(1).move, &w.frameBefore(2).move
	i := uint64(a.Piece&15)<<7 | uint64(a.Move.To()&127)
	i = i<<11 | uint64(b.Piece&15)<<7 | uint64(b.Move.To()&127)
	t := &w.correct[w.node.Turn()&1]
	list[0] = &t[0][mix(i)%correctionEntries]
	for kind, key := range w.node.Structure() {
		list[kind+1] = &t[kind+1][key%correctionEntries]
	}
	return list
}

// corrected returns a static evaluation plus the learnt corrections.
func (w *worker) corrected(e engine.Score) engine.Score {
	if !w.has(correctionHistory) {
		return e
	}
	sum := 0
	for kind, entry := range w.corrections() {
		if kind == 0 || w.has(structureCorrection) {
			sum += int(*entry)
		}
	}
	e += engine.Score(sum / correctionUnit)
	return min(max(e, 1-engine.MateBound), engine.MateBound-1)
}

// updateCorrections learns from the difference between the score of a search and the corrected static
// evaluation. The evaluations of weak players teach nothing.
func (w *worker) updateCorrections(score, static engine.Score, depth int) {
	if w.noise.Noise > 0 {
		return
	}
	bonus := min(max(int(score-static)*depth/3, -correctionMax/4), correctionMax/4)
	for _, entry := range w.corrections() {
		learn(entry, bonus, correctionMax)
	}
}
