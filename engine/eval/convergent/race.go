package convergent

import (
	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
	"github.com/wane-chess/wane/rules/convergent"
)

// race scores the fight of an attacker for the royal squares of the other side,
// given whether the attacker is to move. Pieces that are pinned take no part.
func (e *Evaluator) race(s *convergent.State, attacker game.Color, a, enemy *side, moving int) engine.Score {
	occupied := a.own | enemy.own
	free := ^(a.pinned | enemy.pinned)
	own := a.own
	d := 3 + 56*game.Square(attacker&1^1)
	onD := contest(s, d, attacker, occupied) & free
	onE := contest(s, d+1, attacker, occupied) & free
	const most = 5
	w := &e.weights.Race[moving&1]
	score := w[min(bitboard.Count(onD&own), most)][min(bitboard.Count(onD&^own), most)] +
		w[min(bitboard.Count(onE&own), most)][min(bitboard.Count(onE&^own), most)]
	if either := onD | onE; either&own != 0 {
		score += e.weights.RaceEither[moving&1][min(bitboard.Count(either&own), most)][min(bitboard.Count(either&^own), most)]
	}
	return score
}

// contest returns the pieces of both sides that could go to an enemy royal square
// of the attacker, sliders behind others included.
func contest(s *convergent.State, sq game.Square, attacker game.Color, occupied uint64) uint64 {
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
