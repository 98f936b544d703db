//go:build !js

package eval

import (
	"fmt"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval/network"
	"github.com/wane-chess/wane/engine/eval/weights"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/atomicfile"
)

// maxFile is the size of the largest file of weights, in bytes.
const maxFile = 16 << 20

// Tunable returns an evaluator as one with weights, or an error if it has none.
func Tunable(e engine.Evaluator, g game.Game) (engine.Tunable, error) {
	if t, ok := e.(engine.Tunable); ok {
		return t, nil
	}
	return nil, fmt.Errorf("the evaluator of %s has no weights", g.Name())
}

// Load sets the weights of a game's evaluator to those of a file.
func Load(e engine.Evaluator, g game.Game, file string) error {
	t, err := Tunable(e, g)
	if err != nil {
		return err
	}
	text, err := atomicfile.Read(file, maxFile)
	if err != nil {
		return err
	}
	if err := weights.Read(string(text), t.Weights()); err != nil {
		return fmt.Errorf("%s: not the weights of %s: %w", file, g.Name(), err)
	}
	t.Reweigh()
	return nil
}

// LoadNetwork returns the evaluator of a game with the network of a file.
func LoadNetwork(g game.Game, file string) (engine.Evaluator, error) {
	b, err := atomicfile.Read(file, maxFile)
	if err != nil {
		return nil, err
	}
	n, err := network.Parse(g, b)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return network.NewEvaluator(Classic(g), n), nil
}
