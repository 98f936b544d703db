package review

import (
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/live/livegame"
	"github.com/wane-chess/wane/notation"
)

// Line is a game as a line of moves.
type Line = notation.Line

// replay returns where a line starts, and its moves.
func replay(l Line, lookup livegame.Lookup) (start game.Position, moves []game.Move, err error) {
	at, moves, err := l.Replay(lookup)
	if err != nil {
		return nil, nil, err
	}
	for range moves {
		at.Unmake()
	}
	return at, moves, nil
}
