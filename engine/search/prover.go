package search

import (
	"context"
	"slices"
	"time"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/solver"
	"github.com/wane-chess/wane/game"
)

// In an acyclic game with few free squares left, a solver (package engine/solver) tries
// to solve the root first. After a proven draw only the moves that hold it are searched.
// After a proven win or loss the search looks for the quickest win or the longest
// defense, and the report has the proof unless the search finds something better.
const (
	proofShare    = 5       // the solver has 1/proofShare of the time or of the nodes
	proofNodes    = 200_000 // its limit of nodes if neither is limited
	proofMinNodes = 5000    // a search limited to fewer nodes does not use the solver
	// proofReply is the solver's limit of nodes after a move of a lost root. It has already
	// proven that the move loses.
	proofReply = 10_000
	// proofMaxTime is the most time that the solver takes. The search reports nothing
	// meanwhile, and a longer proof seldom succeeds.
	proofMaxTime = 10 * time.Second
	// The solver's table is 1/proofTable of the search's, and proofTableMax MB at most.
	proofTable    = 4
	proofTableMax = 64
	// proofSpeed is about the number of positions that one thread visits in 1 µs.
	proofSpeed = 2
)

// proofBudgets holds the nodes that the solver needs, by the number of free squares: with
// about that many it solves half of the positions (see docs/endings-cheshire.md). With more
// free squares the search does not use the solver.
var proofBudgets = []struct {
	squares int
	nodes   uint64
}{{4, 1000}, {6, 10_000}, {8, 30_000}, {10, 150_000}, {12, 600_000}}

// likelySolved reports whether that many nodes probably solve a position with that number
// of free squares.
func likelySolved(squares int, nodes uint64) bool {
	for _, r := range proofBudgets {
		if squares <= r.squares {
			return nodes >= r.nodes
		}
	}
	return false
}

// prover is the solver with its results about the root.
type prover struct {
	*solver.Solver
	mb      int // of the solver's table
	proven  solver.Proof
	replies map[game.Move]solver.Proof   // proofs after moves of a lost root
	reply   func(game.Move) solver.Proof // proveReply for a lost root, else nil
}

// proveRoot lets the solver work on the root, if it will probably succeed, and returns the
// moves that remain to be searched.
func (s *Searcher) proveRoot(p game.Position, moves []engine.ScoredMove) []engine.ScoredMove {
	s.prover.proven, s.prover.reply = solver.Proof{}, nil
	s.proofNodes.Store(0)
	limits, sensible := s.proofLimits(p)
	if !sensible || !s.prover.ready(s.newNode, s.table.MB()) {
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
		s.budget.Soft /= 2 // only the shortest win is left to find
	case game.WDLDraw: // or not solved, without moves
		moves = slices.DeleteFunc(moves, func(m engine.ScoredMove) bool {
			return len(r.Moves) > 0 && !slices.Contains(r.Moves, m.Move)
		})
	case game.WDLLoss:
		s.prover.replies = map[game.Move]solver.Proof{}
		s.prover.reply = func(m game.Move) solver.Proof { return s.proveReply(p, m) }
	}
	if report := s.report; report != nil && r.Solved {
		s.report = func(i engine.Report) { report(s.prover.withProof(i)) }
	}
	return moves
}

// proofLimits returns the solver's share of the work, and whether to use the solver: not
// if the limits ask for anything but the best move, nor for a weakened engine.
func (s *Searcher) proofLimits(p game.Position) (solver.Limits, bool) {
	l, out := &s.limits, solver.Limits{Holding: true}
	f, acyclic := p.(game.Acyclic)
	if !acyclic || s.without&provenResults != 0 ||
		l.Depth > 0 || l.Mate > 0 || len(l.SearchMoves) > 0 || l.MultiPV > 1 || l.Nodes > 0 && l.Nodes < proofMinNodes ||
		l.Weakness.Noise > 0 || l.Weakness.Lapses > 0 {
		return out, false
	}
	if l.MoveTime > 0 {
		out.Time = min(max(l.MoveTime/proofShare, 1), proofMaxTime)
	}
	if s.clocked {
		if t := min(max(s.budget.Soft/proofShare, time.Microsecond), proofMaxTime); out.Time == 0 || t < out.Time {
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
	return out, likelySolved(f.FreeSquares(), work)
}

// ready reports whether there is a solver for a search with a table of that many MB, and
// creates it if needed.
func (v *prover) ready(newNode engine.NodeFunc, mb int) bool {
	mb = min(max(mb/proofTable, solver.MinMB), proofTableMax)
	if v.Solver == nil || v.mb != mb {
		solver, err := solver.New(newNode, mb)
		if err != nil {
			return false
		}
		v.Solver, v.mb = solver, mb
	}
	return true
}

// proveReply proves how the opponent wins after a move of a lost root.
//
//nolint:contextcheck // the proof is made even when the search has ended
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

// withProof adds the proven result to a report of the search. The score of a proven win or
// loss is a bound: the number of plies within which the mate is proven to come. A mate of
// the search that is as quick stays.
func (v *prover) withProof(i engine.Report) engine.Report {
	r := &v.proven
	mate := engine.Mate - engine.Score(r.Plies)
	switch {
	case r.Result == game.WDLWin && i.Score < mate && len(r.Line) > 0:
		i.Score, i.Bound = mate, engine.LowerBound
		i.PV = r.Line
	case r.Result == game.WDLLoss:
		i = v.lost(i)
	case r.Is(game.WDLDraw):
		i.Score, i.Bound = 0, engine.Exact
	}
	return i
}

// lost is withProof for a loss. Its mate is the one after the move of the search, which
// need not be the longest defense.
func (v *prover) lost(i engine.Report) engine.Report {
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
