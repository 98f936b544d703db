package search

import (
	"slices"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/tt"
	"github.com/wane-chess/wane/game"
)

// ending is a line to its mate, kept because most lines stay the same from one depth to
// the next.
type ending struct {
	pv    []game.Move // the line of the search
	score engine.Score
	whole []game.Move
}

// toTheEnd returns a line of the root for people: a line whose score is a mate
// continues with best play to the mate; where the root is a draw, the line ends before
// a move that would lose.
func (w *worker) toTheEnd(r *root) []game.Move {
	pv := slices.Clone(r.line())
	score := r.shown()
	if w.ply != 0 {
		return pv
	}
	if w.tables.Tables != nil && w.s.drawn && score >= -engine.MateBound {
		return pv[:w.held(pv)]
	}
	if abs(score) <= engine.MateBound || mateDistance(score) <= len(pv) {
		return pv
	}
	if !slices.Equal(pv, r.ending.pv) || score != r.ending.score {
		r.ending = ending{pv, score, w.toMate(pv, mateDistance(score))}
	}
	return slices.Clone(r.ending.whole)
}

// toMate continues a line to a mate in so many plies from the root. If there is no such
// mate at its end, only its first move stays; if there is none after that, it ends
// as far as the endgame tables know.
func (w *worker) toMate(pv []game.Move, plies int) []game.Move {
	known := w.afterLine(pv, w.follow)
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

// afterLine returns what do returns after the moves of a line.
func (w *worker) afterLine(line []game.Move, do func() []game.Move) []game.Move {
	for _, m := range line {
		w.board.Make(m)
	}
	defer func() {
		for range line {
			w.board.Unmake()
		}
	}()
	return do()
}

// Bounds on the work on the end of a line, in moves made: some milliseconds on the
// clock, else some tenths of a second. Most take less than a hundred moves, and one
// of some thousand comes near these bounds.
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
// It writes nothing that the search reads, so that the search goes on as without it.
type finisher struct {
	*worker
	left   int // moves that it may still make
	line   []game.Move
	proofs map[uint64]distances
}

// distances are what was proven of a position, in plies: within how many it is decided,
// if that is not 0, and within how many it is not.
type distances struct{ decided, open int }

// finish returns the moves from the worker's position to a mate in exactly so many
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

// attack finds a line of so many plies to mate. The mover keeps a forced mate.
func (f *finisher) attack(plies int) bool {
	if _, over := f.board.Terminal(); over {
		return false
	}
	list := f.sorted(true)
	lost := func() bool { yes, _ := f.known(plies-1, false); return yes }
	return f.first(list, func() bool { return lost() && f.defend(plies-1) }) ||
		f.first(list, func() bool { return f.loses(plies-1) && f.defend(plies-1) })
}

// defend finds a line of so many plies to mate against the mover, who avoids what is
// known to lose faster.
func (f *finisher) defend(plies int) bool {
	if _, over := f.board.Terminal(); over || plies == 0 {
		return plies == 0 && f.mated()
	}
	list := f.sorted(false)
	faster := func() bool { yes, _ := f.known(plies-3, true); return yes }
	return f.first(list, func() bool { return !faster() && f.attack(plies-1) }) ||
		f.first(list, func() bool { return faster() && f.attack(plies-1) })
}

// first appends the first move after which something holds to the line, with what
// that appends.
func (f *finisher) first(list []engine.ScoredMove, holds func() bool) bool {
	n := len(f.line)
	for i := range list {
		f.line = append(f.line[:n], list[i].Move)
		if f.after(list[i].Move, holds) {
			return true
		}
	}
	f.line = f.line[:n]
	return false
}

// after reports whether something holds after a move; false if there is no work left.
func (f *finisher) after(m game.Move, holds func() bool) bool {
	if f.left--; f.left < 0 {
		return false
	}
	f.board.Make(m)
	defer f.board.Unmake()
	return holds()
}

// known reports whether the tables know that the mover wins, or loses, in at most so
// many plies, and whether that is certain.
func (f *finisher) known(plies int, wins bool) (yes, certain bool) {
	limit := engine.Mate - engine.Score(plies)
	if f.tables.most != never && f.board.PieceCount() <= f.tables.most {
		if score, ok := f.tables.Score(f.board.Position(), f.board.Halfmoves()); ok {
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

// wins reports whether the mover mates in at most so many plies, an odd number.
func (f *finisher) wins(plies int) bool {
	if _, over := f.board.Terminal(); over {
		return false
	}
	return f.proven(plies, true, func() bool {
		return plies > 2 && f.wins(plies-2) || slices.ContainsFunc(f.sorted(true), func(r engine.ScoredMove) bool {
			return f.after(r.Move, func() bool { return f.loses(plies - 1) })
		})
	})
}

// loses reports whether the mover is mated in at most so many plies, an even number.
func (f *finisher) loses(plies int) bool {
	if _, over := f.board.Terminal(); over || plies == 0 {
		return f.mated()
	}
	return f.proven(plies, false, func() bool {
		list := f.sorted(false)
		return len(list) == 0 && f.mated() || len(list) > 0 && !slices.ContainsFunc(list, func(r engine.ScoredMove) bool {
			return !f.after(r.Move, func() bool { return f.wins(plies - 1) })
		})
	})
}

// proven reports whether the position is decided in at most so many plies, as far as
// that is known, or else by a search.
func (f *finisher) proven(plies int, wins bool, search func() bool) bool {
	if yes, certain := f.known(plies, wins); certain {
		return yes
	}
	key := f.board.Key()
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
	if result, over := f.board.Terminal(); over {
		return result == game.WDLLoss
	}
	return (f.board.InCheck() || f.board.Stalemate() == game.WDLLoss) && f.board.LegalCount() == 0
}

// sorted lists the moves, that of the transposition table first. Of the attacker's
// others checks come first, and what leaves fewer answers before what leaves more.
func (f *finisher) sorted(attacker bool) []engine.ScoredMove {
	list := f.board.AppendMoves(nil)
	e, _ := f.s.table.Probe(f.key())
	for i := range list {
		r := &list[i]
		switch {
		case tt.Fold(r.Move) == e.Move:
			r.Score = 1 << 20
		case attacker:
			f.after(r.Move, func() bool {
				if r.Score = -int32(f.board.LegalCount()); !f.board.InCheck() {
					r.Score -= 1 << 16
				}
				return true
			})
		}
	}
	sortMoves(list)
	return list
}
