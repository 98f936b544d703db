package eval

import (
	"github.com/wane-chess/wane/engine/eval/network"
	"github.com/wane-chess/wane/game"
)

// networks has the networks that the page has fetched, by the name of their game.
var networks = map[string]*network.Network{}

// AddNetwork gives a game the network of a file. Evaluators made before keep what they have.
func AddNetwork(g game.Game, file []byte) error {
	n, err := network.Parse(g, file)
	if err == nil {
		networks[g.Name()] = n
	}
	return err
}

// networkOf returns the network of a game, or nil if there is none.
func networkOf(g game.Game) *network.Network { return networks[g.Name()] }
