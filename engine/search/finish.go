package search

import (
	"slices"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/tt"
	"github.com/wane-chess/wane/game"
)

// ending caches the completion of a line to its mate: most lines stay the same from one
// depth to the next.
type ending struct {
	pv    []game.Move // the line of the search
	score engine.Score
	whole []game.Move // the line to the mate
}

// completeLine returns a root move's line for a report, in a slice that never changes. A
// line whose score is a mate continues with best play to the mate. Where the root is a
// draw, the line ends before a move that would lose.
func (w *worker) completeLine(r *root) []game.Move {
	pv := slices.Clone(r.line())
	score := r.shown()
	if w.ply != 0 {
		return pv
	}
	if w.tables.Tables != nil && w.s.drawn && score >= -engine.MateBound {
		return pv[:w.drawLength(pv)]
	}
	if abs(score) <= engine.MateBound || mateDistance(score) <= len(pv) {
		return pv
	}
	if !slices.Equal(pv, r.ending.pv) || score != r.ending.score {
		r.ending = ending{pv, score, w.toMate(pv, mateDistance(score))}
	}
	return r.ending.whole
}

// toMate continues a line to a mate at that ply. If no such mate follows the line, it
// keeps only the first move; if none follows that, the line ends where the tables do.
func (w *worker) toMate(pv []game.Move, plies int) []game.Move {
	known := w.afterLine(pv, w.tableLine)
	if len(pv)+len(known) == plies {
		return append(pv, known...)
	}
	for _, kept := range [][]game.Move{pv, pv[:1]} {
		if end := w.afterLine(kept, func() []game.Move { return w.finish(plies - len(kept)) }); end != nil {
			return append(kept[:len(kept):len(kept)], end...)
		}
	}
	return append(pv, known...)
}

// afterLine returns the result of do after the moves of a line.
func (w *worker) afterLine(line []game.Move, do func() []game.Move) []game.Move {
	for _, m := range line {
		w.node.Make(m)
	}
	defer func() {
		for range line {
			w.node.Unmake()
		}
	}()
	return do()
}

// The most moves that a finisher makes: a few milliseconds' work on the clock, else a few
// tenths of a second. Most lines take less than a hundred; one in several thousand comes
// near these bounds.
const (
	finishWork    = 200_000
	finishClocked = 20_000
)

// A finisher plays a position out to the mate that a score promises. Lines of the
// search can end before: a score that comes from the transposition table has no moves,
// and a search that is cut short after a move that beats all others knows only this
// move. What the table knows of the positions that follow leads to the mate; where it
// has forgotten them, the finisher searches.
//
// It writes nothing that the search reads, so it does not change the search.
type finisher struct {
	*worker
	left   int // moves that the finisher may still make
	line   []game.Move
	proofs map[uint64]distances
}

// distances are proven results of a position, in plies: the game is decided within decided
// plies, unless that is 0, and is not decided within open plies.
type distances struct{ decided, open int }

// finish returns the moves from the worker's position to a mate in exactly that number of
// plies, or nil if it finds none.
func (w *worker) finish(plies int) []game.Move {
	f := finisher{worker: w, left: finishWork, proofs: map[uint64]distances{}}
	if w.s.clocked {
		f.left = finishClocked
	}
	if plies%2 == 1 && f.attack(plies) || plies%2 == 0 && f.defend(plies) {
		return f.line
	}
	return nil
}

// attack finds a line of that many plies to mate. The mover keeps a forced mate.
func (f *finisher) attack(plies int) bool {
	if _, over := f.node.Terminal(); over {
		return false
	}
	list := f.sorted(true)
	lost := func() bool { yes, _ := f.probe(plies-1, false); return yes }
	return f.first(list, func() bool { return lost() && f.defend(plies-1) }) ||
		f.first(list, func() bool { return f.loses(plies-1) && f.defend(plies-1) })
}

// defend finds a line of that many plies to mate against the mover, who avoids moves that
// are known to lose faster.
func (f *finisher) defend(plies int) bool {
	if _, over := f.node.Terminal(); over || plies == 0 {
		return plies == 0 && f.mated()
	}
	list := f.sorted(false)
	faster := func() bool { yes, _ := f.probe(plies-3, true); return yes }
	return f.first(list, func() bool { return !faster() && f.attack(plies-1) }) ||
		f.first(list, func() bool { return faster() && f.attack(plies-1) })
}

// first appends the first move after which holds returns true to the line, before the
// moves that holds appends.
func (f *finisher) first(list []engine.ScoredMove, holds func() bool) bool {
	n := len(f.line)
	for i := range list {
		f.line = append(f.line[:n], list[i].Move)
		if f.holdsAfter(list[i].Move, holds) {
			return true
		}
	}
	f.line = f.line[:n]
	return false
}

// holdsAfter reports whether holds returns true after a move; false if no work is left.
func (f *finisher) holdsAfter(m game.Move, holds func() bool) bool {
	if f.left--; f.left < 0 {
		return false
	}
	f.node.Make(m)
	defer f.node.Unmake()
	return holds()
}

// probe reports whether the tables have the mover win, or lose, in at most that many
// plies, and whether the answer is certain.
func (f *finisher) probe(plies int, wins bool) (yes, certain bool) {
	limit := engine.Mate - engine.Score(plies)
	if f.tables.maxPieces != noTables && f.node.PieceCount() <= f.tables.maxPieces {
		if score, ok := f.tables.Score(f.node.Position(), f.node.Halfmoves()); ok {
			return wins && score >= limit || !wins && score <= -limit, true
		}
	}
	if !f.has(transpositions) || !f.mayCut() {
		return false, false
	}
	e, ok := f.s.table.Probe(f.key())
	if wins {
		yes = ok && e.Bound != engine.UpperBound && e.Score >= limit
	} else {
		yes = ok && e.Bound != engine.LowerBound && e.Score <= -limit
	}
	return yes, yes
}

// wins reports whether the mover mates in at most that many plies, an odd number.
func (f *finisher) wins(plies int) bool {
	if _, over := f.node.Terminal(); over {
		return false
	}
	return f.proven(plies, true, func() bool {
		return plies > 2 && f.wins(plies-2) || slices.ContainsFunc(f.sorted(true), func(r engine.ScoredMove) bool {
			return f.holdsAfter(r.Move, func() bool { return f.loses(plies - 1) })
		})
	})
}

// loses reports whether the mover is mated in at most that many plies, an even number.
func (f *finisher) loses(plies int) bool {
	if _, over := f.node.Terminal(); over || plies == 0 {
		return f.mated()
	}
	return f.proven(plies, false, func() bool {
		list := f.sorted(false)
		return len(list) == 0 && f.mated() || len(list) > 0 && !slices.ContainsFunc(list, func(r engine.ScoredMove) bool {
			return !f.holdsAfter(r.Move, func() bool { return f.wins(plies - 1) })
		})
	})
}

// proven reports whether the position is decided in at most that many plies: by the
// tables, by proofs, or else by a search.
func (f *finisher) proven(plies int, wins bool, search func() bool) bool {
	if yes, certain := f.probe(plies, wins); certain {
		return yes
	}
	key := f.node.Key()
	if d := f.proofs[key]; d.decided > 0 && d.decided <= plies || plies <= d.open {
		return d.decided > 0 && d.decided <= plies
	}
	yes := search()
	if f.left < 0 {
		return false
	}
	d := f.proofs[key]
	if yes {
		d.decided = plies
	} else {
		d.open = plies
	}
	f.proofs[key] = d
	return yes
}

// mated reports whether the mover has lost.
func (f *finisher) mated() bool {
	if result, over := f.node.Terminal(); over {
		return result == game.WDLLoss
	}
	return (f.node.InCheck() || f.node.Stalemate() == game.WDLLoss) && f.node.LegalCount() == 0
}

// sorted lists the moves, that of the transposition table first. Of the attacker's
// others checks come first, and what leaves fewer answers before what leaves more.
func (f *finisher) sorted(attacker bool) []engine.ScoredMove {
	list := f.node.AppendMoves(nil)
	e, _ := f.s.table.Probe(f.key())
	for i := range list {
		r := &list[i]
		switch {
		case tt.Fold(r.Move) == e.Move:
			r.Score = 1 << 20
		case attacker:
			f.holdsAfter(r.Move, func() bool {
				if r.Score = -int32(f.node.LegalCount()); !f.node.InCheck() {
					r.Score -= 1 << 16
				}
				return true
			})
		}
	}
	sortMoves(list)
	return list
}
