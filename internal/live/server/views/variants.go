package views

import (
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/live/protocol"
	"github.com/wane-chess/wane/render"
)

// Variant shows a game to clients.
func Variant(g game.Game) protocol.Variant {
	start, info := g.Start(), g.Info()
	return protocol.Variant{
		Name: g.Name(), Title: g.Title(), Look: render.LookFor(start.View(), render.LookOf(g)).String(), Short: info.Summary, Start: start.String(),
	}
}
