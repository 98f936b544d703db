package main

import (
	"strings"

	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/internal/page/boardview"
	"github.com/wane-chess/wane/rules"
)

// recentLines keeps the lines of the last calls, so that a call about a line with one
// move more costs one move.
type recentLines struct {
	lines []*recentLine // the last used first
}

// recentLine is a line with the arguments that named it.
type recentLine struct {
	variant, fen string
	moves        []string
	line         *boardview.Line
}

// maxLines is the number of lines that are kept: the game on the board, the same game at
// an earlier move, and a few small boards.
const maxLines = 6

// maxMoves is the most moves of a line. No game of wane is as long.
const maxMoves = 20_000

// line returns the line with these moves, which spaces separate. It is valid until the
// next call. The error says what is wrong with the variant, the FEN or a move, and with
// which move.
func (r *recentLines) line(variant, fen, moves string) (*boardview.Line, error) {
	want := strings.Fields(moves)
	if len(want) > maxMoves {
		return nil, message.Errorf("the line has %d moves, expected at most %d", len(want), maxMoves)
	}
	l, i := r.find(variant, fen, want)
	if l == nil {
		g, err := rules.ByName(variant)
		if err != nil {
			return nil, err
		}
		line, err := boardview.NewLine(g, fen)
		if err != nil {
			return nil, err
		}
		l, i = &recentLine{variant: variant, fen: fen, line: line}, len(r.lines)
		if i == maxLines {
			i--
		} else {
			r.lines = append(r.lines, nil)
		}
	}
	copy(r.lines[1:], r.lines[:i])
	r.lines[0] = l
	for len(l.moves) < len(want) {
		next := want[len(l.moves)]
		if err := l.line.Play(next); err != nil {
			return nil, message.Errorf("move %d: %w", len(l.moves)+1, err)
		}
		l.moves = append(l.moves, next)
	}
	return l.line, nil
}

// find returns the kept line that has the most moves of the wanted one, with its index;
// nil if there is none. A line that has one or two other moves after those loses them:
// the user has taken moves back.
func (r *recentLines) find(variant, fen string, want []string) (*recentLine, int) {
	var best *recentLine
	index, most := 0, -1
	for i, l := range r.lines {
		n := common(l.moves, want)
		if l.variant == variant && l.fen == fen && n > most && len(l.moves)-n <= 2 {
			best, index, most = l, i, n
		}
	}
	if best != nil && len(best.moves) > most {
		best.line.Back(most)
		best.moves = best.moves[:most]
	}
	return best, index
}

// common returns the number of moves with which both lines begin.
func common(a, b []string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}
