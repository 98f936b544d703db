package solver

import (
	"time"

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

// pollNodes is how many positions are visited between looks at the clock and the
// context: some 200 µs.
const pollNodes = 256

// slack widens thresholds by this part of what they need to be.
const slack = 2

// expand lists the moves of the present position with what is known of each. If
// one is known to succeed, it ends there unless all are asked for.
func (s *Solver) expand(at int, all bool) *level {
	l := &s.levels[at]
	l.moves = s.pos.Legal(l.moves[:0])
	l.children = l.children[:0]
	for i := range l.moves {
		m := l.moves[i]
		s.pos.Make(m)
		s.visit()
		key := s.key()
		k := s.lookup(key)
		s.pos.Unmake()
		l.children = append(l.children, child{key, k, m})
		if k.delta == 0 && !all {
			break
		}
	}
	return l
}

// visit counts a position, and looks now and then whether to end.
func (s *Solver) visit() {
	s.nodes++
	if s.nodes%pollNodes == 0 && (s.ctx.Err() != nil || s.timed && !time.Now().Before(s.deadline)) {
		s.stopped = true
	}
}

// search works on the question in the present position until it is settled, or
// until a number reaches its limit (never bounds nothing), or the work its end.
// The position has a move, and is not settled yet.
func (s *Solver) search(at int, phiLimit, deltaLimit uint32) known {
	began := s.nodes
	key := s.key()
	l := s.expand(at, false)
	for {
		k, best, second := gather(l.children)
		if k.settled() || k.phi >= phiLimit || k.delta >= deltaLimit || s.nodes >= s.until || s.stopped {
			s.table.store(key, k, s.nodes-began)
			return k
		}
		// The child's phi is part of our delta, its delta our phi; it is the best
		// until its delta exceeds the second best's by more than the slack.
		c := &l.children[best]
		childPhi := deltaLimit - (k.delta - c.phi)
		childDelta := min(phiLimit, second+second/slack+1)
		s.pos.Make(c.move)
		c.known = s.search(at+1, childPhi, childDelta)
		s.pos.Unmake()
		s.refresh(l.children, best)
	}
}

// refresh looks up what has become known of the siblings of a child meanwhile:
// lines meet again.
func (s *Solver) refresh(children []child, except int) {
	for i := range children {
		c := &children[i]
		if i == except || c.settled() {
			continue
		}
		if k, ok := s.table.probe(c.key); ok {
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
