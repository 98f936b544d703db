package main

import (
	"fmt"
	"os"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/engine/eval/weights"
	"github.com/wane-chess/wane/game"
)

// setWeights sets an evaluator's weights to those of a file.
func setWeights(e engine.Evaluator, g game.Game, file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	if err := weights.Read(string(text), e.Weights()); err != nil {
		return fmt.Errorf("%s: not the weights of %s: %w", file, g.Name(), err)
	}
	e.Reweigh()
	return nil
}

// boards returns the boards of a variant with the weights of a file or, without a
// file, of any variant with the program's weights.
func boards(g game.Game, file string) (engine.Boards, error) {
	if file == "" {
		return eval.Board, nil
	}
	e := eval.New(g)
	return e.Board, setWeights(e, g, file)
}
