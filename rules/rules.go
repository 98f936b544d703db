// Package rules is the list of games that wane plays.
//
// A folder has a game, or games with the same pieces and moves. Its doc.go has the rules with numbered rulings,
// rules.md what 'wane rules' prints, and testdata perft figures. The folder of the same name in engine/eval evaluates
// its games. Folders share functions and small values, such as bitboard.Pieces, and no parent: their boards have little
// in common.
//
// Each game passes gametest.Conform, agrees with a slow twin in its tests, and has perft figures. The inventors'
// printed games of Diminuendo Chess replay to mate. Orthodox chess is in the list because its perft figures are
// public: it checks what Shrink Chess shares with it.
package rules

import (
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/rules/cheshire"
	"github.com/wane-chess/wane/rules/convergent"
	"github.com/wane-chess/wane/rules/diminuendo"
	"github.com/wane-chess/wane/rules/shrink"
)

// All returns the games, in the order in which to offer them. Diminuendo Chess
// is there once, with its default ranking; ByName knows the whole family.
func All() game.Games {
	return game.Games{
		shrink.New(),
		convergent.New(),
		diminuendo.New(diminuendo.Default, false, false),
		cheshire.New(),
		cheshire.NewSmall(),
		shrink.NewChess(),
	}
}

// ByName returns the game with that name, such as "shrink" or
// "diminuendo:pbnrqk+qk". The error lists the names.
func ByName(name string) (game.Game, error) { return All().ByName(name) }
