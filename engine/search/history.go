package search

import (
	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
)

// history is a worker's statistics of moves: an entry rises when a move fails high and
// falls when another move does after it. Entries stay within ±historyMax.
type history struct {
	quiet         [2][128 * 128]int16   // by color, from and to ("butterfly")
	capture       [16][128][8]int16     // by piece, to and captured type
	continuations [16][128]moveHistory  // by piece and to of an earlier move
	correct       [2][corrections]int16 // by color and the last two moves: error of the static evaluation
}

// moveHistory is the history of the moves after one earlier move, by piece and to.
type moveHistory [16][128]int16

const (
	historyMax  = 16384
	corrections = 1 << 14
)

// forget empties the history.
func (h *history) forget() {
	clear(h.quiet[0][:])
	clear(h.quiet[1][:])
	h.capture = [16][128][8]int16{}
	for i := range h.continuations {
		clear(h.continuations[i][:])
	}
	h.correct = [2][corrections]int16{}
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

// learn moves an entry towards ±historyMax, the slower the nearer it is.
func learn(entry *int16, bonus int) {
	e := int(*entry)
	if bonus < 0 {
		e += bonus + e*bonus/historyMax
	} else {
		e += bonus - e*bonus/historyMax
	}
	*entry = int16(e)
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
		learn(w.captureOf(best), bonus)
	} else {
		if f := w.frame(); f.killers[0] != best.Move {
			f.killers[1], f.killers[0] = f.killers[0], best.Move
		}
		w.learnQuiet(best, color, bonus)
	}
	for i := range tried {
		if r := &tried[i]; r.Noisy {
			learn(w.captureOf(r), -bonus)
		} else if !best.Noisy {
			w.learnQuiet(r, color, -bonus)
		}
	}
}

func (w *worker) learnQuiet(r *engine.ScoredMove, color game.Color, bonus int) {
	learn(w.quietOf(color, r.Move), bonus)
	pc, to := r.Piece&15, r.Move.To()&127
	for _, plies := range [3]int{1, 2, 4} {
		// The entry of noContinuation stays zero, else it would count at every root.
		if f := w.frameBefore(plies).continuation; f != w.noContinuation() {
			learn(&f[pc][to], bonus)
		}
	}
}

// correction returns the entry for the error of evaluations after the last two moves.
func (w *worker) correction() *int16 {
	a, b := &w.frameBefore(1).move, &w.frameBefore(2).move
	i := uint64(a.Piece&15)<<7 | uint64(a.Move.To()&127)
	i = i<<11 | uint64(b.Piece&15)<<7 | uint64(b.Move.To()&127)
	return &w.correct[w.node.Turn()&1][mix(i)%corrections]
}

// corrected returns a static evaluation plus the learnt correction.
func (w *worker) corrected(e engine.Score) engine.Score {
	if !w.has(correctionHistory) {
		return e
	}
	e += engine.Score(*w.correction()) / 256
	return min(max(e, 1-engine.MateBound), engine.MateBound-1)
}

// updateCorrection learns from the difference between the score of a search and the static
// evaluation.
func (w *worker) updateCorrection(score, static engine.Score, depth int) {
	entry := w.correction()
	weight := min(depth+1, 16)
	target := int(min(max(score-static, -100), 100)) * 256
	learned := (int(*entry)*(256-weight) + target*weight) / 256
	*entry = int16(min(max(learned, -32*256), 32*256))
}
