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
	c.quiet = Squares &^ Z &^ f.occupied & f.evasions[still]
	enemy := f.enemy &^ Z &^ s.Kings() // kings are never captured (R4)
	last := s.kind(&r.lastBits)
	c.captures[filled] = enemy &^ last & f.evasions[filled]
	c.captures[emptied] = enemy & last & f.evasions[emptied]
	c.enter[filled], c.enter[emptied] = 0, 0
	open := Z &^ (f.own | s.Kings())
	if f.evasions[filled] == allSquares {
		c.enter[filled] = open
	}
	if f.evasions[emptied] == allSquares {
		c.enter[emptied] = open
	}
}

// entry returns the effect on z when a piece of that type enters it (R3).
func (r *rules) entry(pt game.PieceType) int {
	if pt == r.last {
		return emptied
	}
	return filled
}

// legal returns the legal targets in within of a piece of any type.
func (s *State) legal(r *rules, f *checkInfo, c *reach, sq game.Square, pt game.PieceType, within uint64) uint64 {
	pseudo := s.pseudoTargets(r, f, sq, pt) & within
	if pt == game.King {
		return s.verified(r, f, sq, pseudo&^f.own&^s.Kings())
	}
	entry := r.entry(pt)
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
	if pt == r.beforeKing && targets&Z != 0 {
		targets = targets&^Z | s.verified(r, f, sq, Z)
	}
	return targets
}

// free returns the squares that pins allow a piece to go to, for an effect on z.
func (s *State) free(f *checkInfo, sq game.Square, effect int) uint64 {
	if f.pinned[effect]>>(sq&63)&1 == 0 {
		return allSquares
	}
	return s.pinLine(f, sq, effect)
}

// verified returns the targets that leave the mover's kings safe (R4, R7).
func (s *State) verified(r *rules, f *checkInfo, sq game.Square, targets uint64) uint64 {
	good := targets
	for targets != 0 {
		to := bitboard.Pop(&targets)
		if !s.safe(r, f, sq, to) {
			good &^= bitboard.Bit(to)
		}
	}
	return good
}

// pseudoTargets returns the pseudo-legal targets of a piece of the side to move;
// squares of its own color may be among them.
func (s *State) pseudoTargets(r *rules, f *checkInfo, sq game.Square, pt game.PieceType) uint64 {
	if pt == game.Pawn {
		color := s.Turn & 1
		targets := uint64(1) << (attacksFrom[sq&63].Forward[color] & 63) &^ f.occupied
		sideways := attacksFrom[sq&63].Pawn[color]
		if !r.flexible {
			sideways &= f.enemy
		}
		return targets | sideways
	}
	return pieceAttacks(r, pt, sq, f.occupied)
}

// PieceTargets holds the legal targets of one piece. Pawns promote on LastSquares.
type PieceTargets struct {
	From game.Square
	To   uint64
}

// Targets returns the legal moves to squares in within, piece by piece in the order of
// their squares. The list is valid until the next call of Targets or Legal.
func (p *Position) Targets(within uint64) []PieceTargets { return p.findTargets(allSquares, within) }

// findTargets is Targets for the pieces in movers.
func (p *Position) findTargets(movers, within uint64) []PieceTargets {
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
		pt := s.Piece(sq).Type() & 7
		if to := s.legal(&p.rules, &f, &c, sq, pt, within); to != 0 {
			p.targets[n] = PieceTargets{sq, to}
			n++
		}
	}
	return p.targets[:n]
}

// Legal implements game.Position.
func (p *Position) Legal(dst []game.Move) []game.Move { return p.list(dst, allSquares, Squares) }

// LegalTo appends the legal moves of pieces of a type to a square: see game.LegalTo.
func (p *Position) LegalTo(dst []game.Move, pt game.PieceType, to game.Square) []game.Move {
	return p.list(dst, p.State().OfType(pt), Squares&bitboard.Bit(to))
}

// list appends the legal moves of movers to squares in within.
func (p *Position) list(dst []game.Move, movers, within uint64) []game.Move {
	s := p.State()
	for _, t := range p.findTargets(movers, within) {
		from, to := t.From, t.To
		if s.PieceType(from) == game.Pawn {
			for last := to & lastSquares[s.Turn&1]; last != 0; {
				m := game.NewMove(from, bitboard.Pop(&last))
				for _, q := range game.Promotions {
					dst = append(dst, m.WithPromotion(0, q))
				}
			}
			to &^= lastSquares[s.Turn&1]
		}
		for to != 0 {
			dst = append(dst, game.NewMove(from, bitboard.Pop(&to)))
		}
	}
	return dst
}

// promotes reports whether a move takes a pawn to the last square of its file (R5).
func (s *State) promotes(m game.Move) bool {
	return s.Piece(m.From()).Type() == game.Pawn && lastSquares[s.Turn&1]>>(m.To()&63)&1 != 0
}
