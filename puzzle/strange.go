package puzzle

import (
	"slices"

	"github.com/wane-chess/wane/game"
)

// strange are the themes that chess lacks.
var strange = []Theme{
	RoyalEntry, CollapseCheck, CollapsePromotes, OpponentsPawn, KeepTheLine,
	DropCheck, GiftToZ, ComesBack, VanishingBridge,
}

// strangeEffects are what moves do in no game of chess.
var strangeEffects = []game.EffectKind{
	game.Expel, game.Drop, game.Demote, game.DropCheck, game.CollapseRank, game.CollapseFile,
}

// Plain reports whether a puzzle has no theme that chess lacks.
func (p *Puzzle) Plain() bool {
	return !slices.ContainsFunc(p.Themes, func(t Theme) bool { return slices.Contains(strange, t) })
}

// The parts of a difficulty that a player who knows chess adds to those of an engine, which knows all rules alike.
const (
	perStrange   = 45 // each strange theme
	strangeMove  = 60 // a solution with a strange effect
	perLost      = 6  // each square that a small board lacks
	smallSquares = 36 // boards with fewer are small
)

// unfamiliar returns the part of a difficulty that the rules of the game make.
func unfamiliar(p game.Position, moves []game.Move, goal Goal) (r float64) {
	for _, t := range ThemesOf(p, moves, goal) {
		if slices.Contains(strange, t) {
			r += perStrange
		}
	}
	is := func(s step) bool { return s.count(nil, strangeEffects...) > 0 }
	if slices.ContainsFunc(steps(p, moves), is) {
		r += strangeMove
	}
	v := p.View()
	left := 0
	for _, sq := range v.Board.Squares {
		if !v.Vanished[sq.ID] {
			left++
		}
	}
	return r + perLost*float64(max(0, smallSquares-left))
}
