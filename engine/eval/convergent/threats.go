package convergent

import (
	mathbits "math/bits"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval/weights"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
	"github.com/wane-chess/wane/rules/convergent"
)

// threats scores what a side attacks alone or with pieces of less worth.
func (e *Evaluator) threats(s *convergent.State, a, enemy *side, who game.Color) weights.Tapered {
	t := &e.terms
	var sum weights.Tapered
	kinds := [8]uint64{
		game.Queen: s.Queens(), game.Rook: s.Rooks(), game.Bishop: s.Bishops(),
		game.Knight: s.Knights(), game.Pawn: s.Pawns(),
	}
	if targets := a.pawns & enemy.own; targets&^s.Pawns() != 0 {
		for _, k := range [...]game.PieceType{game.Queen, game.Rook, game.Bishop, game.Knight} {
			sum += t.byPawn[k] * weights.Tapered(count(targets&kinds[k]))
		}
	}
	minor := (a.by[game.Knight] | a.by[game.Bishop]) & enemy.own
	sum += t.byMinor[game.Queen]*weights.Tapered(count(minor&s.Queens())) +
		t.byMinor[game.Rook]*weights.Tapered(count(minor&s.Rooks()))
	sum += t.byRook * weights.Tapered(count(a.by[game.Rook]&enemy.own&s.Queens()))
	if loose := a.attacks & enemy.own &^ enemy.attacks; loose != 0 {
		for _, k := range [...]game.PieceType{game.Queen, game.Rook, game.Bishop, game.Knight, game.Pawn} {
			sum += t.loose[k] * weights.Tapered(count(loose&kinds[k]))
		}
	}
	return sum + t.grip*weights.Tapered(count(a.attacks&^enemy.attacks&approach[who&1]))
}

// siegeKing scores what a side does to the enemy king: the squares that it
// leaves it and the checks that it could give on unguarded squares.
func (e *Evaluator) siegeKing(a, enemy *side, occupied uint64) weights.Tapered {
	t := &e.terms
	king := enemy.king & 63
	r := convergent.AttacksFrom(king)
	sum := -t.room[count(r.King&^(enemy.own|a.attacks))]
	free := ^(enemy.attacks | a.own)
	sum += t.check[game.Queen]*weights.Tapered(atLeast1(r.Queen&a.by[game.Queen]&free)) +
		t.check[game.Knight]*weights.Tapered(atLeast1(r.Knight&a.by[game.Knight]&free))
	if rook := a.by[game.Rook] & free; rook&r.Rook != 0 {
		sum += t.check[game.Rook] * weights.Tapered(atLeast1(rook&convergent.RookAttacks(king, occupied)))
	}
	if bishop := a.by[game.Bishop] & free; bishop&r.Bishop != 0 {
		sum += t.check[game.Bishop] * weights.Tapered(atLeast1(bishop&convergent.BishopAttacks(king, occupied)))
	}
	return sum
}

// approach holds, for each side, the squares before the enemy's royal squares.
var approach = [2]uint64{0x3c3c << 40, 0x3c3c << 8}

// pin finds the pieces of a side that are pinned, and scores them.
func (e *Evaluator) pin(s *convergent.State, a *side, occupied uint64) {
	r := convergent.AttacksFrom(a.king)
	for set := (r.Rook&s.Rooks() | r.Bishop&s.Bishops()) &^ a.own; set != 0; {
		lane := convergent.Between(a.king&63, bitboard.Pop(&set)) & occupied
		if lane&(lane-1) == 0 && lane&a.own != 0 {
			a.pinned |= lane
			a.score += e.terms.pinned[s.PieceType(game.Square(mathbits.TrailingZeros64(lane)))&7]
		}
	}
}

// race scores the fight of an attacker for the royal squares of the other side,
// given whether the attacker is to move. Pieces that are pinned take no part.
func (e *Evaluator) race(s *convergent.State, attacker game.Color, a, enemy *side, moving int) engine.Score {
	occupied := a.own | enemy.own
	free := ^(a.pinned | enemy.pinned)
	own := a.own
	d := 3 + 56*int(attacker&1^1)
	onD := contest(s, d, attacker, occupied) & free
	onE := contest(s, d+1, attacker, occupied) & free
	const most = 5
	w := &e.w.Siege[moving&1]
	score := w[min(count(onD&own), most)][min(count(onD&^own), most)] +
		w[min(count(onE&own), most)][min(count(onE&^own), most)]
	if either := onD | onE; either&own != 0 {
		score += e.w.Storm[moving&1][min(count(either&own), most)][min(count(either&^own), most)]
	}
	return score
}

// contest returns the pieces of both sides that could go to an enemy royal square
// of the attacker, sliders behind others included.
func contest(s *convergent.State, sq int, attacker game.Color, occupied uint64) uint64 {
	r := convergent.AttacksFrom(sq)
	pawns := s.Pawns() & s.ByColor(attacker)
	rooks, bishops := s.Rooks(), s.Bishops()
	seen := r.King&s.Kings() | r.Queen&s.Queens() | r.Knight&s.Knights() | r.Pawn[attacker&1^1]&pawns |
		convergent.RookAttacks(sq, occupied)&rooks | convergent.BishopAttacks(sq, occupied)&bishops
	if occupied>>(sq&63)&1 == 0 {
		seen |= convergent.PawnPushes(attacker&1^1, sq&63) & pawns
	}
	if r.Rook&rooks|r.Bishop&bishops != 0 {
		behind := occupied &^ seen
		seen |= convergent.RookAttacks(sq, behind)&rooks | convergent.BishopAttacks(sq, behind)&bishops
	}
	return seen
}
