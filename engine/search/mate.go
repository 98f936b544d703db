package search

import (
	"cmp"
	"slices"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
)

// The search for a mate in a number of moves is separate from the ordinary one. It prunes
// and evaluates nothing, so it finds the shortest mate, or proves that there is none.
//
// A win that can be forced can be forced without repeating a position. So the history does
// not matter, except near the draw by the move count, where the table of proofs is not used.

// mateRehearsal is the depth, in plies, of the ordinary search that comes first: it finds a
// move for a position without a mate.
const mateRehearsal = 4

// maxMate is the longest mate that the search looks for, in moves.
const maxMate = 60

// proofSlots is the size of the table of proofs: 4 MB.
const proofSlots = 1 << 18

// mateProof is a result about a position: whether the attacker wins in at most n moves. The
// key tells whose turn it is.
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
		w.saveBest(&w.roots[0])
		w.depth, w.completed = 2*n-1, 2*n-1
		w.shared.Store(w.nodes)
		w.publish(0)
		return
	}
}

// attack reports whether the side to move wins in at most n of its moves; n is 1 or more.
// The result is invalid once the search is stopping.
func (w *worker) attack(n int) bool {
	if w.visit() || w.ply >= maxPly-1 {
		return false
	}
	if _, over := w.node.Terminal(); over && w.ply > 0 {
		return false
	}
	if w.ply > 0 && w.frame().pieces <= w.tables.maxPieces {
		if score, known := w.probeTables(); known {
			return mateWithin(score, w.ply, 2*n-1)
		}
	}
	key := mix(w.node.Key())
	if w.ply == 0 {
		key = mix(key) // below the root, moves other than SearchMoves are legal too
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

// defend reports whether the side to move has lost, or loses in at most n moves of the
// other side, whatever it plays.
func (w *worker) defend(n int) bool {
	if result, over := w.node.Terminal(); over {
		return result == game.WDLLoss
	}
	if n == 0 {
		return (w.frame().check || w.node.Stalemate() == game.WDLLoss) && w.node.LegalCount() == 0
	}
	if w.visit() || w.ply >= maxPly-1 {
		return false
	}
	if w.frame().pieces <= w.tables.maxPieces {
		if score, known := w.probeTables(); known {
			return mateWithin(-score, w.ply, 2*n)
		}
	}
	key := mix(w.node.Key() + 1)
	if lost, known := w.proved(key, n); known {
		return lost
	}
	lost, answers := true, 0
	p := w.newPicker(false, 0)
	for r := p.next(); r != nil; r = p.next() {
		w.push(r)
		answers++
		lost = w.attack(n)
		w.pop()
		if w.stopping {
			return false
		}
		if !lost {
			w.reward(r, nil, n)
			break
		}
	}
	if answers == 0 {
		lost = w.noMoves() < 0
	}
	w.proofs[key%proofSlots] = mateProof{key, uint8(n), lost}
	return lost
}

// proved looks up a proof.
func (w *worker) proved(key uint64, n int) (won, known bool) {
	p := &w.proofs[key%proofSlots]
	if p.key != key || w.node.Halfmoves()+2*n >= game.MaxHalfmoves {
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

// forcing lists the attacker's moves: checks first, then by the number of answers, the
// fewest first. With one move to go it does not sort.
func (w *worker) forcing(n int) []engine.ScoredMove {
	f := w.frame()
	f.list = w.node.AppendMoves(f.list[:0])
	w.work += len(f.list) / movesPerWork
	if n == 1 {
		return f.list
	}
	for i := range f.list {
		if w.tick() {
			return nil
		}
		r := &f.list[i]
		w.node.Make(r.Move)
		r.Score = -int32(w.node.LegalCount())
		if !w.node.InCheck() {
			r.Score -= 1 << 16
		}
		w.node.Unmake()
	}
	sortStable(f.list, func(a, b engine.ScoredMove) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Move, b.Move))
	})
	return f.list
}

// seekMate searches for a mate: a short ordinary search, so that there is always a move,
// then the search for the mate.
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
