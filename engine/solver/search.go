package solver

import (
	"math"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
)

// level is the working space of one ply of the line being searched.
type level struct {
	moves    []game.Move
	children []child
}

// child is a move with the numbers of the position after it.
type child struct {
	key uint64
	numbers
	move game.Move
}

// slack widens thresholds by 1/slack.
const slack = 2

// expand lists the moves of the current position with the numbers after each. It stops at a
// move that succeeds, unless all are asked for.
func (w *worker) expand(at int, all bool) *level {
	l, t := &w.levels[at], &w.solver.table
	l.moves = w.pos.Legal(l.moves[:0])
	l.children = l.children[:0]
	for _, m := range l.moves {
		w.pos.Make(m)
		l.children = append(l.children, child{key: w.key(), move: m})
		w.pos.Unmake()
	}
	for i := range l.children { // all at once, so that the memory answers at once
		w.sink += t.touch(l.children[i].key)
	}
	odds := 0.0
	for i := range l.children {
		c := &l.children[i]
		w.visit()
		k, ok := t.probe(c.key)
		if !ok {
			if w.node != nil && odds == 0 {
				odds = oddsOf(-w.node.Eval())
			}
			w.pos.Make(c.move)
			k = w.first()
			w.pos.Unmake()
			if w.node != nil {
				k = k.weighed(odds)
			}
		}
		c.numbers = k
		if k.delta == 0 && !all {
			l.children = l.children[:i+1]
			break
		}
	}
	return l
}

// search works on the question in the current position until it is settled, a number
// reaches its limit, or the worker reaches its limit of nodes. The position must have a move
// and be unsettled.
func (w *worker) search(at int, phiLimit, deltaLimit uint32) numbers {
	r, t := &w.solver.run, &w.solver.table
	began := w.nodes
	key := w.key()
	l := w.expand(at, false)
	for {
		k, best, second := gather(l.children)
		if k.settled() || k.phi >= phiLimit || k.delta >= deltaLimit || w.nodes >= w.until || w.stopped {
			t.store(key, k, w.nodes-began)
			return k
		}
		if r.parallel {
			if known, ok := t.probe(key); ok && known.settled() {
				return known // another worker has settled it
			}
			best, second = w.spread(l.children, best, second, phiLimit)
		}
		// The child's phi is part of our delta, its delta our phi; it is the best
		// until its delta exceeds the second best's by more than the slack.
		c := &l.children[best]
		childPhi := deltaLimit - (k.delta - c.phi)
		childDelta := min(phiLimit, second+second/slack+1)
		w.pos.Make(c.move)
		if r.parallel {
			r.enter(c.key)
		}
		c.numbers = w.search(at+1, childPhi, childDelta)
		if r.parallel {
			r.leave(c.key)
		}
		w.pos.Unmake()
		w.refresh(l.children, best)
	}
}

// spread chooses a child for this worker, and a second one, as gather does, but
// counts a child's delta once more for each other worker below it, so that workers
// spread. No child is chosen whose delta has reached the limit.
func (w *worker) spread(children []child, best int, second, limit uint32) (int, uint32) {
	least, next := uint64(infinite), uint64(infinite)
	for i := range children {
		c := &children[i]
		if c.settled() || c.delta >= limit {
			continue
		}
		d := min(uint64(c.delta)*(1+w.solver.run.below(c.key)), maxFinite)
		switch {
		case d < least:
			best, least, next = i, d, least
		case d < next:
			next = d
		}
	}
	if least == infinite {
		return best, second
	}
	return best, uint32(min(next, maxFinite))
}

// refresh looks up the siblings of a child again: another line may have reached them.
func (w *worker) refresh(children []child, except int) {
	t := &w.solver.table
	for i := range children {
		c := &children[i]
		if i == except || c.settled() {
			continue
		}
		if k, ok := t.probe(c.key); ok {
			c.numbers = k
		}
	}
}

// gather derives the numbers of a position from its children's: the mover succeeds if one of
// them fails, and fails if all succeed. It returns the child with the least delta, and the
// second least delta.
func gather(children []child) (k numbers, best int, second uint32) {
	k.phi, second = infinite, infinite
	sum := uint64(0)
	for i := range children {
		c := &children[i]
		switch {
		case c.delta < k.phi || c.delta == k.phi && c.phi < children[best].phi:
			k.phi, best, second = c.delta, i, k.phi
		case c.delta < second:
			second = c.delta
		}
		sum += uint64(c.phi)
	}
	second = min(second, maxFinite)
	switch k.phi {
	case 0:
		k.delta = infinite
		for i := range children {
			if children[i].delta == 0 && children[i].plies < children[best].plies {
				best = i
			}
		}
		k.plies = onePlyMore(children[best].plies)
	case infinite: // all children succeed
		k.delta = 0
		for i := range children {
			k.plies = max(k.plies, onePlyMore(children[i].plies))
		}
	default:
		k.delta = uint32(min(sum, maxFinite))
	}
	return k, best, second
}

// onePlyMore adds a ply, up to longest.
func onePlyMore(plies uint8) uint8 { return min(plies, longest-1) + 1 }

// The evaluation of a position multiplies its first numbers by the odds of success.
const (
	evenWork  = 8   // the numbers of an even position, per way to succeed or fail
	doubled   = 180 // centipawns that double the odds of success
	oddsLimit = 64
)

// oddsOf turns an evaluation for the mover, in centipawns, into the odds that it
// succeeds.
func oddsOf(eval engine.Score) float64 {
	return min(max(math.Exp2(float64(eval)/doubled), 1.0/oddsLimit), oddsLimit)
}

// weighed returns first numbers weighed by the odds of success: better odds lower phi and
// raise delta.
func (k numbers) weighed(odds float64) numbers {
	if !k.settled() {
		k.phi = uint32(min(max(evenWork*float64(k.phi)/odds, 1), maxFinite))
		k.delta = uint32(min(max(evenWork*float64(k.delta)*odds, 1), maxFinite))
	}
	return k
}
