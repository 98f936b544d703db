package mate

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/wane-chess/wane/game"
)

// MaxMoves is the longest mate that a Solver finds, in moves of the winner.
const MaxMoves = 9

// pollMoves is the number of moves between checks of the context.
const pollMoves = 256

// ErrLimit is the error of a Solver that has made as many moves as its limit.
var ErrLimit = errors.New("mate solver: limit on moves reached")

// Solver proves mates in a number of moves. The zero value is ready for use, in one
// goroutine at a time.
//
// A forced win needs no repetition, since each move of the shortest way brings it
// nearer. So the history of a position does not matter as long as no position has
// occurred twice before.
type Solver struct {
	// Limit is the largest number of moves made for one position; 0: no limit.
	Limit uint64

	ctx   context.Context
	p     game.Position
	made  uint64 // moves made for this position
	over  bool   // the limit is reached, or the context is done
	plies []ply  // buffers by ply
	table table
	// refutes counts refutations by the route of the move.
	refutes [1 << 14]uint32
}

// ply has the buffers of a node.
type ply struct {
	moves []game.Move
	order []ordered
}

// ordered is a move with its order; the smallest comes first.
type ordered struct {
	move  game.Move
	order int
}

// Made returns the number of moves made by the last Solve.
func (s *Solver) Made() uint64 { return s.made }

// Solve returns the smallest number of its own moves, up to most, in which the side
// to move forces the win, and the first moves that do, in the order of their numbers.
// It stops after this many keys; 0 for all. Without a mate it returns 0 moves and no
// keys. The error is ErrLimit or the context's.
func (s *Solver) Solve(ctx context.Context, p game.Position, most, keys int) (moves int, found []game.Move, err error) {
	s.ctx, s.p, s.made, s.over = ctx, p.Clone(), 0, ctx.Err() != nil
	s.table.clear()
	clear(s.refutes[:])
	if _, over := s.p.Terminal(); over {
		return 0, nil, nil
	}
	for moves = 1; moves <= min(most, MaxMoves); moves++ {
		for _, o := range s.forcing(0) {
			won := false
			s.play(o.move, func() { won = s.lost(1, moves-1) })
			if s.over {
				return 0, nil, cmp.Or(ctx.Err(), ErrLimit)
			}
			if won {
				found = append(found, o.move)
			}
			if keys > 0 && len(found) == keys {
				break
			}
		}
		if len(found) > 0 {
			slices.Sort(found)
			return moves, found, nil
		}
	}
	return 0, nil, nil
}

// play plays a legal move, calls do, and takes the move back.
func (s *Solver) play(m game.Move, do func()) {
	s.p.Make(m)
	s.made++
	if s.Limit > 0 && s.made >= s.Limit || s.made%pollMoves == 0 && s.ctx.Err() != nil {
		s.over = true
	}
	do()
	s.p.Unmake()
}

// wins reports whether the side to move wins in at most n of its moves, with n from 1.
// After the limit is reached, its result means nothing.
func (s *Solver) wins(at, n int) bool {
	if _, over := s.p.Terminal(); over {
		return false // a draw, or the own king is gone
	}
	if n == 1 {
		return s.winsAtOnce(at)
	}
	key, timeless := s.p.Key(), s.timeless(n)
	if timeless {
		if won, known := s.table.get(key, n); known {
			return won
		}
	}
	won := s.wins(at, n-1) || s.winsLater(at, n)
	if timeless && !s.over {
		s.table.put(key, n, won)
	}
	return won
}

// winsAtOnce is wins for one move. Only in games with such wins does it search the
// opponent's replies.
func (s *Solver) winsAtOnce(at int) bool {
	won := false
	for _, m := range s.legal(at) {
		s.play(m, func() { won = s.hasLost() })
		if won || s.over {
			return won
		}
	}
	return false
}

// winsLater tries all moves, those with the fewest replies first.
func (s *Solver) winsLater(at, n int) bool {
	won := false
	for _, o := range s.forcing(at) {
		s.play(o.move, func() { won = s.lost(at+1, n-1) })
		if won || s.over {
			return won
		}
	}
	return false
}

// lost reports whether the side to move has lost already, or loses in at most n moves
// of the opponent.
func (s *Solver) lost(at, n int) bool {
	if result, over := s.p.Terminal(); over {
		return result == game.WDLLoss
	}
	if n == 0 {
		return s.hasLost()
	}
	key, timeless := s.p.Key(), s.timeless(n)
	if timeless {
		if lost, known := s.table.get(key, n); known {
			return lost
		}
	}
	lost := s.losesLater(at, n)
	if timeless && !s.over {
		s.table.put(key, n, lost)
	}
	return lost
}

// losesLater tries all replies, those with the most refutations first.
func (s *Solver) losesLater(at, n int) bool {
	answers := s.likely(at)
	if len(answers) == 0 {
		return s.noMovesLoses()
	}
	for _, o := range answers {
		held := false
		s.play(o.move, func() { held = !s.wins(at+1, n) })
		if s.over {
			return false
		}
		if held {
			s.refutes[o.move.WithoutPromotions()]++
			return false
		}
	}
	return true
}

// timeless reports whether no line of n more moves of the attacker can reach the draw
// by the move count. Only then is a result independent of the count.
func (s *Solver) timeless(n int) bool { return s.p.Halfmoves()+2*n < game.MaxHalfmoves }

// hasLost reports whether the side to move has lost the game.
func (s *Solver) hasLost() bool {
	if result, over := s.p.Terminal(); over {
		return result == game.WDLLoss
	}
	return s.noMovesLoses() && s.p.LegalCount() == 0
}

// noMovesLoses reports whether the side to move has lost if it has no legal move.
func (s *Solver) noMovesLoses() bool { return s.p.InCheck() || s.p.Stalemate() == game.WDLLoss }

// legal returns the legal moves in the buffer of a ply.
func (s *Solver) legal(at int) []game.Move {
	for len(s.plies) <= at {
		s.plies = append(s.plies, ply{})
	}
	w := &s.plies[at]
	w.moves = s.p.Legal(w.moves[:0])
	return w.moves
}

// forcing orders the legal moves: checks first, then those with the fewest replies.
func (s *Solver) forcing(at int) []ordered {
	return s.sorted(at, func(m game.Move) (order int) {
		s.play(m, func() {
			order = s.p.LegalCount()
			if !s.p.InCheck() {
				order += 1 << 20
			}
		})
		return order
	})
}

// likely orders the legal moves by their refutations.
func (s *Solver) likely(at int) []ordered {
	return s.sorted(at, func(m game.Move) int { return -int(s.refutes[m.WithoutPromotions()]) })
}

func (s *Solver) sorted(at int, order func(game.Move) int) []ordered {
	moves := s.legal(at)
	w := &s.plies[at]
	w.order = w.order[:0]
	for _, m := range moves {
		w.order = append(w.order, ordered{m, order(m)})
	}
	slices.SortFunc(w.order, func(a, b ordered) int {
		return cmp.Or(cmp.Compare(a.order, b.order), cmp.Compare(a.move, b.move))
	})
	return w.order
}
