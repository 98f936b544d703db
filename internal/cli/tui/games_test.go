package tui

import (
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/rules"
)

// allGames are the games that the views are tested with.
func allGames() []game.Game { return rules.All() }
