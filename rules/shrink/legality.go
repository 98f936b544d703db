package shrink

import "github.com/wane-chess/wane/game"

// begin empties the sets and finds checks and pins. Of pieces other than pawns only
// moves to the squares of within will be found.
func (g *Targets) begin(s *State, within uint64) {
	g.Push, g.Double, g.Left, g.Right, g.n = 0, 0, 0, 0, 0
	g.Choices = g.Choices[:0]
	g.turn = s.turn
	m := s.Pieces
	g.occ = m.Occupied()
	own := m.Of(s.turn)
	g.own, g.enemy = own, g.occ&^own
	k := lowest(m.Kings()&own) & 63
	g.king = k
	g.land = s.Squares() &^ own & within
	checkers := pawnAttacks[s.turn&1][k]&m.Pawns() | knightAttacks[k]&m.Knights()
	checkers &= g.enemy
	lines := &between[k]
	onSlant, slant := findPins(bishopRays[k]&m.Diagonal()&g.enemy, lines, g.occ)
	onLine, pinned := findPins(rookRays[k]&m.Straight()&g.enemy, lines, g.occ)
	checkers |= onSlant | onLine
	g.pinned, g.pinnedSlant = pinned, slant
	g.evasions = ^uint64(0)
	if checkers != 0 {
		g.evasions = evasionSquares(k, checkers)
	}
}

// findPins sorts the enemy sliders whose lines lead to the king: checkers have
// nothing between, the lines to and including others have a single piece.
func findPins(snipers uint64, lines *[64]uint64, occ uint64) (checkers, pinning uint64) {
	for ; snipers != 0; snipers &= snipers - 1 {
		sniper := snipers & -snipers
		line := lines[lowest(snipers)&63]
		switch shield := line & occ; {
		case shield == 0:
			checkers |= sniper
		case shield&(shield-1) == 0:
			pinning |= line | sniper
		}
	}
	return checkers, pinning
}

// evasionSquares returns where a piece other than the king may go against checkers.
func evasionSquares(king uint, checkers uint64) uint64 {
	if checkers&(checkers-1) != 0 {
		return 0
	}
	return checkers | between[king&63][lowest(checkers)]
}

// inCheck reports whether begin has found a check.
func (g *Targets) inCheck() bool { return g.evasions != ^uint64(0) }

// safe reports whether a move leaves the mover's king safe if nothing collapses.
func (s *State) safe(m game.Move) bool {
	var n State
	s.move(&n, m)
	return checkers(n.Pieces, s.turn) == 0
}

// safeCollapsing reports whether a move that brings no pawn to its last rank by a
// collapse leaves the mover's king safe (R2).
func (s *State) safeCollapsing(m game.Move) bool {
	var n State
	n.collapseAfter(s.move(&n, m))
	return checkers(n.Pieces, s.turn) == 0
}

// enPassantCapturers returns the pawns that stand where they could capture en passant.
func (s *State) enPassantCapturers() uint64 {
	if s.enPassant == noSquare {
		return 0
	}
	return pawnAttacks[s.turn&1^1][s.enPassant&63] & s.Pawns() & s.Of(s.turn)
}

// updateEnPassant notes whether a capture en passant is legal.
func (s *State) updateEnPassant(safe func(*State, game.Move) bool) {
	for b := s.enPassantCapturers(); b != 0; b &= b - 1 {
		s.enPassantLegal = s.enPassantLegal || safe(s, enPassantMove(b, s.enPassant))
	}
}
