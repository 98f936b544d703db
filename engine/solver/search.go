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

// child is a move with what is known of the position that it leads to.
type child struct {
	key uint64
	known
	move game.Move
}

// slack widens thresholds by this part of what they need to be.
const slack = 2

// expand lists the moves of the present position with what is known of each. If
// one is known to succeed, it ends there unless all are asked for.
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
			if w.board != nil && odds == 0 {
				odds = oddsOf(-w.board.Eval())
			}
			w.pos.Make(c.move)
			k = w.first()
			w.pos.Unmake()
			if w.board != nil {
				k = k.weighed(odds)
			}
		}
		c.known = k
		if k.delta == 0 && !all {
			l.children = l.children[:i+1]
			break
		}
	}
	return l
}

// search works on the question in the present position until it is settled, or
// until a number reaches its limit (never bounds nothing), or the work its end.
// The position has a move, and is not settled yet.
func (w *worker) search(at int, phiLimit, deltaLimit uint32) known {
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
		c.known = w.search(at+1, childPhi, childDelta)
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
	least, next := uint64(never), uint64(never)
	for i := range children {
		c := &children[i]
		if c.settled() || c.delta >= limit {
			continue
		}
		d := min(uint64(c.delta)*(1+w.solver.run.below(c.key)), most)
		switch {
		case d < least:
			best, least, next = i, d, least
		case d < next:
			next = d
		}
	}
	if least == never {
		return best, second
	}
	return best, uint32(min(next, most))
}

// refresh looks up what has become known of the siblings of a child meanwhile:
// lines meet again.
func (w *worker) refresh(children []child, except int) {
	t := &w.solver.table
	for i := range children {
		c := &children[i]
		if i == except || c.settled() {
			continue
		}
		if k, ok := t.probe(c.key); ok {
			c.known = k
		}
	}
}

// gather derives from the children what is known of their parent: it succeeds if one of
// them fails, and fails if all succeed. It names the child with the least delta
// and the second least delta.
func gather(children []child) (k known, best int, second uint32) {
	k.phi, second = never, never
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
	second = min(second, most)
	switch k.phi {
	case 0:
		k.delta = never
		for i := range children {
			if children[i].delta == 0 && children[i].plies < children[best].plies {
				best = i
			}
		}
		k.plies = later(children[best].plies)
	case never: // all children succeed
		k.delta = 0
		for i := range children {
			k.plies = max(k.plies, later(children[i].plies))
		}
	default:
		k.delta = uint32(min(sum, most))
	}
	return k, best, second
}

// later counts one ply more.
func later(plies uint8) uint8 { return min(plies, longest-1) + 1 }

// Evaluation of a position multiplies its first numbers: as likely as it makes
// the mover's success.
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

// weighed returns the first numbers of a position under odds of success: the better
// they are, the less is to do to succeed, and the more to fail.
func (k known) weighed(odds float64) known {
	if !k.settled() {
		k.phi = uint32(min(max(evenWork*float64(k.phi)/odds, 1), most))
		k.delta = uint32(min(max(evenWork*float64(k.delta)*odds, 1), most))
	}
	return k
}
