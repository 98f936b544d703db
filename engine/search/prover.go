package search

import (
	"context"
	"slices"
	"time"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/solver"
	"github.com/wane-chess/wane/game"
)

// In an acyclic game with few free squares left, a solver (package engine/solver)
// works on the root first. After a proven draw only the moves that hold it are
// searched. After any other result the search looks for the quickest win or the
// longest defense, and the proof counts where the search finds nothing better.
const (
	proofShare = 5       // the solver's part of the time or of the nodes
	proofNodes = 200_000 // what it may visit where neither is limited
	proofLeast = 5000    // with fewer nodes for the whole search it is not asked
	// proofReply is what it may visit after a move of a lost root, all of which it has
	// proven to lose.
	proofReply = 10_000
	// proofLongest is the most time that it takes, on one thread, while the search
	// reports nothing: a longer proof seldom succeeds.
	proofLongest = 10 * time.Second
	// The solver's table beside the search's, as a part of that, and how large it
	// becomes at most, in MB.
	proofTable    = 4
	proofTableMax = 64
	// proofSpeed is about how many positions one thread visits in a microsecond.
	proofSpeed = 2
)

// proofRooms holds, by the number of free squares, the nodes that the solver needs:
// about as many as solve half of such positions (see docs/endings-cheshire.md). With
// more free squares the solver is not used.
var proofRooms = []struct {
	squares int
	nodes   uint64
}{{4, 1000}, {6, 10_000}, {8, 30_000}, {10, 150_000}, {12, 600_000}}

// settles reports whether that many nodes probably solve a position with so many
// free squares.
func settles(squares int, nodes uint64) bool {
	for _, r := range proofRooms {
		if squares <= r.squares {
			return nodes >= r.nodes
		}
	}
	return false
}

// prover is the solver with what it found out about the root.
type prover struct {
	*solver.Solver
	mb      int
	proven  solver.Proof
	replies map[game.Move]solver.Proof // to moves of a lost root
	reply   func(game.Move) solver.Proof
}

// proveRoot lets the solver work on the root, if it has a chance, and returns the
// moves that are still to be searched.
func (s *Searcher) proveRoot(p game.Position, moves []engine.ScoredMove) []engine.ScoredMove {
	s.prover.proven, s.prover.reply = solver.Proof{}, nil
	s.proofNodes.Store(0)
	limits, sensible := s.proofLimits(p)
	if !sensible || !s.prover.ready(s.boards, s.table.MB()) {
		return moves
	}
	s.prover.SetThreads(len(s.workers))
	r, err := s.prover.Solve(s.ctx, p, limits)
	if err != nil {
		return moves
	}
	s.prover.proven = r
	s.proofNodes.Store(r.Nodes)
	s.reserved.Store(max(s.reserved.Load()-int64(r.Nodes), 1))
	switch r.Result {
	case game.WDLWin:
		s.budget.Soft /= 2 // there is little left to find out
	case game.WDLDraw: // or not solved, without moves
		moves = slices.DeleteFunc(moves, func(m engine.ScoredMove) bool {
			return len(r.Moves) > 0 && !slices.Contains(r.Moves, m.Move)
		})
	case game.WDLLoss:
		s.prover.replies = map[game.Move]solver.Proof{}
		s.prover.reply = func(m game.Move) solver.Proof { return s.proveReply(p, m) }
	}
	if report := s.report; report != nil && r.Solved {
		s.report = func(i engine.Info) { report(s.prover.withProof(i)) }
	}
	return moves
}

// proofLimits returns the solver's share of the work, and whether to ask it at
// all: not where the limits ask for something else than the best move, nor for a
// weakened engine.
func (s *Searcher) proofLimits(p game.Position) (solver.Limits, bool) {
	l, out := &s.limits, solver.Limits{Holding: true}
	f, acyclic := p.(game.Acyclic)
	if !acyclic || s.without&provenResults != 0 ||
		l.Depth > 0 || l.Mate > 0 || len(l.SearchMoves) > 0 || l.MultiPV > 1 || l.Nodes > 0 && l.Nodes < proofLeast ||
		l.Weakness.Noise > 0 || l.Weakness.Lapses > 0 {
		return out, false
	}
	if l.MoveTime > 0 {
		out.Time = min(max(l.MoveTime/proofShare, 1), proofLongest)
	}
	if s.clocked {
		if t := min(max(s.budget.Soft/proofShare, time.Microsecond), proofLongest); out.Time == 0 || t < out.Time {
			out.Time = t
		}
	}
	switch {
	case l.Nodes > 0:
		out.Nodes = l.Nodes / proofShare
	case out.Time == 0:
		out.Nodes = proofNodes
	}
	work := out.Nodes
	if fast := proofSpeed * uint64(out.Time.Microseconds()); work == 0 || out.Time > 0 && fast < work {
		work = fast
	}
	return out, settles(f.FreeSquares(), work)
}

// ready creates the solver for a search with a table of that many MB, if there is
// none yet.
func (v *prover) ready(boards engine.Boards, mb int) bool {
	mb = min(max(mb/proofTable, solver.MinMB), proofTableMax)
	if v.Solver == nil || v.mb != mb {
		solver, err := solver.New(boards, mb)
		if err != nil {
			return false
		}
		v.Solver, v.mb = solver, mb
	}
	return true
}

// proveReply proves how the opponent wins after a move of a lost root.
//
//nolint:contextcheck // it is made even when the search has ended
func (s *Searcher) proveReply(root game.Position, m game.Move) solver.Proof {
	r, known := s.prover.replies[m]
	if known {
		return r
	}
	p := root.Clone()
	p.Make(m)
	r, err := s.prover.Solve(context.WithoutCancel(s.ctx), p, solver.Limits{Nodes: proofReply})
	if err != nil {
		return solver.Proof{}
	}
	s.prover.replies[m] = r
	return r
}

// withProof adds a proven result to that of a search. A proven win or loss is
// scored by the number of plies within which the mate is proven to come, as a
// bound, unless the search itself has found a mate that comes as soon.
func (v *prover) withProof(i engine.Info) engine.Info {
	r := &v.proven
	mate := engine.Mate - engine.Score(r.Plies)
	switch {
	case r.Result == game.WDLWin && i.Score < mate && len(r.Line) > 0:
		i.Score, i.Bound = mate, engine.LowerBound
		i.PV = slices.Clone(r.Line)
	case r.Result == game.WDLLoss:
		i = v.lost(i)
	case r.Is(game.WDLDraw):
		i.Score, i.Bound = 0, engine.Exact
	}
	return i
}

// lost is withProof for a loss. The mate is that after the move of the search, which need
// not be the longest defense.
func (v *prover) lost(i engine.Info) engine.Info {
	plies, line := v.proven.Plies, i.PV
	if v.reply != nil {
		if r := v.reply(i.Best()); r.Is(game.WDLWin) {
			plies, line = r.Plies+1, append([]game.Move{i.Best()}, r.Line...)
		}
	}
	if mated := -engine.Mate + engine.Score(plies); i.Score > mated {
		i.Score, i.Bound, i.PV = mated, engine.UpperBound, line
	}
	return i
}
