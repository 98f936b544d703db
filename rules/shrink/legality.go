package shrink

import "github.com/wane-chess/wane/game"

// begin empties the sets and finds checks and pins. The generator will find only moves
// of other pieces than pawns to squares in within.
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

// findPins sorts enemy sliders on lines with the king: checkers have nothing between
// them and the king, pinning are the lines, with their sliders, on which a single
// piece stands.
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

// evasionSquares returns where a piece other than the king may go to answer a check.
func evasionSquares(king uint, checkers uint64) uint64 {
	if checkers&(checkers-1) != 0 {
		return 0
	}
	return checkers | between[king&63][lowest(checkers)]
}

// inCheck reports whether begin has found a check.
func (g *Targets) inCheck() bool { return g.evasions != ^uint64(0) }

// safe reports whether a move that does not collapse leaves the mover's king safe.
func (s *State) safe(m game.Move) bool {
	var n State
	s.move(&n, m)
	return checkers(n.Pieces, s.turn) == 0
}

// safeCollapsing reports whether a move leaves the mover's king safe (R2). Its
// collapse must not bring a pawn to its last rank.
func (s *State) safeCollapsing(m game.Move) bool {
	var n State
	n.collapseAfter(s.move(&n, m))
	return checkers(n.Pieces, s.turn) == 0
}

// enPassantCapturers returns the pawns that attack the en passant square.
func (s *State) enPassantCapturers() uint64 {
	if s.enPassant == noSquare {
		return 0
	}
	return pawnAttacks[s.turn&1^1][s.enPassant&63] & s.Pawns() & s.Of(s.turn)
}

// updateEnPassant records whether an en passant capture is legal.
func (s *State) updateEnPassant(safe func(*State, game.Move) bool) {
	for b := s.enPassantCapturers(); b != 0; b &= b - 1 {
		s.enPassantLegal = s.enPassantLegal || safe(s, enPassantMove(b, s.enPassant))
	}
}
