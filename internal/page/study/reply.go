package study

import (
	"errors"
	"strings"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/notation"
)

// Reading is the result of reading a text, as JSON for pages.
type Reading struct {
	Games []Game `json:"games"`
	LeftOut
	Error *Problem `json:"error,omitempty"` // why the rest of the text was not read
}

// LeftOut is what of a text was not read, or with a doubt.
type LeftOut struct {
	Warnings []Warning `json:"warnings"`
	Skipped  []Problem `json:"skipped" doc:"the games that could not be read"`
	More     int       `json:"more,omitempty" doc:"how many more could not be read"`
}

// Warning is a remark about a text that was read all the same.
type Warning struct {
	Line    int    `json:"line"`   // from 1
	Column  int    `json:"column"` // from 1, in characters
	Text    string `json:"text,omitempty"`
	Problem string `json:"problem"`
}

// Problem is why a game or a text could not be read, where, and what would be right.
type Problem struct {
	Game   *Game    `json:"game,omitempty"` // as far as it could be read
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
func Reply(ctx notation.Context, text string, o Options) Reading {
	got, err := Read(ctx, text, o)
	out := Reading{Games: got.Games, LeftOut: got.LeftOut()}
	if out.Games == nil {
		out.Games = []Game{}
	}
	for i, s := range got.Skipped {
		out.Skipped[i].Game = s.Game
	}
	if err != nil {
		out.Error = problem(err)
	}
	if len(out.Games) == 0 {
		names := elsewhere(ctx, text, o)
		if out.Error != nil {
			out.Error.Elsewhere = names
		} else if len(out.Skipped) > 0 {
			out.Skipped[0].Elsewhere = names
		}
	}
	return out
}

// LeftOut returns what was left out of the games or read with a doubt.
func (r *Result) LeftOut() LeftOut {
	out := LeftOut{Warnings: []Warning{}, Skipped: []Problem{}, More: r.More}
	for _, w := range r.Warnings {
		out.Warnings = append(out.Warnings, Warning{w.Line, w.Column, w.Text, w.Problem})
	}
	for _, s := range r.Skipped {
		out.Skipped = append(out.Skipped, *problem(s.Err))
	}
	return out
}

// problem converts an error.
func problem(err error) *Problem {
	p := &Problem{Says: err.Error(), Wrong: err.Error()}
	if e, ok := errors.AsType[*game.FENError](err); ok {
		p.Line, p.Column, p.Wrong, p.Want = 1, e.Column, e.Problem, e.Want
	}
	if e, ok := errors.AsType[*notation.ParseError](err); ok {
		p.Line, p.Column, p.Text, p.Wrong, p.Legal = e.Line, e.Column, e.Text, e.Problem, e.Legal
		if e.Number > 0 {
			p.Move = message.Sprintf("%d%s", e.Number, dots(e.Color))
			if !e.Variation {
				p.Correct = message.Sprintf("%d#%s", e.Game, p.Move)
			}
		}
	}
	return p
}

func dots(color game.Color) string {
	if color == game.White {
		return "."
	}
	return "..."
}

// longTry is how long a text may be, in bytes, to be tried as every game.
const longTry = 100_000

// elsewhere lists the other games as which a text can be read.
func elsewhere(ctx notation.Context, text string, o Options) []string {
	var names []string
	if len(text) > longTry {
		return nil
	}
	for _, g := range o.Games {
		if g.Name() == o.Variant || ctx.Err() != nil {
			continue
		}
		options := notation.ReadOptions{Game: g, Lookup: o.Lookup, Limits: notation.Limits{Nodes: MaxNodes}}
		if t := firstOf(ctx, text, options); t != nil && len(t.Moves()) > 1 && t.Game().Name() == g.Name() {
			names = append(names, g.Name())
		}
	}
	return names
}

// firstOf returns the first game of a text, or nil if there is none or one of them has a fault.
func firstOf(ctx notation.Context, text string, o notation.ReadOptions) *notation.Tree {
	var first *notation.Tree
	for t, err := range notation.Games(ctx, strings.NewReader(text), o) {
		if err != nil {
			return nil
		}
		if first == nil {
			first = t
		}
	}
	return first
}
