package study

import (
	"errors"
	"fmt"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/notation"
)

// Reading is the result of reading a text, as JSON for pages.
type Reading struct {
	Games    []Game    `json:"games"` // those before an error too, the last as far as it could be read
	Warnings []Warning `json:"warnings"`
	Error    *Problem  `json:"error,omitempty"`
}

// Warning is a remark about a text that was read all the same.
type Warning struct {
	Line    int    `json:"line"`   // from 1
	Column  int    `json:"column"` // from 1, in characters
	Text    string `json:"text,omitempty"`
	Problem string `json:"problem"`
}

// Problem is why a text could not be read to its end, where, and what would be
// right.
type Problem struct {
	Says   string   `json:"says"`           // all in one sentence
	Line   int      `json:"line,omitempty"` // from 1; 0: it is about no place in the text
	Column int      `json:"column,omitempty"`
	Move   string   `json:"move,omitempty"` // such as "15...", if it is about a move
	Text   string   `json:"text,omitempty"` // what stands there
	Wrong  string   `json:"wrong"`          // what is wrong with it
	Want   string   `json:"want,omitempty"` // what was expected, in a FEN
	Legal  []string `json:"legal,omitempty"`
	// Correct, with a legal move behind it, is a correction for the next reading.
	Correct string `json:"correct,omitempty"`
	// Elsewhere are the identifiers of other games as which the text can be read.
	Elsewhere []string `json:"elsewhere,omitempty"`
}

// Reply reads a text and returns the result.
func Reply(text string, o Options) Reading {
	games, warnings, err := Read(text, o)
	out := Reading{Games: games, Warnings: []Warning{}}
	if games == nil {
		out.Games = []Game{}
	}
	for _, w := range warnings {
		out.Warnings = append(out.Warnings, Warning{w.Line, w.Column, w.Text, w.Problem})
	}
	if err != nil {
		out.Error = problem(err, games)
		out.Error.Elsewhere = elsewhere(text, o)
	}
	return out
}

// problem converts an error that Read returned with these games.
func problem(err error, games []Game) *Problem {
	p := &Problem{Says: err.Error(), Wrong: err.Error()}
	if e, ok := errors.AsType[*game.FENError](err); ok {
		p.Line, p.Column, p.Wrong, p.Want = 1, e.Column, e.Problem, e.Want
	}
	if e, ok := errors.AsType[*notation.ParseError](err); ok {
		p.Line, p.Column, p.Text, p.Wrong, p.Legal = e.Line, e.Column, e.Text, e.Problem, e.Legal
		if e.Number > 0 {
			p.Move = fmt.Sprintf("%d%s", e.Number, dots(e.Color))
			p.Correct = fmt.Sprintf("%d#%s", gameOf(e, games), p.Move)
		}
	}
	return p
}

func dots(s game.Color) string {
	if s == game.White {
		return "."
	}
	return "..."
}

// gameOf returns which game of the text an error is about, from 1: the last of those
// that came with the error, or the one after it if it failed at its first move.
func gameOf(e *notation.ParseError, games []Game) int {
	if len(games) == 0 || e.Number == 1 && e.Color == game.White {
		return len(games) + 1
	}
	return len(games)
}

// longTry is how long a text may be, in bytes, to be tried as every game.
const longTry = 100_000

// elsewhere lists the other games as which a text can be read.
func elsewhere(text string, o Options) []string {
	var names []string
	if len(text) > longTry {
		return nil
	}
	for _, g := range o.Games {
		if g.Name() == o.Variant {
			continue
		}
		trees, _, err := notation.ReadString(text, notation.ReadOptions{Game: g, Lookup: o.Lookup})
		if err == nil && len(trees) > 0 && len(trees[0].Moves()) > 1 && trees[0].Game().Name() == g.Name() {
			names = append(names, g.Name())
		}
	}
	return names
}
