package notation

import (
	"slices"
	"strings"
	"unicode"

	"github.com/wane-chess/wane/game"
)

// brackets finds the counterparts of round and curly brackets, and those that have
// none: a bracket must close in its paragraph.
func brackets(text string) (closing map[int]int, unclosed []int) {
	closing = map[int]int{}
	var open []int
	brace := -1
	for i := range len(text) {
		switch c := text[i]; {
		case c == '}' && brace >= 0:
			closing[brace] = i + 1
			brace = -1
		case brace >= 0 && c != '\n':
		case c == '{':
			brace = i
		case c == '(':
			open = append(open, i)
		case c == ')' && len(open) > 0:
			last := len(open) - 1
			closing[open[last]] = i + 1
			open = open[:last]
		case c == '\n' && paragraph(text[i:min(len(text), i+80)]) == 0:
			unclosed = append(unclosed, open...)
			if brace >= 0 {
				unclosed = append(unclosed, brace)
			}
			open, brace = open[:0], -1
		}
	}
	unclosed = append(unclosed, open...)
	if brace >= 0 {
		unclosed = append(unclosed, brace)
	}
	slices.Sort(unclosed)
	return closing, unclosed
}

// checkBrackets rejects a bracket that is not closed in its paragraph if moves of a game
// follow there: it is not known what belongs to the game. Elsewhere it is just text.
func (s *sheet) checkBrackets() error {
	for _, at := range s.unclosed {
		end := len(s.text)
		if n := paragraph(s.text[at:]); n >= 0 {
			end = at + n
		}
		if !slices.ContainsFunc(s.spans, func(span [2]int) bool { return span[0] < end && span[1] > at }) {
			continue
		}
		if s.text[at] == '{' {
			return s.fail(at, "{", "an unclosed comment, expected }")
		}
		return s.fail(at, "(", "an unclosed bracket, expected )")
	}
	return nil
}

// paragraph returns the offset of the line's end that an empty line follows, or
// −1.
func paragraph(s string) int {
	for i := 0; i < len(s); i++ {
		if s[i] != '\n' {
			continue
		}
		j := i + 1
		for j < len(s) && (s[j] == ' ' || s[j] == '\t' || s[j] == '\r') {
			j++
		}
		if j < len(s) && s[j] == '\n' {
			return i
		}
		i = j - 1
	}
	return -1
}

// plain turns the text between two moves into a comment: without the signs that
// only part moves, and without brackets around the whole.
func plain(s string) string {
	s = strings.TrimLeftFunc(s, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(".,;:|-–—", r) })
	s = strings.TrimRightFunc(s, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(",;|", r) })
	if len(s) < 2 {
		return s
	}
	inside := s[1 : len(s)-1]
	switch {
	case s[0] == '{' && s[len(s)-1] == '}' && !strings.ContainsAny(inside, "{}"):
		return inside
	case s[0] == '(' && s[len(s)-1] == ')':
		depth := 0
		for i := range len(inside) {
			switch inside[i] {
			case '(':
				depth++
			case ')':
				depth--
			}
			if depth < 0 {
				return s
			}
		}
		return inside
	}
	return s
}

// headerLine reads a line that says something about the next game: a tag, or
// the players' names. It reports whether it was one. A tag ends a game; other such
// lines within one are comments.
func (s *sheet) headerLine() (bool, error) {
	rest := s.text[s.i:]
	line := rest[:lineLength(rest)]
	switch {
	case strings.HasPrefix(line, "["):
		p := &pgnReader{reader: &reader{text: line, lines: []int{0}}}
		tag, err := p.tag()
		if err != nil || strings.TrimSpace(line[p.i:]) != "" {
			return false, nil
		}
		if err := s.end(game.Ongoing, false); err != nil {
			return false, err
		}
		s.setHeader(tag.Name, tag.Value)
	case s.run != nil:
		return false, nil
	case strings.HasPrefix(line, "White:"):
		white, black, both := strings.Cut(line[len("White:"):], "Black:")
		s.setHeader("White", strings.TrimSpace(white))
		if both {
			s.setHeader("Black", strings.TrimSpace(black))
		}
	case strings.HasPrefix(line, "Black:"):
		s.setHeader("Black", strings.TrimSpace(line[len("Black:"):]))
	default:
		return false, nil
	}
	s.spans = append(s.spans, [2]int{s.i, s.i + len(line)})
	s.i += len(line)
	return true, nil
}

func (s *sheet) setHeader(name, value string) {
	switch name {
	case "Variant":
		s.header.variant = value
	case "FEN":
		s.header.fen = value
	default:
		s.header.tags = append(s.header.tags, Tag{name, value})
	}
}
