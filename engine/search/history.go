package search

import (
	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
)

// history is what a worker has learnt about moves: how often each, of its kind,
// was the best or was tried and failed. Entries stay within ±historyMax.
type history struct {
	quiet   [2][128 * 128]int16   // by side, from and to ("butterfly")
	capture [16][128][8]int16     // by piece, to and type taken
	follows [16][128]follow       // by piece and to of an earlier move: what to answer or continue with
	correct [2][corrections]int16 // by side and the last two moves: how wrong static evaluations were
}

// follow is the history of the moves that follow one move, by piece and to.
type follow [16][128]int16

const (
	historyMax  = 16384
	corrections = 1 << 14
)

// forget empties the history.
func (h *history) forget() {
	clear(h.quiet[0][:])
	clear(h.quiet[1][:])
	h.capture = [16][128][8]int16{}
	for i := range h.follows {
		clear(h.follows[i][:])
	}
	h.correct = [2][corrections]int16{}
}

// nothing is the continuation history where there was no move. No piece has
// number 0.
func (h *history) nothing() *follow { return &h.follows[0][0] }

// continuation is the history of what follows a move.
func (h *history) continuation(r *engine.ScoredMove) *follow {
	return &h.follows[r.Piece&15][r.Move.To()&127]
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

// quietScorer rates the quiet moves of one node by what happened when they were tried
// elsewhere. It looks the node's tables up once, since there are many moves.
type quietScorer struct {
	quiet            *[128 * 128]int16 // nil if the feature is off
	one, two, fourth *follow           // what follows the moves so many plies back
}

// quietScorer returns the scorer of the current node, for the side to move.
func (w *worker) quietScorer(color game.Color) (q quietScorer) {
	if w.has(quietHistory) {
		q.quiet = &w.quiet[color&1]
	}
	q.one, q.two, q.fourth = w.nothing(), w.nothing(), w.nothing()
	if w.has(continuationHistory) {
		q.one, q.two, q.fourth = w.before(1).follow, w.before(2).follow, w.before(4).follow
	}
	return q
}

// score rates a move.
func (q *quietScorer) score(r *engine.ScoredMove) int {
	pt, to := r.Piece&15, r.Move.To()&127
	score := int(q.one[pt][to]) + int(q.two[pt][to]) + int(q.fourth[pt][to])/2
	if q.quiet != nil {
		score += int(q.quiet[r.Move&(1<<14-1)])
	}
	return score
}

// reward teaches that a move failed high after those tried before it did not.
func (w *worker) reward(best *engine.ScoredMove, depth int) {
	f := w.here()
	bonus := min(170*depth-80, 1600)
	if !best.Noisy {
		if f.killers[0] != best.Move {
			f.killers[1], f.killers[0] = f.killers[0], best.Move
		}
		color := w.board.Turn()
		w.learnQuiet(best, color, bonus)
		for i := range f.quiets {
			w.learnQuiet(&f.quiets[i], color, -bonus)
		}
	} else {
		learn(w.captureOf(best), bonus)
	}
	for i := range f.noisies {
		learn(w.captureOf(&f.noisies[i]), -bonus)
	}
}

func (w *worker) learnQuiet(r *engine.ScoredMove, color game.Color, bonus int) {
	learn(w.quietOf(color, r.Move), bonus)
	pt, to := r.Piece&15, r.Move.To()&127
	for _, plies := range [3]int{1, 2, 4} {
		// Where there was no move, nothing is to be learnt; else the entry of
		// nothing would count for every root.
		if f := w.before(plies).follow; f != w.nothing() {
			learn(&f[pt][to], bonus)
		}
	}
}

// correction is the entry of how wrong evaluations were after the last moves.
func (w *worker) correction() *int16 {
	a, b := &w.before(1).move, &w.before(2).move
	i := uint64(a.Piece&15)<<7 | uint64(a.Move.To()&127)
	i = i<<11 | uint64(b.Piece&15)<<7 | uint64(b.Move.To()&127)
	return &w.correct[w.board.Turn()&1][mix(i)%corrections]
}

// corrected returns a static evaluation, corrected by experience.
func (w *worker) corrected(e engine.Score) engine.Score {
	if !w.has(correctionHistory) {
		return e
	}
	e += engine.Score(*w.correction()) / 256
	return min(max(e, 1-engine.MateBound), engine.MateBound-1)
}

// teach notes that a search found a score where the static evaluation said
// something else.
func (w *worker) teach(score, static engine.Score, depth int) {
	entry := w.correction()
	weight := min(depth+1, 16)
	target := int(min(max(score-static, -100), 100)) * 256
	learned := (int(*entry)*(256-weight) + target*weight) / 256
	*entry = int16(min(max(learned, -32*256), 32*256))
}
