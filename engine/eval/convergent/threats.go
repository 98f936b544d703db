package convergent

import (
	"github.com/wane-chess/wane/engine/eval/weights"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/rules/convergent"
)

// threats scores what a side attacks alone or with pieces of less worth.
func (e *Evaluator) threats(s *convergent.State, a, enemy *side, color game.Color) weights.Tapered {
	t := &e.terms
	var sum weights.Tapered
	kinds := [8]uint64{
		game.Queen: s.Queens(), game.Rook: s.Rooks(), game.Bishop: s.Bishops(),
		game.Knight: s.Knights(), game.Pawn: s.Pawns(),
	}
	if targets := a.pawns & enemy.own; targets&^s.Pawns() != 0 {
		for _, pt := range [...]game.PieceType{game.Queen, game.Rook, game.Bishop, game.Knight} {
			sum += t.pawnThreat[pt] * weights.Tally(targets&kinds[pt])
		}
	}
	minor := (a.by[game.Knight] | a.by[game.Bishop]) & enemy.own
	sum += t.minorThreat[game.Queen]*weights.Tally(minor&s.Queens()) +
		t.minorThreat[game.Rook]*weights.Tally(minor&s.Rooks())
	sum += t.rookThreat * weights.Tally(a.by[game.Rook]&enemy.own&s.Queens())
	if hanging := a.attacks & enemy.own &^ enemy.attacks; hanging != 0 {
		for _, pt := range [...]game.PieceType{game.Queen, game.Rook, game.Bishop, game.Knight, game.Pawn} {
			sum += t.hanging[pt] * weights.Tally(hanging&kinds[pt])
		}
	}
	return sum + t.grip*weights.Tally(a.attacks&^enemy.attacks&approach[color&1])
}

// approach holds, for each side, the squares before the enemy's royal squares.
var approach = [2]uint64{0x3c3c << 40, 0x3c3c << 8}
