//go:build !js

package eval

import (
	"embed"

	"github.com/wane-chess/wane/engine/eval/network"
	"github.com/wane-chess/wane/game"
)

// networks has the networks that are part of the program, each in the file NAME.nnue of its game.
//
//go:embed networks/*.nnue
var networks embed.FS

// networkOf returns the network of a game, or nil if there is none.
func networkOf(g game.Game) *network.Network {
	file, err := networks.ReadFile("networks/" + g.Name() + ".nnue")
	if err != nil {
		return nil
	}
	n, err := network.Parse(g, file)
	if err != nil {
		panic(err) // the program is built with it
	}
	return n
}
