package convergent

import (
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
)

// allSquares is no restriction.
const allSquares = ^uint64(0)

// checkInfo holds the checks and pins of the side to move.
type checkInfo struct {
	own, enemy uint64      // the squares of its pieces and of the opponent's
	king       game.Square // the square of its king
	evasions   uint64      // squares where a piece other than the king answers every check
	pinned     uint64      // its pieces that are alone between the king and an enemy slider
	aligned    uint64      // enemy sliders that attack the king on an empty board
}

// findChecks finds the checks (R3) and pins of the side to move.
func (s *State) findChecks(f *checkInfo) {
	occupied := s.Occupied()
	f.own = occupied & s.ByColor(s.Turn)
	f.enemy = occupied ^ f.own
	f.king = bitboard.Lowest(s.Kings()&f.own) & 63
	r := &attacksFrom[f.king]

	// A leaper or an intruder can only be captured.
	f.evasions, f.pinned = allSquares, 0
	leapers := r.Queen&s.Queens() | r.Knight&s.Knights() | r.Pawn[s.Turn&1]&s.Pawns() | royal[s.Turn&1]
	for set := leapers & f.enemy; set != 0; set &= set - 1 {
		f.evasions &= set & -set
	}
	f.aligned = (r.Rook&s.Rooks() | r.Bishop&s.Bishops()) & f.enemy
	for set := f.aligned; set != 0; {
		sq := bitboard.Pop(&set) & 63
		line := between[f.king][sq]
		switch blockers := line & occupied; {
		case blockers == 0:
			f.evasions &= line | bitboard.Bit(sq)
		case blockers&(blockers-1) == 0:
			f.pinned |= blockers & f.own
		}
	}
}

// inCheck reports whether the side to move is in check (R3).
func (s *State) inCheck() bool {
	own := s.Of(s.Turn)
	enemy := s.Occupied() ^ own
	if royal[s.Turn&1]&enemy != 0 {
		return true
	}
	king := bitboard.Lowest(s.Kings() & own)
	return s.attacked(king, s.Turn.Other(), s.Occupied())
}

// pinLine returns the squares that a pinned piece may go to: those between the king and
// the pinner, and the pinner's.
func (s *State) pinLine(f *checkInfo, pinned game.Square) uint64 {
	for set := f.aligned; set != 0; {
		sq := bitboard.Pop(&set) & 63
		if line := between[f.king][sq]; line&(f.own|f.enemy) == bitboard.Bit(pinned) {
			return line | bitboard.Bit(sq)
		}
	}
	return 0
}

// kingTargets returns the squares of a set that the king may go to (R3, R5).
func (s *State) kingTargets(f *checkInfo, within uint64) uint64 {
	targets := attacksFrom[f.king&63].King & within &^ f.own
	// Only a capture answers an intruder, and no king captures two.
	for set := royal[s.Turn&1] & f.enemy; set != 0; set &= set - 1 {
		targets &= set & -set
	}
	occupied := (f.own | f.enemy) &^ bitboard.Bit(f.king) // sliders attack through the king
	safe := targets
	for set := targets; set != 0; {
		sq := bitboard.Pop(&set)
		if s.attacked(sq, s.Turn.Other(), occupied) {
			safe &^= bitboard.Bit(sq)
		}
	}
	return safe
}

// attacked reports whether pieces of a color attack a square, given the occupied
// squares.
func (s *State) attacked(sq game.Square, by game.Color, occupied uint64) bool {
	r := &attacksFrom[sq&63]
	pieces := s.ByColor(by) // and, for White, empty squares
	leapers := r.King&s.Kings() | r.Queen&s.Queens() | r.Knight&s.Knights() | r.Pawn[by.Other()&1]&s.Pawns()
	if leapers&pieces != 0 {
		return true
	}
	for set := (r.Rook&s.Rooks() | r.Bishop&s.Bishops()) & pieces; set != 0; {
		if between[sq&63][bitboard.Pop(&set)&63]&occupied == 0 {
			return true
		}
	}
	return false
}
