package engineworker

import (
	"fmt"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/notation"
)

// longest is the number of moves that a line may have. No game of wane is as long.
const longest = 20_000

// board keeps the line of the last request, so that a step along a game costs one
// move.
type board struct {
	byName func(string) (game.Game, error)
	line   notation.Line
	pos    game.Position // after the moves; nil if there is no line
}

// set puts a line on the board and returns its end, which is valid until the next
// call. Errors are those of notation.Line.Advance.
func (b *board) set(l notation.Line) (game.Position, error) {
	if len(l.Moves) > longest {
		return nil, fmt.Errorf("a line of %d moves; the maximum is %d", len(l.Moves), longest)
	}
	var err error
	b.pos, b.line, err = b.line.Advance(b.pos, l, b.byName)
	if err != nil {
		return nil, err
	}
	return b.pos, nil
}

// clear empties the board.
func (b *board) clear() { b.line, b.pos = notation.Line{}, nil }
