package convergent

import (
	mathbits "math/bits"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
)

// threats scores what an army attacks alone or with men of less worth.
func (s *state) threats(a, enemy *army, who game.Color) tapered {
	t := &derived
	var sum tapered
	kinds := [8]uint64{
		game.Queen: s.Queens(), game.Rook: s.Rooks(), game.Bishop: s.Bishops(), game.Knight: s.Knights(), game.Pawn: s.Pawns(),
	}
	if targets := a.pawns & enemy.own; targets&^s.Pawns() != 0 {
		for _, k := range [...]game.PieceType{game.Queen, game.Rook, game.Bishop, game.Knight} {
			sum += t.byPawn[k] * tapered(count(targets&kinds[k]))
		}
	}
	minor := (a.by[game.Knight] | a.by[game.Bishop]) & enemy.own
	sum += t.byMinor[game.Queen]*tapered(count(minor&s.Queens())) + t.byMinor[game.Rook]*tapered(count(minor&s.Rooks()))
	sum += t.byRook * tapered(count(a.by[game.Rook]&enemy.own&s.Queens()))
	if loose := a.attacks & enemy.own &^ enemy.attacks; loose != 0 {
		for _, k := range [...]game.PieceType{game.Queen, game.Rook, game.Bishop, game.Knight, game.Pawn} {
			sum += t.loose[k] * tapered(count(loose&kinds[k]))
		}
	}
	return sum + t.grip*tapered(count(a.attacks&^enemy.attacks&approach[who&1]))
}

// siegeKing scores what an army does to the enemy king: the squares that it
// leaves him and the checks that it could give on squares that nobody guards.
func (s *state) siegeKing(a, enemy *army, occupied uint64) tapered {
	t := &derived
	king := enemy.king & 63
	r := &from[king]
	sum := -t.room[count(r.king&^(enemy.own|a.attacks))]
	free := ^(enemy.attacks | a.own)
	sum += t.check[game.Queen]*tapered(atLeast1(r.queen&a.by[game.Queen]&free)) +
		t.check[game.Knight]*tapered(atLeast1(r.knight&a.by[game.Knight]&free))
	if rook := a.by[game.Rook] & free; rook&r.rook != 0 {
		sum += t.check[game.Rook] * tapered(atLeast1(rook&rookAttacks(king, occupied)))
	}
	if bishop := a.by[game.Bishop] & free; bishop&r.bishop != 0 {
		sum += t.check[game.Bishop] * tapered(atLeast1(bishop&bishopAttacks(king, occupied)))
	}
	return sum
}

// approach holds, for each side, the squares before the enemy's royal squares.
var approach = [2]uint64{0x3c3c << 40, 0x3c3c << 8}

// pin finds the men of an army that are pinned, and scores them.
func (s *state) pin(a *army, occupied uint64) {
	r := &from[a.king&63]
	for set := (r.rook&s.Rooks() | r.bishop&s.Bishops()) &^ a.own; set != 0; {
		lane := between[a.king&63][bitboard.Pop(&set)&63] & occupied
		if lane&(lane-1) == 0 && lane&a.own != 0 {
			a.pinned |= lane
			a.score += derived.pinned[s.PieceType(game.Square(mathbits.TrailingZeros64(lane)))&7]
		}
	}
}

// race scores the fight of an attacker for the royal squares of the other side,
// given whether the attacker is to move. Men that are pinned take no part.
func (s *state) race(attacker game.Color, a, enemy *army, moving int) game.Score {
	occupied := a.own | enemy.own
	free := ^(a.pinned | enemy.pinned)
	own := a.own
	d := 3 + 56*int(attacker&1^1)
	onD := s.contest(d, attacker, occupied) & free
	onE := s.contest(d+1, attacker, occupied) & free
	const most = 5
	w := &live.Siege[moving&1]
	score := w[min(count(onD&own), most)][min(count(onD&^own), most)] +
		w[min(count(onE&own), most)][min(count(onE&^own), most)]
	if either := onD | onE; either&own != 0 {
		score += live.Storm[moving&1][min(count(either&own), most)][min(count(either&^own), most)]
	}
	return score
}

// contest returns the men of both sides that could go to an enemy royal square
// of the attacker, sliders behind others included.
func (s *state) contest(sq int, attacker game.Color, occupied uint64) uint64 {
	r := &from[sq&63]
	pawns := s.Pawns() & s.ByColor(attacker)
	rooks, bishops := s.Rooks(), s.Bishops()
	seen := r.king&s.Kings() | r.queen&s.Queens() | r.knight&s.Knights() | r.pawn[attacker&1^1]&pawns |
		rookAttacks(sq, occupied)&rooks | bishopAttacks(sq, occupied)&bishops
	if occupied>>(sq&63)&1 == 0 {
		seen |= advance[attacker&1^1][sq&63] & pawns
	}
	if r.rook&rooks|r.bishop&bishops != 0 {
		behind := occupied &^ seen
		seen |= rookAttacks(sq, behind)&rooks | bishopAttacks(sq, behind)&bishops
	}
	return seen
}
