package main

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/wane-chess/wane/internal/page/boardview"
	"github.com/wane-chess/wane/rules"
)

// desk keeps the lines asked about last, so that a question about a line with
// one move more costs one move.
type desk struct {
	lines []*kept // the one used last comes first
}

// kept is a line with what it was asked for by.
type kept struct {
	variant, fen string
	moves        []string
	line         *boardview.Line
}

// most is how many lines a desk keeps: the game that is shown, the same game at
// an earlier move, and a few small boards.
const most = 6

// longest is how many moves a line may have. No game of wane is as long.
const longest = 20_000

func newDesk() *desk { return &desk{} }

// line returns the line with these moves, which spaces separate. It is good
// until the next call. The error says what is wrong with the variant, the FEN or
// a move, and then with which.
func (d *desk) line(variant, fen, moves string) (*boardview.Line, error) {
	want := strings.Fields(moves)
	if len(want) > longest {
		return nil, fmt.Errorf("a line of %d moves: %d are the most", len(want), longest)
	}
	k, i := d.find(variant, fen, want)
	if k == nil {
		g, err := rules.ByName(variant)
		if err != nil {
			return nil, err
		}
		line, err := boardview.NewLine(g, fen)
		if err != nil {
			return nil, err
		}
		k, i = &kept{variant: variant, fen: fen, line: line}, len(d.lines)
		if i == most {
			i--
		} else {
			d.lines = append(d.lines, nil)
		}
	}
	copy(d.lines[1:], d.lines[:i])
	d.lines[0] = k
	for len(k.moves) < len(want) {
		next := want[len(k.moves)]
		if err := k.line.Play(next); err != nil {
			return nil, fmt.Errorf("move %d: %w", len(k.moves)+1, err)
		}
		k.moves = append(k.moves, next)
	}
	return k.line, nil
}

// find returns the kept line that is nearest below the wanted one, with its
// place. A line that is one or two moves longer is cut: moves were taken back.
func (d *desk) find(variant, fen string, want []string) (*kept, int) {
	var best *kept
	place, least := 0, -1
	for i, k := range d.lines {
		n := common(k.moves, want)
		if k.variant == variant && k.fen == fen && n > least && len(k.moves)-n <= 2 {
			best, place, least = k, i, n
		}
	}
	if best != nil && len(best.moves) > least {
		best.line.Back(least)
		best.moves = best.moves[:least]
	}
	return best, place
}

// common returns how many moves two lines begin with in common.
func common(a, b []string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// question is something that can be asked, mostly about a line.
type question struct {
	arguments int // how many there are in all
	naming    int // how many of them name the line: variant, FEN, moves; 0: it is about none
	answer    func(l *boardview.Line, rest []string) (any, error)
}

// questions by name; the package's documentation lists them.
var questions = map[string]question{
	"scenes": {4, 3, func(l *boardview.Line, rest []string) (any, error) {
		from, err := strconv.Atoi(rest[0])
		if err != nil || from < 0 || from > l.Ply() {
			return nil, fmt.Errorf("no scene %.20q: the line has scenes 0 to %d", rest[0], l.Ply())
		}
		return l.Scenes(from), nil
	}},
	"choices": {3, 3, func(l *boardview.Line, _ []string) (any, error) { return l.Choices(), nil }},
	"preview": {4, 3, func(l *boardview.Line, rest []string) (any, error) { return l.Preview(rest[0]) }},
	"check":   {2, 2, func(l *boardview.Line, _ []string) (any, error) { return l.Scene(0), nil }},
	"judge":   {3, 0, func(_ *boardview.Line, all []string) (any, error) { return judge(all[0], all[1], all[2]) }},
	"draft":   {2, 0, func(_ *boardview.Line, all []string) (any, error) { return draft(all[0], all[1]) }},
	"read":    {4, 0, func(_ *boardview.Line, rest []string) (any, error) { return readStudy(rest), nil }},
	"write":   {1, 0, func(_ *boardview.Line, rest []string) (any, error) { return writeStudy(rest[0]) }},
}

// answer answers a question in JSON: {"ok": …}, or {"error": …} with what is
// wrong. A panic is an error too: the page must not lose its rules by one.
func (d *desk) answer(name string, args []string) (text string) {
	defer func() {
		if p := recover(); p != nil {
			d.lines = nil // who knows what state they are in
			text = failure(fmt.Errorf("the rules failed: %v", p))
		}
	}()
	q, ok := questions[name]
	if !ok || len(args) != q.arguments {
		return failure(fmt.Errorf("no question %.20q with %d arguments", name, len(args)))
	}
	var l *boardview.Line
	if q.naming > 0 {
		moves := ""
		if q.naming > 2 {
			moves = args[2]
		}
		var err error
		if l, err = d.line(args[0], args[1], moves); err != nil {
			return failure(err)
		}
	}
	a, err := q.answer(l, args[q.naming:])
	if err != nil {
		return failure(err)
	}
	b, err := json.Marshal(map[string]any{"ok": a})
	if err != nil {
		return failure(err)
	}
	return string(b)
}

func failure(problem error) string {
	b, _ := json.Marshal(map[string]string{"error": problem.Error()}) // a text can always be written
	return string(b)
}
