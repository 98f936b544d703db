package convergent

import (
	mathbits "math/bits"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
)

func count(set uint64) int { return mathbits.OnesCount64(set) }

// atLeast1 returns 1 if the set is not empty, else 0.
func atLeast1(set uint64) int { return int((set | -set) >> 63) }

// pawns begins an army: its pawns and what they attack.
func (s *state) pawns(a *army, who game.Color, own, occupied uint64) {
	a.own, a.king = own, mathbits.TrailingZeros64(own&s.Kings())&63
	pawns := own & s.Pawns()
	// Before a pawn on an enemy royal square there is nothing.
	ahead := forward(pawns, who)
	a.pawns = (ahead<<1 | ahead>>1) & board
	a.attacks = a.pawns
	a.score += derived.pushes * tapered(count(ahead&board&^occupied)+count(a.pawns&^own))
	squares := &derived.square[game.Pawn.Of(who)&15]
	for set := pawns; set != 0; {
		a.score += squares[bitboard.Pop(&set)&63]
	}
	propped, abreast := &derived.propped[who&1], &derived.abreast[who&1]
	for set := pawns & a.pawns; set != 0; {
		a.score += propped[bitboard.Pop(&set)>>3&7]
	}
	for set := pawns & (pawns << 1); set != 0; {
		a.score += abreast[bitboard.Pop(&set)>>3&7]
	}
}

// forward moves a set one row on. Beyond the last row there is nothing.
func forward(set uint64, who game.Color) uint64 {
	if who == game.White {
		return set << 8
	}
	return set >> 8
}

// sights are the squares from where officers of each type would see a royal
// square at one end.
type sights [8]uint64

// look fills the sights of the royal squares of that side.
func (v *sights) look(who game.Color, occupied uint64) {
	d := 3 + 56*int(who&1)
	one, other := &from[d&63], &from[(d+1)&63]
	v[game.Queen] = one.queen | other.queen
	v[game.Knight] = one.knight | other.knight
	v[game.Rook] = rookAttacks(d, occupied) | rookAttacks(d+1, occupied)
	v[game.Bishop] = bishopAttacks(d, occupied) | bishopAttacks(d+1, occupied)
}

// outlook is what an army's officers are measured by.
type outlook struct {
	usable uint64  // squares that it does not hold and enemy pawns do not attack
	ring   uint64  // squares at the enemy king
	enter  *sights // of the enemy's royal squares
	guard  *sights // of its own
}

// officers adds the men of an army that are not pawns.
func (s *state) officers(a *army, who game.Color, o *outlook, occupied uint64) {
	for set := a.own & s.Queens(); set != 0; {
		sq := bitboard.Pop(&set) & 63
		a.officer(game.Queen, who, sq, from[sq].queen, o)
	}
	for set := a.own & s.Rooks(); set != 0; {
		sq := bitboard.Pop(&set) & 63
		a.officer(game.Rook, who, sq, rookAttacks(sq, occupied), o)
	}
	bishops := a.own & s.Bishops()
	if bishops&(bishops-1) != 0 {
		a.score += derived.pair
	}
	for set := bishops; set != 0; {
		sq := bitboard.Pop(&set) & 63
		a.officer(game.Bishop, who, sq, bishopAttacks(sq, occupied), o)
	}
	for set := a.own & s.Knights(); set != 0; {
		sq := bitboard.Pop(&set) & 63
		a.officer(game.Knight, who, sq, from[sq].knight, o)
	}
	king := a.king
	a.score += derived.square[game.King.Of(who)&15][king]
	a.attacks |= from[king].king
	atRing := a.pawns & o.ring
	a.ringPieces += atLeast1(atRing)
	a.score += derived.ring[game.Pawn] * tapered(count(atRing))
	a.score += derived.ringPieces[min(a.ringPieces, len(derived.ringPieces)-1)]
}

// officer adds one officer, who sees certain squares.
func (a *army) officer(kind game.PieceType, who game.Color, sq int, seen uint64, o *outlook) {
	t := &derived
	usable := seen & o.usable
	atRing := seen & o.ring
	a.by[kind&7] |= seen
	a.attacks |= seen
	a.ringPieces += atLeast1(atRing)
	a.score += t.square[kind.Of(who)&15][sq&63] + t.mobility[kind&7][min(count(usable), 16)] +
		t.backed[kind&7]*tapered(a.pawns>>(sq&63)&1) +
		t.ring[kind&7]*tapered(count(atRing)) +
		t.near[kind&7][min(count(usable&o.enter[kind&7]), 3)] +
		t.aid[kind&7][min(count(usable&o.guard[kind&7]), 3)]
}
