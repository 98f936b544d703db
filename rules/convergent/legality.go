package convergent

import (
	mathbits "math/bits"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
)

// everywhere is the answer to no check: any square resolves it.
const everywhere = ^uint64(0)

// field is a position seen by the side to move.
type field struct {
	own, enemy uint64 // the squares of its men and of the other side's
	king       int    // the square of its king
	answers    uint64 // squares that a man other than the king may go to, for all the checks there are
	pinned     uint64 // its men that stand alone between their king and an enemy slider
	aligned    uint64 // enemy sliders whose line would reach the king if nothing stood between
}

// look works out what binds the side to move: the checks that it must answer
// and the pins (R3).
func (s *state) look(f *field) {
	occupied := s.Occupied()
	f.own = occupied & s.ByColor(s.turn)
	f.enemy = occupied ^ f.own
	f.king = mathbits.TrailingZeros64(s.Kings()&f.own) & 63
	r := &from[f.king]

	// No square lies between a leaper and the king, or bars an intruder.
	f.answers, f.pinned = everywhere, 0
	leapers := r.queen&s.Queens() | r.knight&s.Knights() | r.pawn[s.turn&1]&s.Pawns() | royal[s.turn&1]
	for set := leapers & f.enemy; set != 0; set &= set - 1 {
		f.answers &= set & -set
	}
	f.aligned = (r.rook&s.Rooks() | r.bishop&s.Bishops()) & f.enemy
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

// inCheck tells whether the side to move is in check (R3).
func (s *state) inCheck() bool {
	own := s.Of(s.turn)
	enemy := s.Occupied() ^ own
	if royal[s.turn&1]&enemy != 0 {
		return true
	}
	king := mathbits.TrailingZeros64(s.Kings() & own)
	return s.attacked(king, s.turn.Other(), s.Occupied())
}

// lane returns the squares that a pinned man may go to: those between his king
// and the pinner, and the pinner's.
func (s *state) lane(f *field, pinned int) uint64 {
	for set := f.aligned; set != 0; {
		sq := bitboard.Pop(&set) & 63
		if lane := between[f.king][sq]; lane>>(pinned&63)&1 != 0 && lane&(f.own|f.enemy) == 1<<(pinned&63) {
			return lane | 1<<sq
		}
	}
	return 0
}

// kingTargets returns the squares that the king may go to (R3, R5).
func (s *state) kingTargets(f *field) uint64 {
	targets := from[f.king&63].king &^ f.own
	// Only capturing an intruder answers him, and no king captures two.
	for set := royal[s.turn&1] & f.enemy; set != 0; set &= set - 1 {
		targets &= set & -set
	}
	occupied := (f.own | f.enemy) &^ (1 << (f.king & 63)) // sliders see through him
	safe := targets
	for set := targets; set != 0; {
		sq := bitboard.Pop(&set)
		if s.attacked(sq, s.turn.Other(), occupied) {
			safe &^= 1 << sq
		}
	}
	return safe
}

// attacked tells whether men of that side attack a square, given which squares
// are occupied.
func (s *state) attacked(sq int, by game.Color, occupied uint64) bool {
	r := &from[sq&63]
	pieces := s.ByColor(by) // and empty squares, if White
	leapers := r.king&s.Kings() | r.queen&s.Queens() | r.knight&s.Knights() | r.pawn[by.Other()&1]&s.Pawns()
	if leapers&pieces != 0 {
		return true
	}
	for set := (r.rook&s.Rooks() | r.bishop&s.Bishops()) & pieces; set != 0; {
		if between[sq&63][bitboard.Pop(&set)&63]&occupied == 0 {
			return true
		}
	}
	return false
}
