package search

import (
	"cmp"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/tt"
	"github.com/wane-chess/wane/game"
)

// stage is a stage of a picker.
type stage int

// The stages, in the order of their moves.
const (
	tableStage  stage = iota // the move of the transposition table
	noisyStage               // noisy moves that do not lose by SEE
	killerStage              // quiet moves that refuted a sibling
	quietStage
	losingStage // noisy moves that lose by SEE
	doneStage
)

// Scores of the moves of each stage; those of quiet moves are around 0. The node's own scores
// count hintScale for quiet moves and noisyScale for noisy ones.
const (
	tableScore  = 1 << 30
	noisyScore  = 1 << 24
	killerScore = 1 << 22
	losingScore = -1 << 24
	noisyScale  = 24
	hintScale   = 12
)

// sortFrom is the length from which a list of moves is sorted at once: one move
// of Shrink Chess can have 65,536 choices of promotions.
const sortFrom = 160

// picker returns the moves of a node one by one, stage by stage. It lists and scores all at once,
// since the search of the first changes the histories, but computes the SEE of a move in its turn.
type picker struct {
	w          *worker
	list       []engine.ScoredMove // first the moves that keep kept; from picked on the moves left
	kept       int
	picked     int // the number of moves picked
	stage, end stage
	left       [doneStage]int // by stage
	quiets     quietScorer
	sorted     bool
	skipQuiets bool // set it to skip the killers and quiet moves that are left
}

// newPicker returns a picker of the moves of the current position, or of its noisy moves but those
// that lose by SEE. table is the folded move of the transposition table, or 0.
func (w *worker) newPicker(noisyOnly bool, table uint16) picker {
	f := w.frame()
	buffer := &f.list
	if f.excluded != game.NoMove {
		buffer = &f.others
	}
	if noisyOnly {
		*buffer = w.node.AppendNoisy((*buffer)[:0])
	} else {
		*buffer = w.node.AppendMoves((*buffer)[:0])
	}
	w.work += len(*buffer) / movesPerWork
	p := picker{w: w, list: *buffer, end: losingStage}
	if !noisyOnly {
		p.end, p.quiets = doneStage, w.quietScorer()
	}
	p.score(table)
	if len(p.list) >= sortFrom {
		p.sort()
	}
	return p
}

// score scores the moves and counts them by stage.
func (p *picker) score(table uint16) {
	w := p.w
	killers := w.frame().killers
	if !w.has(killerMoves) {
		killers = [2]game.Move{}
	}
	captures := w.has(captureHistory)
	for i := range p.list {
		r, at := &p.list[i], quietStage
		switch {
		case table != 0 && tt.Fold(r.Move) == table:
			at, r.Score = tableStage, tableScore
		case r.Noisy:
			at, r.Score = noisyStage, noisyScore+noisyScale*r.Score
			if captures {
				r.Score += int32(*w.captureOf(r)) / 4
			}
		case r.Move == killers[0]:
			at, r.Score = killerStage, killerScore+1
		case r.Move == killers[1]:
			at, r.Score = killerStage, killerScore
		default:
			r.Score = hintScale*r.Score + int32(p.quiets.score(r))
		}
		p.left[at]++
	}
}

// sort sorts a long list.
func (p *picker) sort() {
	for i := range p.list {
		if r := &p.list[i]; r.Noisy && r.Score < tableScore && p.loses(r) {
			p.left[noisyStage]--
			p.putOff(r)
		}
	}
	sortMoves(p.list)
	p.sorted = true
}

// next returns the next move, or nil after the last.
func (p *picker) next() *engine.ScoredMove {
	for ; p.stage < p.end; p.stage++ {
		if p.skipQuiets && (p.stage == killerStage || p.stage == quietStage) {
			continue
		}
		for p.left[p.stage] > 0 {
			p.left[p.stage]--
			r := p.best()
			if p.stage != noisyStage || !p.loses(r) {
				p.picked++
				return r
			}
			p.putOff(r)
		}
	}
	return nil
}

// best brings the best move of the stage to the front of those that are left.
func (p *picker) best() *engine.ScoredMove {
	rest := p.list[p.picked:]
	first, best := &rest[0], &rest[0]
	switch {
	case p.skipQuiets:
		for i := range rest {
			if r := &rest[i]; r.Noisy && (!best.Noisy || r.Score > best.Score) {
				best = r
			}
		}
	case !p.sorted:
		for i := range rest {
			if r := &rest[i]; r.Score > best.Score {
				best = r
			}
		}
	}
	*first, *best = *best, *first
	return first
}

// loses reports whether a noisy move loses by SEE and must be put off; in a sorted list those are.
func (p *picker) loses(r *engine.ScoredMove) bool {
	return !p.sorted && p.w.has(seeOrder) && !p.w.node.SEE(r.Move, 0)
}

// putOff leaves a noisy move to the last stage.
func (p *picker) putOff(r *engine.ScoredMove) {
	r.Score += losingScore - noisyScore
	p.left[losingStage]++
}

// keep keeps the move picked last at the front of the list, as one that did not fail high.
func (p *picker) keep(r *engine.ScoredMove) {
	p.list[p.kept] = *r
	p.kept++
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
