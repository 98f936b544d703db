package diminuendo

import (
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
)

// LegalCount implements game.Position. It counts the targets of pieces that are not
// pinned by type, and those of pawns all at once.
func (p *Position) LegalCount() int {
	s, r := p.State(), &p.rules
	var f checkInfo
	s.findChecks(r, &f)
	if f.kings == 0 {
		return 0 // R7
	}
	n := 0
	for set := f.kings; set != 0; {
		sq := bitboard.Pop(&set)
		targets := attacksFrom[sq&63].King[r.queenish&1] &^ f.own &^ s.Kings()
		n += bitboard.Count(s.verified(r, &f, sq, targets))
	}
	var c reach
	s.reach(r, &f, &c)
	elsewhere := c.quiet | c.captures[filled] | c.captures[emptied]
	if elsewhere|c.enter[filled]|c.enter[emptied] == 0 {
		return n
	}
	pinned := (f.pinned[still] | f.pinned[filled] | f.pinned[emptied]) &^ f.kings
	for set := pinned; set != 0; {
		n += s.countOne(r, &f, &c, bitboard.Pop(&set))
	}
	// targets[t] is where a piece of type t may go.
	var targets [8]uint64
	for t := range targets {
		targets[t] = elsewhere | c.enter[filled]
	}
	targets[r.last&7] = elsewhere | c.enter[emptied]
	free := State{Pieces: s.Without(pinned | ^f.own)}
	if r.beforeKing != game.NoPieceType && c.enter[filled] != 0 {
		targets[r.beforeKing&7] = elsewhere
		n += s.countCoronations(r, &f, free.kind(&r.beforeKingBits))
	}
	for set := free.Knights(); set != 0; {
		n += bitboard.Count(attacksFrom[bitboard.Pop(&set)&63].Knight & targets[game.Knight])
	}
	for set := free.Rooks(); set != 0; {
		n += bitboard.Count(RookAttacks(bitboard.Pop(&set), f.occupied) & targets[game.Rook])
	}
	for set := free.Bishops(); set != 0; {
		n += bitboard.Count(BishopAttacks(bitboard.Pop(&set), f.occupied) & targets[game.Bishop])
	}
	for set := free.Queens(); set != 0; {
		sq := bitboard.Pop(&set)
		n += bitboard.Count((RookAttacks(sq, f.occupied) | BishopAttacks(sq, f.occupied)) & targets[game.Queen])
	}
	return n + s.countPawns(r, &f, &c, free.Pawns(), targets[game.Pawn]&Z)
}

// countCoronations counts the pieces of the type before the king that may enter z,
// where they become kings and must not be attacked.
func (s *State) countCoronations(r *rules, f *checkInfo, pieces uint64) int {
	n := 0
	for pieces != 0 {
		sq := bitboard.Pop(&pieces)
		if s.pseudoTargets(r, f, sq, r.beforeKing)&Z != 0 && s.safe(r, f, sq, ZSquare) {
			n++
		}
	}
	return n
}

// countPawns counts the moves of pawns that are not pinned. enter is z if they may
// enter it, else 0.
func (s *State) countPawns(r *rules, f *checkInfo, c *reach, pawns, enter uint64) int {
	var front, entering uint64
	if s.Turn == game.White {
		front = (pawns&^Z)<<1 | pawns&Z<<2
	} else {
		front = (pawns&^aboveZ)>>1 | pawns&aboveZ>>2
	}
	right, left := sideways(s.Turn, pawns)
	beside := c.captures[filled] | c.captures[emptied]
	if r.flexible {
		beside |= c.quiet
	}
	if front &= c.quiet; enter != 0 {
		// The sums above miss z, which several pawns may reach at once.
		ahead := uint64(1) << (attacksFrom[ZSquare].Forward[s.Turn^1] & 63)
		besideZ := attacksFrom[ZSquare].Pawn[s.Turn.Other()&1]
		switch {
		case f.enemy&Z != 0:
			entering = pawns & besideZ
		case r.flexible:
			entering = pawns & (besideZ | ahead)
		default:
			entering = pawns & ahead
		}
	}
	right &= beside
	left &= beside
	last := lastSquares[s.Turn&1]
	return bitboard.Count(front) + bitboard.Count(right) +
		bitboard.Count(left) + bitboard.Count(entering) +
		3*(bitboard.Count(front&last)+bitboard.Count(right&last)+bitboard.Count(left&last))
}

// countOne counts the moves of one piece other than a king.
func (s *State) countOne(r *rules, f *checkInfo, c *reach, sq game.Square) int {
	pt := s.Piece(sq).Type() & 7
	targets := s.legal(r, f, c, sq, pt, Squares)
	n := bitboard.Count(targets)
	if pt == game.Pawn {
		n += 3 * bitboard.Count(targets&lastSquares[s.Turn&1])
	}
	return n
}
