package notation

import (
	"strings"
	"unicode"

	"github.com/wane-chess/wane/internal/message"
)

// single notes that a lone move is not a game.
func (s *sheet) single(g *run) {
	line, column := s.place(g.begin)
	s.fragment(&ParseError{Line: line, Column: column, Text: message.Clip(s.text[g.begin:g.end], 60), Problem: "a single move is not a game"})
}

// maxFragments is how many fragments are reported one by one.
const maxFragments = 20

func (s *sheet) fragment(e *ParseError) {
	if len(s.fragments) == maxFragments {
		s.more++
		return
	}
	s.fragments = append(s.fragments, e)
	s.brief = len(s.fragments) == maxFragments
}

// warnFragments warns of fragments that are not read as games.
func (s *sheet) warnFragments() {
	if s.short != nil && (len(s.trees) == 0 || s.trees[0] != s.short.tree) {
		s.single(s.short)
	}
	for _, e := range s.fragments {
		problem := e.Problem
		if e.Number > 0 {
			problem = "move " + numberText(e.Number, e.Color) + ": " + problem
		}
		s.warnings = append(s.warnings, Warning{Line: e.Line, Column: e.Column, Text: message.Clip(e.Text, 60), Problem: "not read as a game: " + problem})
	}
	if s.more > 0 {
		s.warn(len(s.text), "", "%s not read as games", message.Plural(s.more, "more fragment"))
	}
}

// warnRest warns of text that belongs to no game.
func (s *sheet) warnRest() {
	at := 0
	for _, span := range append(s.spans, [2]int{len(s.text), len(s.text)}) {
		if span[0] > at {
			s.warnUnused(at, span[0])
		}
		at = max(at, span[1])
	}
}

func (s *sheet) warnUnused(from, to int) {
	part := s.text[from:to]
	trimmed := strings.TrimLeftFunc(part, func(r rune) bool { return !wordRune(r) })
	if trimmed == "" {
		return
	}
	from += len(part) - len(trimmed)
	trimmed = strings.TrimRightFunc(trimmed, unicode.IsSpace)
	first, _ := s.place(from)
	last, _ := s.place(from + len(trimmed) - 1)
	head := trimmed[:lineLength(trimmed)]
	if first == last {
		s.warn(from, head, "this text belongs to no game and is ignored")
		return
	}
	s.warn(from, head, "lines %d–%d belong to no game and are ignored", first, last)
}
