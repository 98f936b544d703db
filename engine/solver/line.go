package solver

import (
	"slices"

	"github.com/wane-chess/wane/game"
)

// line plays the game out from the current position; it is empty if that is not
// solved.
func (s *Solver) line(p Proof) (line []game.Move) {
	us := s.pos.Turn()
	for p.Solved && !s.stopped {
		// The attacker is the side that wins; in a drawn game, the side not to move.
		switch p.Result {
		case game.WDLWin:
			s.attacker = us
		case game.WDLLoss:
			s.attacker = us.Other()
		default:
			s.attacker = s.pos.Turn().Other()
		}
		m, ok := s.next(len(line))
		if !ok {
			break
		}
		line = append(line, m)
		s.pos.Make(m)
	}
	for range line {
		s.pos.Unmake()
	}
	return line
}

// next chooses the mover's move in a position whose question is settled: the
// quickest win, the longest defense, or what holds the draw. ok is false
// if the game is over or the solver was stopped.
func (s *Solver) next(at int) (game.Move, bool) {
	if _, over := s.pos.Terminal(); over || s.pos.LegalCount() == 0 {
		return game.NoMove, false
	}
	if k := s.ask(at); !k.settled() {
		return game.NoMove, false
	}
	l := s.expand(at, true)
	k, best, _ := gather(l.children)
	if !k.settled() { // what the table forgot
		s.search(at, never, never)
		l = s.expand(at, true)
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
// if the game is over. Each that is left is given an equal part of what is left of
// the nodes.
func (s *Solver) holding() (moves []game.Move) {
	if _, over := s.pos.Terminal(); over {
		return nil
	}
	s.attacker = s.pos.Turn().Other()
	limit := s.until
	children := slices.Clone(s.expand(0, true).children)
	for i, c := range children {
		k := c.known
		if !k.settled() && !s.stopped && s.nodes < limit {
			s.until = s.nodes + (limit-s.nodes)/uint64(len(children)-i)
			s.pos.Make(c.move)
			k = s.ask(1)
			s.pos.Unmake()
		}
		if k.delta == 0 {
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
