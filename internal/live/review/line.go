package review

import (
	"fmt"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/live/livegame"
	"github.com/wane-chess/wane/notation"
)

// Line is a game as a line of moves.
type Line struct {
	Variant string   `json:"variant"`
	FEN     string   `json:"fen,omitempty"` // where it began; empty: the start
	Moves   []string `json:"moves"`         // in engine form
}

// replay reads the line.
func (g Line) replay(lookup livegame.Lookup) (start game.Position, moves []game.Move, err error) {
	rules, err := lookup(g.Variant)
	if err != nil {
		return nil, nil, err
	}
	start = rules.Start()
	if g.FEN != "" {
		if start, err = rules.Parse(g.FEN); err != nil {
			return nil, nil, err
		}
	}
	at := start.Clone()
	for i, text := range g.Moves {
		m, err := notation.ParseUCI(at, text)
		if err != nil {
			return nil, nil, fmt.Errorf("move %d: %w", i+1, err)
		}
		at.Make(m)
		moves = append(moves, m)
	}
	return start, moves, nil
}
