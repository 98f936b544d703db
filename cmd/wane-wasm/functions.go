// Command wane-wasm is the rules of wane for web pages, as WebAssembly. It sets
// globalThis.wane to an object of functions, each of which returns JSON,
// {"ok": …} or {"error": "what is wrong"}:
//
//	views(variant, fen, moves, from)    board views from that ply to the end
//	choices(variant, fen, moves)        the legal moves at the end
//	premoves(variant, fen, moves)       the premoves at the end that can become legal
//	collapses(variant, fen, moves)      the plies whose move makes a line collapse
//	preview(variant, fen, moves, move)  the effects of a move at the end
//	refusal(variant, fen, moves, from, to)
//	                                    why no legal move goes from one square to another,
//	                                    or ""
//	timeout(variant, fen, moves)        how the game ends if the side to move runs out of time
//	check(variant, fen)                 the board view of a FEN, if it is legal
//	judge(variant, step, moves)         whether the last move solves a step of a lesson;
//	                                    the step is JSON
//	draft(state, edit)                  a position in the editor after an edit; both are
//	                                    JSON
//	read(variant, fen, text, fixes)     the games of a text; fixes are corrections, one a
//	                                    line
//	write(game)                         a game, which is JSON, as PGN
//
// An empty FEN means the game's start; moves are separated by spaces. The packages
// boardview, lessons (judge), editor (draft) and study (read, write) describe the JSON.
package main

import (
	"strconv"
	"strings"

	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/internal/page/boardview"
	"github.com/wane-chess/wane/internal/page/editor"
	"github.com/wane-chess/wane/internal/page/lessons"
	"github.com/wane-chess/wane/internal/page/pagejson"
	"github.com/wane-chess/wane/internal/page/study"
	"github.com/wane-chess/wane/rules"
)

// function is a function of the page.
type function struct {
	arguments int // in all
	naming    int // how many of them name a line: variant, FEN, moves; 0: the line is nil
	call      func(l *boardview.Line, rest []string) (result, error)
}

// result writes what a function returns as the field "ok".
type result func(c *pagejson.Coder)

// object is a result that is an object.
func object[T any, P interface {
	*T
	pagejson.Object
}](v T, err error) (result, error) {
	return func(c *pagejson.Coder) { c.Object("ok", P(&v)) }, err
}

// text is a result that is a text.
func text(s string, err error) (result, error) {
	return func(c *pagejson.Coder) { c.String("ok", &s) }, err
}

// functions by name.
var functions = map[string]function{
	"views": {4, 3, func(l *boardview.Line, rest []string) (result, error) {
		from, err := strconv.Atoi(rest[0])
		if err != nil || from < 0 || from > l.Ply() {
			return nil, message.Errorf("no ply %.20q: expected 0 to %d", rest[0], l.Ply())
		}
		views := l.Views(from)
		return func(c *pagejson.Coder) { pagejson.List(c, "ok", &views) }, nil
	}},
	"choices": {3, 3, func(l *boardview.Line, _ []string) (result, error) { return object(l.Choices(), nil) }},
	"premoves": {3, 3, func(l *boardview.Line, _ []string) (result, error) {
		premoves := l.Premoves()
		return func(c *pagejson.Coder) { c.Pairs("ok", premoves) }, nil
	}},
	"collapses": {3, 3, func(l *boardview.Line, _ []string) (result, error) {
		collapses := l.Collapses()
		return func(c *pagejson.Coder) { c.Ints("ok", &collapses) }, nil
	}},
	"preview": {4, 3, func(l *boardview.Line, rest []string) (result, error) { return object(l.Preview(rest[0])) }},
	"refusal": {5, 3, func(l *boardview.Line, rest []string) (result, error) {
		return text(l.Refusal(rest[0], rest[1]), nil)
	}},
	"timeout": {3, 3, func(l *boardview.Line, _ []string) (result, error) { return object(l.Timeout(), nil) }},
	"check":   {2, 2, func(l *boardview.Line, _ []string) (result, error) { return object(l.View(0), nil) }},
	"judge": {3, 0, func(_ *boardview.Line, all []string) (result, error) {
		return object(judge(all[0], all[1], all[2]))
	}},
	"draft": {2, 0, func(_ *boardview.Line, all []string) (result, error) { return object(draft(all[0], all[1])) }},
	"read":  {4, 0, func(_ *boardview.Line, all []string) (result, error) { return object(readStudy(all), nil) }},
	"write": {1, 0, func(_ *boardview.Line, all []string) (result, error) { return text(writeStudy(all[0])) }},
}

// call calls a function and returns its JSON. A panic is an error too, so that the page
// does not lose its rules.
func (r *recentLines) call(name string, args []string) (text string) {
	defer func() {
		if p := recover(); p != nil {
			r.lines = nil // their state is unknown
			text = failure(message.Errorf("the rules failed: %v", p))
		}
	}()
	f, ok := functions[name]
	if !ok || len(args) != f.arguments {
		return failure(message.Errorf("no function %.20q with %d arguments", name, len(args)))
	}
	var l *boardview.Line
	if f.naming > 0 {
		moves := ""
		if f.naming > 2 {
			moves = args[2]
		}
		var err error
		if l, err = r.line(args[0], args[1], moves); err != nil {
			return failure(err)
		}
	}
	result, err := f.call(l, args[f.naming:])
	if err != nil {
		return failure(err)
	}
	return pagejson.Marshal(result)
}

func failure(problem error) string {
	text := problem.Error()
	return pagejson.Marshal(func(c *pagejson.Coder) { c.String("error", &text) })
}

func judge(variant, step, moves string) (lessons.Verdict, error) {
	g, err := rules.ByName(variant)
	if err != nil {
		return lessons.Verdict{}, err
	}
	var s lessons.LessonStep
	if err := pagejson.Unmarshal(step, &s); err != nil {
		return lessons.Verdict{}, message.Errorf("invalid step: %w", err)
	}
	return lessons.Judge(g, &s, strings.Fields(moves))
}

func draft(state, edit string) (editor.Draft, error) {
	var s editor.DraftState
	if err := pagejson.Unmarshal(state, &s); err != nil {
		return editor.Draft{}, message.Errorf("invalid state: %w", err)
	}
	var e editor.DraftEdit
	if err := pagejson.Unmarshal(edit, &e); err != nil {
		return editor.Draft{}, message.Errorf("invalid edit: %w", err)
	}
	return editor.Do(rules.ByName, s, e)
}

// forever is the context of readings that only end with their text.
type forever struct{}

func (forever) Err() error { return nil }

// readStudy reads games. The arguments are variant, FEN, text and corrections.
func readStudy(args []string) study.Reading {
	o := study.Options{Games: rules.All(), Lookup: rules.ByName, Variant: args[0], FEN: args[1]}
	for fix := range strings.Lines(args[3]) {
		o.Corrections = append(o.Corrections, strings.TrimSpace(fix))
	}
	return study.Reply(forever{}, args[2], o)
}

// writeStudy writes a game as PGN.
func writeStudy(text string) (string, error) {
	var g study.Game
	if len(text) > 8*study.MaxBytes {
		return "", message.Errorf("the game has %d KB, expected at most %d KB", len(text)>>10, 8*study.MaxBytes>>10)
	}
	if err := pagejson.Unmarshal(text, &g); err != nil {
		return "", message.Errorf("invalid game: %w", err)
	}
	return study.Write(g, rules.ByName)
}
