// Package rules is the list of games that wane plays.
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
