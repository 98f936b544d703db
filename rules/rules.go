// Package rules is the list of games that wane plays.
package rules

import (
	"fmt"
	"strings"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/rules/cheshire"
	"github.com/wane-chess/wane/rules/convergent"
	"github.com/wane-chess/wane/rules/diminuendo"
	"github.com/wane-chess/wane/rules/shrink"
)

// All returns the games, in the order in which to offer them. Diminuendo Chess
// stands there once, with its default ranking; ByName knows the whole family.
func All() []game.Game {
	return []game.Game{
		shrink.New(),
		convergent.New(),
		diminuendo.New(diminuendo.Default, false, false),
		cheshire.New(),
		cheshire.NewSmall(),
		shrink.NewChess(),
	}
}

// ByName returns the game with that identifier, such as "shrink" or
// "diminuendo:pbnrqk+qk". The error names the identifiers there are.
func ByName(name string) (game.Game, error) {
	if family, _, _ := strings.Cut(strings.Replace(name, "+", ":", 1), ":"); family == "diminuendo" {
		return diminuendo.ByName(name)
	}
	var names []string
	for _, g := range All() {
		if g.Name() == name {
			return g, nil
		}
		names = append(names, g.Name())
	}
	return nil, fmt.Errorf("unknown game %.40q: the games are %s, and diminuendo:… with any ranking, such as diminuendo:pbnrqk+qk+fp",
		name, strings.Join(names, ", "))
}
