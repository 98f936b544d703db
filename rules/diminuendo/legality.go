package diminuendo

import (
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
)

// A move has one of three effects on z. Checks and pins differ, so they are found for
// each effect. An enemy piece on z attacks only after still moves: otherwise it is
// gone, and the piece that drops there does not count (R4).
const (
	still   = iota // z is unchanged, or the piece on it moves
	filled         // z is occupied afterwards: by a drop, or by a piece that enters
	emptied        // z is empty afterwards: the last of the ranking is captured elsewhere, or enters
)

// allSquares is no restriction.
const allSquares = ^uint64(0)

// checkInfo holds the checks and pins of the side to move, by effect on z.
type checkInfo struct {
	own, enemy uint64    // the squares of its pieces and of the opponent's
	occupied   uint64    // both
	kings      uint64    // its own
	evasions   [3]uint64 // squares where a piece other than a king answers every check
	pinned     [3]uint64 // its pieces that are alone between one of its kings and an enemy slider
}

// findChecks finds the checks and pins of the side to move.
func (s *State) findChecks(r *rules, f *checkInfo) {
	f.occupied = s.Occupied()
	f.own = f.occupied & s.ByColor(s.Turn)
	f.enemy = f.occupied ^ f.own
	f.kings = s.Kings() & f.own
	f.evasions = [3]uint64{allSquares, allSquares, allSquares}
	f.pinned = [3]uint64{}
	for set := f.kings; set != 0; {
		s.bind(r, f, bitboard.Pop(&set)&63)
	}
	if f.kings == Z { // no other piece may capture: that would expel the own king (R7)
		f.evasions[filled], f.evasions[emptied] = 0, 0
	}
}

// bind adds the checks and pins of one king.
func (s *State) bind(r *rules, f *checkInfo, king game.Square) {
	k := &attacksFrom[king&63]
	if king == ZSquare {
		s.bindOnZ(r, f)
		return
	}
	leapers := (k.King[r.queenish&1]&s.Kings() | k.Knight&s.Knights() | k.Pawn[s.Turn&1]&s.Pawns()) & f.enemy
	evasions, pinned := allSquares, uint64(0) // for every effect on z
	for set := leapers; set != 0; set &= set - 1 {
		if sq := set & -set; sq == Z {
			f.evasions[still] &= Z
		} else {
			evasions &= sq
		}
	}
	for set := k.Rook & s.Straight() & f.enemy; set != 0; {
		sq := bitboard.Pop(&set) & 63
		line := rookBetween[king&63][sq]
		if (line|bitboard.Bit(sq))&Z != 0 {
			f.lineOnZ(line, bitboard.Bit(sq))
			continue
		}
		if blockers := line & f.occupied; blockers == 0 {
			evasions &= line | bitboard.Bit(sq)
		} else if blockers&(blockers-1) == 0 {
			pinned |= blockers
		}
	}
	for set := k.Bishop & s.Diagonal() & f.enemy; set != 0; {
		sq := bitboard.Pop(&set) & 63
		line := bishopBetween[king&63][sq]
		if (line|bitboard.Bit(sq))&Z != 0 {
			f.lineOnZ(line, bitboard.Bit(sq))
			continue
		}
		if blockers := line & f.occupied; blockers == 0 {
			evasions &= line | bitboard.Bit(sq)
		} else if blockers&(blockers-1) == 0 {
			pinned |= blockers
		}
	}
	pinned &= f.own
	for effect := range f.evasions {
		f.evasions[effect] &= evasions
		f.pinned[effect] |= pinned
	}
}

// bindOnZ adds the checks and pins of a king on z. They bind still moves only, since
// the others expel the king (R7).
func (s *State) bindOnZ(r *rules, f *checkInfo) {
	k := &attacksFrom[ZSquare]
	leapers := (k.King[r.queenish&1]&s.Kings() | k.Knight&s.Knights() | k.Pawn[s.Turn&1]&s.Pawns()) & f.enemy
	for set := leapers; set != 0; set &= set - 1 {
		f.evasions[still] &= set & -set
	}
	for set := k.Rook & s.Straight() & f.enemy; set != 0; {
		sq := bitboard.Pop(&set) & 63
		f.stillLine(rookBetween[ZSquare][sq], bitboard.Bit(sq))
	}
	for set := k.Bishop & s.Diagonal() & f.enemy; set != 0; {
		sq := bitboard.Pop(&set) & 63
		f.stillLine(bishopBetween[ZSquare][sq], bitboard.Bit(sq))
	}
}

// stillLine adds the check or pin of an enemy slider for still moves, given the line
// from the king.
func (f *checkInfo) stillLine(line, slider uint64) {
	switch blockers := line & f.occupied; {
	case blockers == 0:
		f.evasions[still] &= line | slider
	case blockers&(blockers-1) == 0:
		f.pinned[still] |= blockers & f.own
	}
}

// lineOnZ adds the check or pin of an enemy slider on z or with z on its line to a
// king. When z is filled, it blocks the line.
func (f *checkInfo) lineOnZ(line, slider uint64) {
	f.stillLine(line, slider)
	if slider == Z {
		return
	}
	switch blockers := line & f.occupied &^ Z; {
	case blockers == 0:
		f.evasions[emptied] &= line | slider
	case blockers&(blockers-1) == 0:
		f.pinned[emptied] |= blockers & f.own
	}
}

// pinLine returns the squares that a pinned piece may go to by moves with an effect on z:
// its lines, with their sliders.
func (s *State) pinLine(f *checkInfo, pinned game.Square, effect int) uint64 {
	occupied, enemy, kings := f.occupied, f.enemy, f.kings
	if effect != still {
		enemy &^= Z
		kings &^= Z
		occupied |= Z
		if effect == emptied {
			occupied &^= Z
		}
	}
	allowed := allSquares
	for ; kings != 0; kings &= kings - 1 {
		set := kings
		king := bitboard.Pop(&set) & 63
		for set := attacksFrom[king].Rook & s.Straight() & enemy; set != 0; {
			sq := bitboard.Pop(&set) & 63
			if line := rookBetween[king][sq]; line&occupied == bitboard.Bit(pinned) {
				allowed &= line | bitboard.Bit(sq)
			}
		}
		for set := attacksFrom[king].Bishop & s.Diagonal() & enemy; set != 0; {
			sq := bitboard.Pop(&set) & 63
			if line := bishopBetween[king][sq]; line&occupied == bitboard.Bit(pinned) {
				allowed &= line | bitboard.Bit(sq)
			}
		}
	}
	return allowed
}

// safe reports whether a move leaves the mover with a king, and none attacked (R4,
// R7). It is for moves that make, move or lose a king; evasions and lines decide the
// others.
func (s *State) safe(r *rules, f *checkInfo, from, to game.Square) bool {
	origin, target := bitboard.Bit(from), bitboard.Bit(to)
	occupied, attackers, kings := f.occupied&^origin|target, f.enemy&^target, f.kings&^origin
	isKing := f.kings&origin != 0
	switch {
	case to == ZSquare:
		isKing = origin&s.kind(&r.beforeKingBits) != 0
		if origin&s.kind(&r.lastBits) != 0 {
			occupied &^= Z
		}
	case f.enemy&target != 0:
		attackers &^= Z
		kings &^= Z
		occupied |= Z
		if target&s.kind(&r.lastBits) != 0 {
			occupied &^= Z
		}
	}
	if isKing {
		kings |= target
	}
	if kings == 0 {
		return false
	}
	for kings != 0 {
		if s.attacked(r, bitboard.Pop(&kings), s.Turn, occupied, attackers) {
			return false
		}
	}
	return true
}

// attacked reports whether some of the given attackers, all enemies of a color,
// attack a square, given the occupied squares.
func (s *State) attacked(r *rules, sq game.Square, us game.Color, occupied, attackers uint64) bool {
	k := &attacksFrom[sq&63]
	leapers := k.King[r.queenish&1]&s.Kings() | k.Knight&s.Knights() | k.Pawn[us&1]&s.Pawns()
	if leapers&attackers != 0 {
		return true
	}
	for set := k.Rook & s.Straight() & attackers; set != 0; {
		if rookBetween[sq&63][bitboard.Pop(&set)&63]&occupied == 0 {
			return true
		}
	}
	for set := k.Bishop & s.Diagonal() & attackers; set != 0; {
		if bishopBetween[sq&63][bitboard.Pop(&set)&63]&occupied == 0 {
			return true
		}
	}
	return false
}

// inCheck reports whether the side to move is in check. A piece on z counts: only in
// the move that drops it does it not (R4).
func (s *State) inCheck(r *rules) bool {
	occupied := s.Occupied()
	own := occupied & s.ByColor(s.Turn)
	for kings := s.Kings() & own; kings != 0; {
		if s.attacked(r, bitboard.Pop(&kings), s.Turn, occupied, occupied^own) {
			return true
		}
	}
	return false
}
