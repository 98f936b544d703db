package engineworker

import (
	"fmt"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/notation"
)

// longest is how many moves a line may have. No game of wane is as long.
const longest = 20_000

// board keeps the line that was asked about last, so that a step along a game
// costs one move.
type board struct {
	byName       func(string) (game.Game, error)
	variant, fen string
	moves        []string
	pos          game.Position // after the moves; nil if there is no line
}

// set puts a line on the board and returns its end, which is good until the next
// call. The error says what is wrong with the variant, the FEN or a move, and
// then with which.
func (b *board) set(variant, fen string, moves []string) (game.Position, error) {
	if len(moves) > longest {
		return nil, fmt.Errorf("a line of %d moves: %d are the most", len(moves), longest)
	}
	if b.pos == nil || b.variant != variant || b.fen != fen {
		if err := b.begin(variant, fen); err != nil {
			return nil, err
		}
	}
	same := common(b.moves, moves)
	for range b.moves[same:] {
		b.pos.Unmake()
	}
	b.moves = b.moves[:same]
	for _, text := range moves[same:] {
		m, err := notation.ParseUCI(b.pos, text)
		if err != nil {
			return nil, fmt.Errorf("move %d: %w", len(b.moves)+1, err)
		}
		b.pos.Make(m)
		b.moves = append(b.moves, text)
	}
	return b.pos, nil
}

// begin puts the beginning of a line on the board.
func (b *board) begin(variant, fen string) error {
	b.clear()
	g, err := b.byName(variant)
	if err != nil {
		return err
	}
	p := g.Start()
	if fen != "" {
		if p, err = g.Parse(fen); err != nil {
			return err
		}
	}
	b.variant, b.fen, b.pos = variant, fen, p
	return nil
}

// clear takes everything off the board.
func (b *board) clear() { b.variant, b.fen, b.moves, b.pos = "", "", nil, nil }

// common returns how many moves two lines begin with in common.
func common(a, b []string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}
