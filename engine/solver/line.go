package solver

import (
	"slices"
	"sync/atomic"

	"github.com/wane-chess/wane/game"
)

// line plays the game out from the current position; it is empty if that is not
// solved. It may take that many nodes, whatever the limits were.
func (w *worker) line(p Proof, nodes uint64) (line []game.Move) {
	us := w.pos.Turn()
	r := &w.solver.run
	r.timed, r.parallel = false, false
	r.stop.Store(r.ctx.Err() != nil)
	w.stopped, w.until = r.stop.Load(), w.nodes+nodes
	for p.Solved && !w.stopped {
		// The attacker is the side that wins; in a drawn game, the side not to move.
		switch p.Result {
		case game.WDLWin:
			w.attacker = us
		case game.WDLLoss:
			w.attacker = us.Other()
		default:
			w.attacker = w.pos.Turn().Other()
		}
		m, ok := w.next(len(line))
		if !ok {
			break
		}
		line = append(line, m)
		w.pos.Make(m)
	}
	for range line {
		w.pos.Unmake()
	}
	return line
}

// withLine adds the line to a proof, which may take that many nodes. A line that ends
// before the proof says shows that the table knows more by now: the bound is lowered.
func (w *worker) withLine(p Proof, nodes uint64) Proof {
	const tries = 20 // few proofs take one
	p.Line = w.line(p, nodes)
	spent := w.nodes
	for n := 0; n < tries && p.Result != game.WDLDraw && len(p.Line) < p.Plies; n++ {
		p.Plies = min(p.Plies, w.tighten(p.Line))
		p.Line = w.line(p, nodes)
		w.nodes = spent
	}
	return p
}

// tighten brings up to date, from its end on, what the table knows of the positions of
// a line, and returns how many plies the game lasts at most.
func (w *worker) tighten(line []game.Move) int {
	for _, m := range line {
		w.pos.Make(m)
	}
	k := w.lookup(w.key())
	for i := range line {
		w.pos.Unmake()
		if k, _, _ = gather(w.expand(len(line)-1-i, true).children); k.settled() {
			w.solver.table.store(w.key(), k, 1)
		}
	}
	if !k.settled() {
		return longest
	}
	return w.bound(k)
}

// next chooses the mover's move in a position whose question is settled: the
// quickest win, the longest defense, or what holds the draw. ok is false
// if the game is over or the solver was stopped.
func (w *worker) next(at int) (game.Move, bool) {
	if _, over := w.pos.Terminal(); over || w.pos.LegalCount() == 0 {
		return game.NoMove, false
	}
	if k := w.searchQuestion(at); !k.settled() {
		return game.NoMove, false
	}
	l := w.expand(at, true)
	k, best, _ := gather(l.children)
	if !k.settled() { // what the table forgot
		w.search(at, infinite, infinite)
		l = w.expand(at, true)
		if k, best, _ = gather(l.children); !k.settled() {
			return game.NoMove, false
		}
	}
	if k.phi == 0 {
		return l.children[best].move, true
	}
	longest := -1
	for i := range l.children {
		if c := &l.children[i]; c.phi == 0 && int(c.plies) > longest {
			longest, best = int(c.plies), i
		}
	}
	return l.children[best].move, longest >= 0
}

// holding returns the moves of a drawn position that are proven not to lose, none
// if the game is over. The workers share the moves. What is left of the nodes is
// divided among the moves that are left.
func (s *Solver) holding(limit uint64) (moves []game.Move) {
	w := s.workers[0]
	if _, over := w.pos.Terminal(); over {
		return nil
	}
	for _, w := range s.workers {
		w.attacker, w.stopped = w.pos.Turn().Other(), s.run.stop.Load()
	}
	s.run.parallel = false // each works below a move of its own
	children := slices.Clone(w.expand(0, true).children)
	spent := s.nodes()
	var next atomic.Int64
	s.each(func(w *worker) {
		mine := w.nodes + share(limit-min(limit, spent), len(s.workers), w.number)
		for {
			n := int(next.Add(1)) - 1
			if n >= len(children) {
				return
			}
			c := &children[n]
			if c.settled() || w.stopped || w.nodes >= mine {
				continue
			}
			left := uint64((len(children)-n-1)/len(s.workers) + 1)
			w.until = w.nodes + (mine-w.nodes)/left
			w.pos.Make(c.move)
			c.numbers = w.searchQuestion(1)
			w.pos.Unmake()
		}
	})
	for _, c := range children {
		if c.delta == 0 {
			moves = append(moves, c.move)
		}
	}
	return moves
}

// leading puts the line's first move in front of the moves that keep the result.
func leading(line, moves []game.Move, r game.WDL) []game.Move {
	if r == game.WDLLoss || len(line) == 0 {
		return nil
	}
	out := line[:1:1]
	for _, m := range moves {
		if m != line[0] {
			out = append(out, m)
		}
	}
	return out
}
