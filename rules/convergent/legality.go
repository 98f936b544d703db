package convergent

import (
	mathbits "math/bits"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
)

// everywhere answers no check: all squares.
const everywhere = ^uint64(0)

// checkInfo holds the checks and pins of the side to move.
type checkInfo struct {
	own, enemy uint64 // the squares of its pieces and of the opponent's
	king       int    // the square of its king
	answers    uint64 // squares where a piece other than the king answers every check
	pinned     uint64 // its pieces that are alone between the king and an enemy slider
	aligned    uint64 // enemy sliders that attack the king on an empty board
}

// findChecks finds the checks (R3) and pins of the side to move.
func (s *State) findChecks(f *checkInfo) {
	occupied := s.Occupied()
	f.own = occupied & s.ByColor(s.Turn)
	f.enemy = occupied ^ f.own
	f.king = mathbits.TrailingZeros64(s.Kings()&f.own) & 63
	r := &attacksFrom[f.king]

	// A leaper or an intruder can only be captured.
	f.answers, f.pinned = everywhere, 0
	leapers := r.Queen&s.Queens() | r.Knight&s.Knights() | r.Pawn[s.Turn&1]&s.Pawns() | royal[s.Turn&1]
	for set := leapers & f.enemy; set != 0; set &= set - 1 {
		f.answers &= set & -set
	}
	f.aligned = (r.Rook&s.Rooks() | r.Bishop&s.Bishops()) & f.enemy
	for set := f.aligned; set != 0; {
		sq := bitboard.Pop(&set) & 63
		lane := between[f.king][sq]
		switch blockers := lane & occupied; {
		case blockers == 0:
			f.answers &= lane | 1<<sq
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
	king := mathbits.TrailingZeros64(s.Kings() & own)
	return s.attacked(king, s.Turn.Other(), s.Occupied())
}

// lane returns the squares that a pinned piece may go to: those between the king and
// the pinner, and the pinner's.
func (s *State) lane(f *checkInfo, pinned int) uint64 {
	for set := f.aligned; set != 0; {
		sq := bitboard.Pop(&set) & 63
		if lane := between[f.king][sq]; lane>>(pinned&63)&1 != 0 && lane&(f.own|f.enemy) == 1<<(pinned&63) {
			return lane | 1<<sq
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
	occupied := (f.own | f.enemy) &^ (1 << (f.king & 63)) // sliders attack through the king
	safe := targets
	for set := targets; set != 0; {
		sq := bitboard.Pop(&set)
		if s.attacked(sq, s.Turn.Other(), occupied) {
			safe &^= 1 << sq
		}
	}
	return safe
}

// attacked reports whether pieces of a color attack a square, given the occupied
// squares.
func (s *State) attacked(sq int, by game.Color, occupied uint64) bool {
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
