package solver

import (
	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
)

// worker is one thread of a solver. Workers share the table, what is answered, and
// where others work.
type worker struct {
	solver   *Solver
	number   int // among the workers, from 0
	pos      game.Position
	acyclic  game.Acyclic // the same
	node     engine.Node  // of the same position, or nil
	counted  bool         // the move count can still end the game
	attacker game.Color
	levels   []level

	nodes   uint64
	until   uint64 // value of nodes at which a search of a question ends
	stopped bool
	sink    uint64 // see table.touch
}

// begin prepares the worker for a position.
func (w *worker) begin(p game.Position) {
	w.node = nil
	if w.solver.newNode != nil {
		w.node = w.solver.newNode(p)
		w.pos = w.node.Position()
	} else {
		w.pos = p.Clone()
	}
	w.acyclic = w.pos.(game.Acyclic) //nolint:forcetypeassert // Solve refuses other games
	left := w.acyclic.PliesLeft()
	w.counted = w.pos.Halfmoves()+left >= game.MaxHalfmoves
	for len(w.levels) < left+2 {
		w.levels = append(w.levels, level{make([]game.Move, 0, 64), make([]child, 0, 64)})
	}
	w.nodes, w.stopped = 0, w.solver.run.stop.Load()
}

// firstShare is how many positions the first attempt at a question may visit.
const firstShare = 1000

// answer searches the two questions in turn, each for twice as long as before, until they
// decide the result or the worker has visited limit positions. Half of the workers begin
// with the opponent's question.
func (w *worker) answer(limit uint64) {
	r := &w.solver.run
	us := w.pos.Turn()
	questions := [2]game.Color{us, us.Other()}
	if w.number%2 == 1 {
		questions[0], questions[1] = questions[1], questions[0]
	}
	for share := uint64(firstShare); !r.decided(); share *= 2 {
		for _, color := range questions {
			a := &r.answers[color&1]
			if a.state.Load() != open {
				continue
			}
			w.attacker, w.until = color, min(limit, w.nodes+share)
			k := w.searchQuestion(0)
			wins, fails := k.phi == 0, k.delta == 0
			if color != us {
				wins, fails = fails, wins
			}
			switch {
			case wins:
				a.plies.Store(int32(w.bound(k)))
				a.state.CompareAndSwap(open, holds)
			case fails:
				a.state.CompareAndSwap(open, refuted)
			}
			if w.nodes >= limit || r.stop.Load() || r.decided() {
				return
			}
			w.stopped = false // the other question may be open
		}
	}
}

// searchQuestion works on the question in the present position.
func (w *worker) searchQuestion(at int) numbers {
	k := w.lookup(w.key())
	if k.settled() || w.stopped {
		return k
	}
	return w.search(at, infinite, infinite)
}

// bound is how many plies a won game lasts at most.
func (w *worker) bound(k numbers) int {
	if k.plies == longest {
		return w.acyclic.PliesLeft()
	}
	return min(int(k.plies), w.acyclic.PliesLeft())
}

// pollNodes is how many positions are visited between looks at the clock and the
// context: some 100 µs.
const pollNodes = 256

// visit counts a position, and checks now and then whether to stop.
func (w *worker) visit() {
	w.nodes++
	if w.nodes%pollNodes != 0 {
		return
	}
	r := &w.solver.run
	if r.late() {
		r.stop.Store(true)
	}
	if r.parallel && r.answers[w.attacker&1].state.Load() != open || r.stop.Load() {
		w.stopped = true
	}
}
