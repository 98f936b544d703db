package search

import (
	"cmp"
	"slices"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
)

// The search for a mate in a number of moves is another search than the rest:
// nothing is pruned and nothing judged, so that what it finds is the shortest
// mate there is, and what it does not find is not there.
//
// Where a win can be forced at all it can be forced without repeating a
// position, so the history does not matter, except near the draw by the move
// count, where nothing is taken from the table of proofs.

// mateRehearsal is how deeply the ordinary search looks first, to have a move
// where there is no mate, in plies.
const mateRehearsal = 4

// maxMate is the longest mate that is looked for, in moves.
const maxMate = 60

// proofSlots is the size of the table of proofs: 4 MB.
const proofSlots = 1 << 18

// mateProof is what is known of a position: whether the attacker, whose turn it is
// or is not, wins in at most n moves.
type mateProof struct {
	key uint64
	n   uint8
	won bool
}

// findMate looks for the shortest mate of the side to move and reports it if
// there is one.
func (w *worker) findMate(most int) {
	w.proofs = make([]mateProof, proofSlots)
	defer func() {
		w.proofs = nil
		w.shared.Store(w.nodes)
	}()
	for n := 1; n <= min(most, maxMate); n++ {
		won := w.attack(n)
		if w.stopping {
			return
		}
		if !won {
			continue
		}
		line := w.mateLine(n)
		if line == nil {
			return
		}
		i := slices.IndexFunc(w.roots, func(r root) bool { return r.move.Move == line[0] })
		if i < 0 {
			return // it is not among the moves asked for
		}
		r := w.roots[i]
		r.score, r.pv, r.deepest = engine.Mate-engine.Score(2*n-1), line, 2*n-1
		copy(w.roots[1:i+1], w.roots[:i])
		w.roots[0] = r
		w.keep(&w.roots[0])
		w.depth, w.completed = 2*n-1, 2*n-1
		w.shared.Store(w.nodes)
		w.publish(0)
		return
	}
}

// attack reports whether the side to move wins in at most n of its moves, n being
// 1 or more. What it says is worthless once the search is stopping.
func (w *worker) attack(n int) bool {
	if w.visit() || w.ply >= maxPly-1 {
		return false
	}
	if _, over := w.board.Terminal(); over && w.ply > 0 {
		return false
	}
	if w.ply > 0 && w.here().pieces <= w.tables.most {
		if score, known := w.ask(); known {
			return mateWithin(score, w.ply, 2*n-1)
		}
	}
	key := mix(w.board.Key())
	if w.ply == 0 {
		key = mix(key) // where it comes again, other moves may be made too
	}
	if n > 1 {
		if won, known := w.proved(key, n); known {
			return won
		}
		if w.attack(n - 1) {
			return true
		}
	}
	won := false
	list := w.forcing(n)
	for i := range list {
		if w.ply == 0 && !w.atRoot(list[i].Move) {
			continue
		}
		w.push(&list[i])
		won = w.defend(n - 1)
		w.pop()
		if w.tick() {
			return false
		}
		if won {
			break
		}
	}
	if n > 1 {
		w.proofs[key%proofSlots] = mateProof{key, uint8(n), won}
	}
	return won
}

// defend reports whether the side to move has lost, or loses in at most n moves of
// the other whatever it does.
func (w *worker) defend(n int) bool {
	if result, over := w.board.Terminal(); over {
		return result == game.WDLLoss
	}
	if n == 0 {
		return (w.here().check || w.board.Stalemate() == game.WDLLoss) && w.board.LegalCount() == 0
	}
	if w.visit() || w.ply >= maxPly-1 {
		return false
	}
	if w.here().pieces <= w.tables.most {
		if score, known := w.ask(); known {
			return mateWithin(-score, w.ply, 2*n)
		}
	}
	key := mix(w.board.Key() + 1)
	if lost, known := w.proved(key, n); known {
		return lost
	}
	lost, answers := true, 0
	list := w.generate(false, 0)
	for i := range list {
		r := w.pick(list, i)
		w.push(r)
		answers++
		lost = w.attack(n)
		w.pop()
		if w.stopping {
			return false
		}
		if !lost {
			w.here().quiets, w.here().noisies = w.here().quiets[:0], w.here().noisies[:0]
			w.reward(r, n)
			break
		}
	}
	if answers == 0 { // though the list need not have been empty
		lost = w.noMoves() < 0
	}
	w.proofs[key%proofSlots] = mateProof{key, uint8(n), lost}
	return lost
}

// proved looks up what is known.
func (w *worker) proved(key uint64, n int) (won, known bool) {
	p := &w.proofs[key%proofSlots]
	if p.key != key || w.board.Halfmoves()+2*n >= game.MaxHalfmoves {
		return false, false
	}
	if p.won {
		return true, int(p.n) <= n
	}
	return false, int(p.n) >= n
}

// atRoot reports whether a move is among those that the root looks at.
func (w *worker) atRoot(m game.Move) bool {
	return slices.ContainsFunc(w.roots, func(r root) bool { return r.move.Move == m })
}

// forcing lists the attacker's moves: checks first, and what leaves fewer answers
// before what leaves more. With one move to go the order does not pay.
func (w *worker) forcing(n int) []engine.ScoredMove {
	f := w.here()
	f.list = w.board.AppendMoves(f.list[:0])
	w.work += len(f.list) / movesPerWork
	if n == 1 {
		return f.list
	}
	for i := range f.list {
		if w.tick() {
			return nil
		}
		r := &f.list[i]
		w.board.Make(r.Move)
		r.Score = -int32(w.board.LegalCount())
		if !w.board.InCheck() {
			r.Score -= 1 << 16
		}
		w.board.Unmake()
	}
	sortStable(f.list, func(a, b engine.ScoredMove) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Move, b.Move))
	})
	return f.list
}

// seekMate is the whole of a search for a mate: a short ordinary search, so that
// there is a move in any case, then the search for the mate.
func (s *Searcher) seekMate() {
	w := s.workers[0]
	l := s.limits
	report := s.report
	s.limits.Depth, s.report = mateRehearsal, nil
	if l.Depth > 0 {
		s.limits.Depth = min(l.Depth, mateRehearsal)
	}
	w.rehearse()
	s.limits, s.report = l, report
	if w.completed > 0 {
		w.depth = w.completed
		w.publish(0)
	}
	if !w.stopping && !s.drawn {
		w.findMate(l.Mate)
	}
}

var _ engine.Engine = (*Searcher)(nil)
