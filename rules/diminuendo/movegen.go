package diminuendo

import (
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
)

// reach holds the legal targets of pieces that are neither pinned nor kings.
type reach struct {
	quiet    uint64    // empty squares other than z
	captures [3]uint64 // captures elsewhere than on z, by their effect on z
	enter    [3]uint64 // z or nothing, by the effect of entering it
}

// reach fills c.
func (s *State) reach(r *rules, f *checkInfo, c *reach) {
	c.quiet = board &^ z &^ f.occupied & f.answers[still]
	enemy := f.enemy &^ z &^ s.Kings() // kings are never captured (R4)
	last := s.kind(&r.lastBits)
	c.captures[filled] = enemy &^ last & f.answers[filled]
	c.captures[emptied] = enemy & last & f.answers[emptied]
	c.enter[filled], c.enter[emptied] = 0, 0
	open := z &^ (f.own | s.Kings())
	if f.answers[filled] == everywhere {
		c.enter[filled] = open
	}
	if f.answers[emptied] == everywhere {
		c.enter[emptied] = open
	}
}

// entry returns the effect on z when a piece of that type enters it (R3).
func (r *rules) entry(p game.PieceType) int {
	if p == r.last {
		return emptied
	}
	return filled
}

// legal returns the legal targets in within of a piece of any type.
func (s *State) legal(r *rules, f *checkInfo, c *reach, sq int, p game.PieceType, within uint64) uint64 {
	pseudo := s.pseudoTargets(r, f, sq, p) & within
	if p == game.King {
		return s.verified(r, f, sq, pseudo&^f.own&^s.Kings())
	}
	entry := r.entry(p)
	quiet, captures, last, enter := c.quiet, c.captures[filled], c.captures[emptied], c.enter[entry]
	if (f.pinned[still]|f.pinned[filled]|f.pinned[emptied])>>(sq&63)&1 != 0 {
		quiet &= s.free(f, sq, still)
		captures &= s.free(f, sq, filled)
		last &= s.free(f, sq, emptied)
		if f.pinned[entry]>>(sq&63)&1 != 0 {
			enter = 0 // a piece that vanishes on z blocks nothing
		}
	}
	targets := pseudo & (quiet | captures | last | enter)
	if p == r.beforeKing && targets&z != 0 {
		targets = targets&^z | s.verified(r, f, sq, z)
	}
	return targets
}

// free returns the squares that pins allow a piece to go to, for an effect on z.
func (s *State) free(f *checkInfo, sq, effect int) uint64 {
	if f.pinned[effect]>>(sq&63)&1 == 0 {
		return everywhere
	}
	return s.lane(f, sq, effect)
}

// verified returns the targets that leave the mover's kings safe (R4, R7).
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

// pseudoTargets returns the pseudo-legal targets of a piece of the side to move;
// squares of its own color may be among them.
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

// PieceTargets holds the legal targets of one piece. Pawns promote on LastSquares.
type PieceTargets struct {
	From int
	To   uint64
}

// Targets returns the legal moves to squares in within, piece by piece in the order of
// their squares. The list is valid until the next call of Targets or Legal.
func (p *Position) Targets(within uint64) []PieceTargets { return p.find(everywhere, within) }

// find is Targets for the pieces in movers.
func (p *Position) find(movers, within uint64) []PieceTargets {
	s := p.State()
	var f checkInfo
	s.findChecks(&p.rules, &f)
	if f.kings == 0 {
		return nil // R7
	}
	var c reach
	s.reach(&p.rules, &f, &c)
	n := 0
	for set := movers & f.own; set != 0; {
		sq := bitboard.Pop(&set)
		pt := s.Piece(game.Square(sq)).Type() & 7
		if to := s.legal(&p.rules, &f, &c, sq, pt, within); to != 0 {
			p.targets[n] = PieceTargets{sq, to}
			n++
		}
	}
	return p.targets[:n]
}

// Legal implements game.Position.
func (p *Position) Legal(dst []game.Move) []game.Move { return p.list(dst, everywhere, board) }

// LegalTo appends the legal moves of pieces of a type to a square: see game.LegalTo.
func (p *Position) LegalTo(dst []game.Move, pt game.PieceType, to game.Square) []game.Move {
	return p.list(dst, p.State().OfType(pt), board&(1<<to))
}

// list appends the legal moves of movers to squares in within.
func (p *Position) list(dst []game.Move, movers, within uint64) []game.Move {
	s := p.State()
	for _, t := range p.find(movers, within) {
		from, to := game.Square(t.From), t.To
		if s.PieceType(from) == game.Pawn {
			for last := to & lastSquares[s.Turn&1]; last != 0; {
				m := game.NewMove(from, game.Square(bitboard.Pop(&last)))
				for _, q := range game.Promotions {
					dst = append(dst, m.WithPromotion(0, q))
				}
			}
			to &^= lastSquares[s.Turn&1]
		}
		for to != 0 {
			dst = append(dst, game.NewMove(from, game.Square(bitboard.Pop(&to))))
		}
	}
	return dst
}
