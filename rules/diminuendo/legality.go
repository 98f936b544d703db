package diminuendo

import (
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
)

// A move can do three things to z, and each gives the kings of the mover
// another danger to face. So checks and pins are worked out for each.
const (
	still   = iota // a move that leaves z as it is, or only leaves it
	filled         // z is occupied afterwards: a capture elsewhere that drops a man, or a man who enters
	emptied        // z is empty afterwards: the capture elsewhere of, or the entry of, the last of the ranking
)

// The enemy man on z attacks after still moves only: in the others it is gone,
// and what drops there does not count (R4).

// everywhere is the answer to no check: any cell resolves it.
const everywhere = ^uint64(0)

// checkInfo is what checks and pins leave the side to move.
type checkInfo struct {
	own, enemy uint64    // the cells of its men and of the other side's
	occupied   uint64    // both
	kings      uint64    // its own
	answers    [3]uint64 // cells where a man other than a king resolves all the checks there are
	pinned     [3]uint64 // its men that alone stand between a king of theirs and an enemy slider
}

// findChecks works out what binds the side to move: the checks that it must answer
// and the pins.
func (s *State) findChecks(r *rules, f *checkInfo) {
	f.occupied = s.Occupied()
	f.own = f.occupied & s.ByColor(s.Turn)
	f.enemy = f.occupied ^ f.own
	f.kings = s.Kings() & f.own
	f.answers = [3]uint64{everywhere, everywhere, everywhere}
	f.pinned = [3]uint64{}
	for set := f.kings; set != 0; {
		s.bind(r, f, bitboard.Pop(&set)&63)
	}
	if f.kings == z { // no other man may capture: his own king would be pushed off (R7)
		f.answers[filled], f.answers[emptied] = 0, 0
	}
}

// bind adds what binds the side to move because of one of its kings.
func (s *State) bind(r *rules, f *checkInfo, king int) {
	k := &attacksFrom[king&63]
	if king == double {
		s.bindOnZ(r, f)
		return
	}
	leapers := (k.King[r.queenish&1]&s.Kings() | k.Knight&s.Knights() | k.Pawn[s.Turn&1]&s.Pawns()) & f.enemy
	answers, pinned := everywhere, uint64(0) // the same whatever happens to z
	for set := leapers; set != 0; set &= set - 1 {
		if cell := set & -set; cell == z {
			f.answers[still] &= z
		} else {
			answers &= cell
		}
	}
	for set := k.Rook & s.Straight() & f.enemy; set != 0; {
		sq := bitboard.Pop(&set) & 63
		lane := rookLane[king&63][sq]
		if (lane|1<<sq)&z != 0 {
			f.lineOnZ(lane, 1<<sq)
			continue
		}
		if blockers := lane & f.occupied; blockers == 0 {
			answers &= lane | 1<<sq
		} else if blockers&(blockers-1) == 0 {
			pinned |= blockers
		}
	}
	for set := k.Bishop & s.Diagonal() & f.enemy; set != 0; {
		sq := bitboard.Pop(&set) & 63
		lane := bishopLane[king&63][sq]
		if (lane|1<<sq)&z != 0 {
			f.lineOnZ(lane, 1<<sq)
			continue
		}
		if blockers := lane & f.occupied; blockers == 0 {
			answers &= lane | 1<<sq
		} else if blockers&(blockers-1) == 0 {
			pinned |= blockers
		}
	}
	pinned &= f.own
	for effect := range f.answers {
		f.answers[effect] &= answers
		f.pinned[effect] |= pinned
	}
}

// bindOnZ adds what binds because of a king on z. Whatever changes z pushes him
// off (R7), so that only still moves are bound.
func (s *State) bindOnZ(r *rules, f *checkInfo) {
	k := &attacksFrom[double]
	leapers := (k.King[r.queenish&1]&s.Kings() | k.Knight&s.Knights() | k.Pawn[s.Turn&1]&s.Pawns()) & f.enemy
	for set := leapers; set != 0; set &= set - 1 {
		f.answers[still] &= set & -set
	}
	for set := k.Rook & s.Straight() & f.enemy; set != 0; {
		sq := bitboard.Pop(&set) & 63
		f.stillLine(rookLane[double][sq], 1<<sq)
	}
	for set := k.Bishop & s.Diagonal() & f.enemy; set != 0; {
		sq := bitboard.Pop(&set) & 63
		f.stillLine(bishopLane[double][sq], 1<<sq)
	}
}

// stillLine adds what binds still moves because of the lane from a king to an
// enemy slider.
func (f *checkInfo) stillLine(lane, slider uint64) {
	switch blockers := lane & f.occupied; {
	case blockers == 0:
		f.answers[still] &= lane | slider
	case blockers&(blockers-1) == 0:
		f.pinned[still] |= blockers & f.own
	}
}

// lineOnZ adds what binds because of the lane from a king elsewhere to an enemy
// slider, z being the slider's cell or on the lane. Filled, z bars the lane.
func (f *checkInfo) lineOnZ(lane, slider uint64) {
	f.stillLine(lane, slider)
	if slider == z {
		return
	}
	switch blockers := lane & f.occupied &^ z; {
	case blockers == 0:
		f.answers[emptied] &= lane | slider
	case blockers&(blockers-1) == 0:
		f.pinned[emptied] |= blockers & f.own
	}
}

// lane returns the cells that a pinned man may go to with that effect on z: the
// lanes he stands on, and their sliders.
func (s *State) lane(f *checkInfo, pinned int, effect int) uint64 {
	occupied, enemy, kings := f.occupied, f.enemy, f.kings
	if effect != still {
		enemy &^= z
		kings &^= z
		occupied |= z
		if effect == emptied {
			occupied &^= z
		}
	}
	allowed := everywhere
	for ; kings != 0; kings &= kings - 1 {
		set := kings
		king := bitboard.Pop(&set) & 63
		for set := attacksFrom[king].Rook & s.Straight() & enemy; set != 0; {
			sq := bitboard.Pop(&set) & 63
			if lane := rookLane[king][sq]; lane&occupied == 1<<(pinned&63) {
				allowed &= lane | 1<<sq
			}
		}
		for set := attacksFrom[king].Bishop & s.Diagonal() & enemy; set != 0; {
			sq := bitboard.Pop(&set) & 63
			if lane := bishopLane[king][sq]; lane&occupied == 1<<(pinned&63) {
				allowed &= lane | 1<<sq
			}
		}
	}
	return allowed
}

// safe tells whether a move leaves the mover with a king, and none attacked
// (R4, R7). It serves the moves that make, move or lose a king; lanes and
// answers tell it for the rest.
func (s *State) safe(r *rules, f *checkInfo, from, to int) bool {
	origin, target := uint64(1)<<(from&63), uint64(1)<<(to&63)
	occupied, attackers, kings := f.occupied&^origin|target, f.enemy&^target, f.kings&^origin
	isKing := f.kings&origin != 0
	switch {
	case to == double:
		isKing = origin&s.kind(&r.beforeKingBits) != 0
		if origin&s.kind(&r.lastBits) != 0 {
			occupied &^= z
		}
	case f.enemy&target != 0:
		attackers &^= z
		kings &^= z
		occupied |= z
		if target&s.kind(&r.lastBits) != 0 {
			occupied &^= z
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

// attacked tells whether the enemies of a side, among the given attackers,
// attack a cell, given which cells are occupied.
func (s *State) attacked(r *rules, cell int, who game.Color, occupied, attackers uint64) bool {
	k := &attacksFrom[cell&63]
	leapers := k.King[r.queenish&1]&s.Kings() | k.Knight&s.Knights() | k.Pawn[who&1]&s.Pawns()
	if leapers&attackers != 0 {
		return true
	}
	for set := k.Rook & s.Straight() & attackers; set != 0; {
		if rookLane[cell&63][bitboard.Pop(&set)&63]&occupied == 0 {
			return true
		}
	}
	for set := k.Bishop & s.Diagonal() & attackers; set != 0; {
		if bishopLane[cell&63][bitboard.Pop(&set)&63]&occupied == 0 {
			return true
		}
	}
	return false
}

// inCheck tells whether the side to move is in check. The man on z counts: he
// has stood there since before the opponent's last move or came by it (R4).
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
