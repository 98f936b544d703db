package convergent

import (
	"github.com/wane-chess/wane/engine/eval/weights"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
	"github.com/wane-chess/wane/rules/convergent"
)

// pawns begins a side: its pawns and what they attack.
func (e *Evaluator) pawns(s *convergent.State, a *side, color game.Color, own, occupied uint64) {
	a.own, a.king = own, bitboard.Lowest(own&s.Kings())&63
	pawns := own & s.Pawns()
	// Before a pawn on an enemy royal square there is nothing.
	ahead := forward(pawns, color)
	a.pawns = (ahead<<1 | ahead>>1) & convergent.Squares
	a.attacks = a.pawns
	a.score += e.terms.pushes *
		(weights.Tally(ahead&convergent.Squares&^occupied) + weights.Tally(a.pawns&^own))
	squares := &e.terms.square[game.Pawn.Of(color)&15]
	for set := pawns; set != 0; {
		a.score += squares[bitboard.Pop(&set)&63]
	}
	supported, phalanx := &e.terms.supported[color&1], &e.terms.phalanx[color&1]
	for set := pawns & a.pawns; set != 0; {
		a.score += supported[bitboard.Pop(&set)>>3&7]
	}
	for set := pawns & (pawns << 1); set != 0; {
		a.score += phalanx[bitboard.Pop(&set)>>3&7]
	}
}

// forward moves a set one rank on. Beyond the last rank there is nothing.
func forward(set uint64, color game.Color) uint64 {
	if color == game.White {
		return set << 8
	}
	return set >> 8
}
