package shrink

import (
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
)

// findChecks empties the sets and finds checks and pins. The generator will find only moves
// of other pieces than pawns to squares in within.
func (g *Targets) findChecks(s *State, within uint64) {
	g.Push, g.Double, g.Left, g.Right, g.n = 0, 0, 0, 0, 0
	g.Choices = g.Choices[:0]
	g.turn = s.Turn
	m := s.Pieces
	g.occupied = m.Occupied()
	own := m.Of(s.Turn)
	g.own, g.enemy = own, g.occupied&^own
	k := bitboard.Lowest(m.Kings()&own) & 63
	g.king = k
	g.land = s.Squares() &^ own & within
	checkers := pawnAttacks[s.Turn&1][k]&m.Pawns() | knightAttacks[k]&m.Knights()
	checkers &= g.enemy
	lines := &between[k]
	onDiagonal, diagonal := findPins(bishopRays[k]&m.Diagonal()&g.enemy, lines, g.occupied)
	onLine, pinned := findPins(rookRays[k]&m.Straight()&g.enemy, lines, g.occupied)
	checkers |= onDiagonal | onLine
	g.pinned, g.pinnedDiagonal = pinned, diagonal
	g.evasions = ^uint64(0)
	if checkers != 0 {
		g.evasions = evasionSquares(k, checkers)
	}
}

// findPins sorts enemy sliders on lines with the king: checkers have nothing between
// them and the king, pinning are the lines, with their sliders, on which a single
// piece stands.
func findPins(snipers uint64, lines *[64]uint64, occupied uint64) (checkers, pinning uint64) {
	for ; snipers != 0; snipers &= snipers - 1 {
		sniper := snipers & -snipers
		line := lines[bitboard.Lowest(snipers)&63]
		switch shield := line & occupied; {
		case shield == 0:
			checkers |= sniper
		case shield&(shield-1) == 0:
			pinning |= line | sniper
		}
	}
	return checkers, pinning
}

// evasionSquares returns where a piece other than the king may go to answer a check.
func evasionSquares(king game.Square, checkers uint64) uint64 {
	if checkers&(checkers-1) != 0 {
		return 0
	}
	return checkers | between[king&63][bitboard.Lowest(checkers)]
}

// inCheck reports whether findChecks has found a check.
func (g *Targets) inCheck() bool { return g.evasions != ^uint64(0) }

// safe reports whether a move that does not collapse leaves the mover's king safe.
func (s *State) safe(m game.Move) bool {
	var n State
	s.move(&n, m)
	return checkers(n.Pieces, s.Turn) == 0
}

// safeCollapsing reports whether a move leaves the mover's king safe (R2). Its
// collapse must not bring a pawn to its last rank.
func (s *State) safeCollapsing(m game.Move) bool {
	var n State
	n.collapseAfter(s.move(&n, m))
	return checkers(n.Pieces, s.Turn) == 0
}

// enPassantCapturers returns the pawns that attack the en passant square.
func (s *State) enPassantCapturers() uint64 {
	if s.EnPassant == game.NoSquare {
		return 0
	}
	return pawnAttacks[s.Turn&1^1][s.EnPassant&63] & s.Pawns() & s.Of(s.Turn)
}

// updateEnPassant records whether an en passant capture is legal.
func (s *State) updateEnPassant(safe func(*State, game.Move) bool) {
	for b := s.enPassantCapturers(); b != 0; b &= b - 1 {
		s.enPassantLegal = s.enPassantLegal || safe(s, enPassantMove(b, s.EnPassant))
	}
}
