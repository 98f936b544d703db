package solver

import (
	"context"
	"time"

	"github.com/wane-chess/wane/game"
)

// Solver proves results. One goroutine at a time may use it. What it has found
// out helps it with later positions of the same game.
type Solver struct {
	table table
	rules string // the game that the table is about

	pos      game.Position
	acyclic  game.Acyclic // the same
	counted  bool         // the move count can still end the game
	attacker game.Color
	levels   []level

	nodes    uint64
	until    uint64 // when to turn to something else
	deadline time.Time
	timed    bool
	ctx      context.Context
	stopped  bool
}

// New returns a solver with a table of that many MB (2²⁰ bytes). It returns an
// error if the size is out of range.
func New(mb int) (*Solver, error) {
	t, err := newTable(mb)
	if err != nil {
		return nil, err
	}
	return &Solver{table: t}, nil
}

// Reset forgets all that was found out.
func (s *Solver) Reset() { s.table.clear() }

// Solve finds out how a game ends from a position on. It stops when the limits
// are reached or the context is done; the position is then not solved.
// With limits other than time it is deterministic, after Reset. The error is
// ErrEndless.
func (s *Solver) Solve(ctx context.Context, p game.Position, l Limits) (Proof, error) {
	if !Solvable(p) {
		return Proof{}, ErrEndless
	}
	began := time.Now()
	s.begin(ctx, p, began, l)
	out := s.settle()
	if l.Holding && out.Is(game.WDLDraw) {
		s.until = limitOf(l)
		out.Moves = s.holding()
	}
	s.timed, s.stopped, s.until = false, false, 2*s.nodes+lineShare
	out.Line = s.line(out)
	out.Moves = leading(out.Line, out.Moves, out.Result)
	out.Nodes, out.Time = s.nodes, time.Since(began)
	return out, nil
}

// lineShare is how many positions the line may take beside as many as the proof
// took: what the table has forgotten is proven again.
const lineShare = 1000

// unlimited is more nodes than any solve visits.
const unlimited = 1 << 63

func limitOf(l Limits) uint64 {
	if l.Nodes > 0 {
		return l.Nodes
	}
	return unlimited
}

// begin prepares the solver for a position.
func (s *Solver) begin(ctx context.Context, p game.Position, now time.Time, l Limits) {
	if name := p.Game().Name(); name != s.rules { // keys distinguish only positions of one game
		if s.rules != "" { // a fresh table is empty, and takes no memory before it is used
			s.Reset()
		}
		s.rules = name
	}
	s.table.age = (s.table.age + 1) % ages
	s.pos = p.Clone()
	s.acyclic = s.pos.(game.Acyclic)
	left := s.acyclic.PliesLeft()
	s.counted = s.pos.Halfmoves()+left >= game.MaxHalfmoves
	for len(s.levels) < left+2 {
		s.levels = append(s.levels, level{make([]game.Move, 0, 64), make([]child, 0, 64)})
	}
	s.nodes, s.until, s.stopped, s.ctx = 0, limitOf(l), ctx.Err() != nil, ctx
	s.timed, s.deadline = l.Time > 0, now.Add(l.Time)
}

// firstShare is how many positions the first attempt at a question may visit.
const firstShare = 1000

// settle asks the two questions in turn, each for twice as long as before, until
// they decide the result.
func (s *Solver) settle() Proof {
	us := s.pos.Turn()
	limit := s.until
	var lost [2]bool // by side: that side does not win
	for share := uint64(firstShare); ; share *= 2 {
		for _, color := range [2]game.Color{us, us.Other()} {
			if lost[color&1] {
				continue
			}
			s.attacker, s.until = color, min(limit, s.nodes+share)
			k := s.ask(0)
			wins, refuted := k.phi == 0, k.delta == 0
			if color != us {
				wins, refuted = refuted, wins
			}
			switch {
			case wins && color == us:
				return Proof{Solved: true, Result: game.WDLWin, Plies: s.bound(k)}
			case wins:
				return Proof{Solved: true, Result: game.WDLLoss, Plies: s.bound(k)}
			}
			lost[color&1] = refuted
			if lost[0] && lost[1] {
				return Proof{Solved: true, Result: game.WDLDraw}
			}
			if s.stopped || s.nodes >= limit {
				return Proof{NoWin: lost[us&1], NoLoss: lost[us.Other()&1]}
			}
		}
	}
}

// ask works on the question in the present position.
func (s *Solver) ask(at int) known {
	k := s.lookup(s.key())
	if k.settled() || s.stopped {
		return k
	}
	return s.search(at, never, never)
}

// bound is how many plies a won game lasts at most.
func (s *Solver) bound(k known) int {
	if k.plies == longest {
		return s.acyclic.PliesLeft()
	}
	return min(int(k.plies), s.acyclic.PliesLeft())
}
