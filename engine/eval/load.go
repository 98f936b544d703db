//go:build !js

package eval

import (
	"fmt"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval/weights"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/atomicfile"
)

// maxFile is the size of the largest file of weights, in bytes.
const maxFile = 16 << 20

// Load sets the weights of a game's evaluator to those of a file.
func Load(e engine.Evaluator, g game.Game, file string) error {
	text, err := atomicfile.Read(file, maxFile)
	if err != nil {
		return err
	}
	if err := weights.Read(string(text), e.Weights()); err != nil {
		return fmt.Errorf("%s: not the weights of %s: %w", file, g.Name(), err)
	}
	e.Reweigh()
	return nil
}
