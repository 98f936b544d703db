package diminuendo

import (
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
)

// reach says where men that are not pinned, kings aside, may go: the legal
// targets, sorted by what must happen there.
type reach struct {
	quiet uint64    // to empty cells other than z
	prey  [3]uint64 // captures elsewhere than on z, by their effect on it
	enter [3]uint64 // z or nothing, by the effect of entering it
}

// reach works out where men may go.
func (s *State) reach(r *rules, f *checkInfo, c *reach) {
	c.quiet = board &^ z &^ f.occupied & f.answers[still]
	prey := f.enemy &^ z &^ s.Kings() // kings are never captured (R4)
	last := s.kind(&r.lastBits)
	c.prey[filled] = prey &^ last & f.answers[filled]
	c.prey[emptied] = prey & last & f.answers[emptied]
	c.enter[filled], c.enter[emptied] = 0, 0
	open := z &^ (f.own | s.Kings())
	if f.answers[filled] == everywhere {
		c.enter[filled] = open
	}
	if f.answers[emptied] == everywhere {
		c.enter[emptied] = open
	}
}

// entry is the effect on z of the entry of that type (R3).
func (r *rules) entry(p game.PieceType) int {
	if p == r.last {
		return emptied
	}
	return filled
}

// legal returns where one man may go, kings included.
func (s *State) legal(r *rules, f *checkInfo, c *reach, sq int, p game.PieceType) uint64 {
	seen := s.pseudoTargets(r, f, sq, p)
	if p == game.King {
		return s.verified(r, f, sq, seen&^f.own&^s.Kings())
	}
	entry := r.entry(p)
	quiet, prey, last, enter := c.quiet, c.prey[filled], c.prey[emptied], c.enter[entry]
	if (f.pinned[still]|f.pinned[filled]|f.pinned[emptied])>>(sq&63)&1 != 0 {
		quiet &= s.free(f, sq, still)
		prey &= s.free(f, sq, filled)
		last &= s.free(f, sq, emptied)
		if f.pinned[entry]>>(sq&63)&1 != 0 {
			enter = 0 // who enters and vanishes bars nothing
		}
	}
	targets := seen & (quiet | prey | last | enter)
	if p == r.beforeKing && targets&z != 0 {
		targets = targets&^z | s.verified(r, f, sq, z)
	}
	return targets
}

// free returns where pins let a man go, for an effect on z.
func (s *State) free(f *checkInfo, sq, effect int) uint64 {
	if f.pinned[effect]>>(sq&63)&1 == 0 {
		return everywhere
	}
	return s.lane(f, sq, effect)
}

// verified keeps those targets that leave the mover's kings safe.
func (s *State) verified(r *rules, f *checkInfo, sq int, targets uint64) uint64 {
	good := targets
	for targets != 0 {
		to := bitboard.Pop(&targets)
		if !s.safe(r, f, sq, to) {
			good &^= 1 << to
		}
	}
	return good
}

// pseudoTargets returns the squares that a piece of the side to move could go to if
// nothing but its way of moving mattered; its own side's squares may be among them.
func (s *State) pseudoTargets(r *rules, f *checkInfo, sq int, p game.PieceType) uint64 {
	if p == game.Pawn {
		color := s.Turn & 1
		targets := uint64(1) << (attacksFrom[sq&63].Forward[color] & 63) &^ f.occupied
		sideways := attacksFrom[sq&63].Pawn[color]
		if !r.flexible {
			sideways &= f.enemy
		}
		return targets | sideways
	}
	return pieceAttacks(r, p, sq, f.occupied)
}

// Legal implements game.Position.
func (p *Position) Legal(dst []game.Move) []game.Move {
	s := p.State()
	var f checkInfo
	s.findChecks(&p.rules, &f)
	if f.kings == 0 {
		return dst // R7
	}
	var c reach
	s.reach(&p.rules, &f, &c)
	for set := f.own; set != 0; {
		sq := bitboard.Pop(&set)
		pt := s.Piece(game.Square(sq)).Type() & 7
		targets := s.legal(&p.rules, &f, &c, sq, pt)
		if pt == game.Pawn {
			for last := targets & lastCells[s.Turn&1]; last != 0; {
				m := game.NewMove(game.Square(sq), game.Square(bitboard.Pop(&last)))
				for _, q := range game.Promotions {
					dst = append(dst, m.WithPromotion(0, q))
				}
			}
			targets &^= lastCells[s.Turn&1]
		}
		for targets != 0 {
			dst = append(dst, game.NewMove(game.Square(sq), game.Square(bitboard.Pop(&targets))))
		}
	}
	return dst
}

// AppendMoves appends the legal moves of the requested kinds to dst, with the score
// left at 0. Captures and promotions are noisy. So are entries to z by pieces of the
// types in entries, a set with a bit 1<<t for each type t: whether a piece gains by
// what it becomes there (R3) is for the evaluator to say.
func (p *Position) AppendMoves(dst []game.ScoredMove, k game.Kind, entries uint8) []game.ScoredMove {
	s := p.State()
	var f checkInfo
	s.findChecks(&p.rules, &f)
	if f.kings == 0 {
		return dst // R7
	}
	var c reach
	s.reach(&p.rules, &f, &c)
	for set := f.own; set != 0; {
		sq := bitboard.Pop(&set)
		piece := s.Piece(game.Square(sq))
		pt := piece.Type() & 7
		noisy, last := f.enemy|uint64(entries>>pt&1)<<double, uint64(0)
		if pt == game.Pawn {
			last = lastCells[s.Turn&1]
			noisy |= last
		}
		var within uint64
		if k&game.Noisy != 0 {
			within |= noisy
		}
		if k&game.Quiet != 0 {
			within |= ^noisy
		}
		for targets := s.legal(&p.rules, &f, &c, sq, pt) & within; targets != 0; {
			to := bitboard.Pop(&targets)
			m := game.ScoredMove{Move: game.NewMove(game.Square(sq), game.Square(to)), Piece: piece, Captured: s.Piece(game.Square(to)), Kind: game.Quiet}
			if noisy>>to&1 != 0 {
				m.Kind = game.Noisy
			}
			if last>>to&1 == 0 {
				dst = append(dst, m)
				continue
			}
			move := m.Move
			for _, q := range game.Promotions {
				m.Move = move.WithPromotion(0, q)
				dst = append(dst, m)
			}
		}
	}
	return dst
}
