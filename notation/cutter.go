package notation

import (
	"bytes"
	"slices"
	"strings"
)

// ending is what ends a section.
type ending int

const (
	noEnd    ending = iota
	atResult        // behind a result
	atTags          // before the tags of the next game
	atOpen          // behind a [pgn]
	atShut          // behind a [/pgn]
)

// cutter finds the end of a section, part by part of the text. It knows comments, tags and
// results, but no moves.
type cutter struct {
	begins  bool // the next part begins a line
	brace   bool // within a comment in braces
	rest    bool // within a comment to the end of the line
	depth   int  // open variations
	tagged  bool // there are tags
	moves   bool // something else than tags and comments was there
	blank   bool // an empty line followed the tags
	names   [][]byte
	inWord  bool // within a word
	escaped bool // within a line that begins with %
}

// look returns how much of the next part belongs to the section, and what ends it there.
func (c *cutter) look(part []byte) (int, ending) {
	begins := c.begins
	c.begins = part[len(part)-1] == '\n' || part[len(part)-1] == '\r'
	if begins {
		c.rest, c.escaped = false, part[0] == '%'
		c.inWord = false
	}
	i := 0
	if begins && !c.escaped {
		name := tagLine(part)
		switch {
		case name != nil && (!c.brace || wholeTag(part)):
			if c.moves || c.brace || c.restarts(name) {
				return 0, atTags
			}
			i = c.tags(part)
		case len(bytes.TrimSpace(part)) == 0:
			c.blank = c.tagged
		}
	}
	if c.escaped {
		return len(part), noEnd
	}
	return c.text(part, i)
}

// restarts reports whether a tag begins another game, although the one before has no
// moves: the tag has been there, behind an empty line, or it is the first of PGN's seven.
func (c *cutter) restarts(name []byte) bool {
	event := string(name) == "Event"
	return c.tagged && (event || c.blank) && slices.ContainsFunc(c.names, func(other []byte) bool {
		return bytes.Equal(name, other)
	}) || c.blank && event
}

// tags notes the tags that a line begins with, and returns where they end.
func (c *cutter) tags(line []byte) int {
	c.tagged, c.blank = true, false
	at := 0
	for {
		name := tagLine(line[at:])
		if name == nil {
			return at
		}
		if len(c.names) < 100 {
			c.names = append(c.names, name)
		}
		n := tagLength(line[at:])
		if n == 0 {
			return len(line)
		}
		at += n
	}
}

// tagLength returns the length of the tag that a line begins with, 0 if it has no end.
func tagLength(line []byte) int {
	quote := bytes.IndexByte(line, '"')
	for i := quote + 1; i < len(line); i++ {
		switch line[i] {
		case '\\':
			i++
		case '"':
			rest := trimBlanks(line[i+1:])
			if len(rest) > 0 && rest[0] == ']' {
				return len(line) - len(rest) + 1
			}
		}
	}
	return 0
}

// endsWord has the bytes that are not part of a word.
var endsWord = func() (t [256]bool) {
	for _, b := range []byte(" \t\r\n\v\f\x1a{;()[") {
		t[b] = true
	}
	return t
}()

// text looks at moves and comments, from an offset of the part.
func (c *cutter) text(part []byte, i int) (int, ending) {
	for i < len(part) && !c.rest {
		if c.brace {
			n := bytes.IndexByte(part[i:], '}')
			if n < 0 {
				return len(part), noEnd
			}
			i += n + 1
			c.brace, c.inWord = false, false
			continue
		}
		switch part[i] {
		case ' ', '\t', '\r', '\n', '\v', '\f', 0x1a:
			c.inWord = false
		case '{':
			c.brace = true
		case ';':
			c.rest = true
		case '(':
			c.depth++
			c.moves, c.inWord = true, false
		case ')':
			c.depth = max(c.depth-1, 0)
			c.moves, c.inWord = true, false
		case '[':
			if n, end := wrapper(part[i:]); n > 0 {
				return i + n, end
			}
			c.moves, c.inWord = true, false
		default:
			if !c.inWord && c.depth == 0 {
				if n := resultLength(part[i:]); n > 0 {
					c.moves = true
					return i + n + commentsLength(part[i+n:]), atResult
				}
			}
			c.moves, c.inWord = true, true
			for i+1 < len(part) && !endsWord[part[i+1]] {
				i++
			}
		}
		i++
	}
	return len(part), noEnd
}

// commentsLength returns the length of the comments that a line begins with, which end on it:
// behind a result they belong to the game that ended.
func commentsLength(line []byte) int {
	n := 0
	for {
		rest := trimBlanks(line[n:])
		at := len(line) - len(rest)
		switch {
		case len(rest) > 0 && rest[0] == ';':
			return len(line)
		case len(rest) > 0 && rest[0] == '{' && bytes.IndexByte(rest, '}') > 0:
			n = at + bytes.IndexByte(rest, '}') + 1
		default:
			return n
		}
	}
}

// resultLength returns the length of the result that a text begins with, or 0.
func resultLength(b []byte) int {
	if !resultByte(b[0]) {
		return 0
	}
	_, n := cutResult(string(b[:min(len(b), 16)]))
	return n
}

// wrapper returns the length of the [pgn] or [/pgn] that a text begins with, or 0. Forums
// put games between them.
func wrapper(b []byte) (int, ending) {
	for _, w := range []struct {
		text string
		end  ending
	}{{"[pgn]", atOpen}, {"[/pgn]", atShut}} {
		if len(b) >= len(w.text) && strings.EqualFold(string(b[:len(w.text)]), w.text) {
			return len(w.text), w.end
		}
	}
	return 0, noEnd
}

// trimBlanks returns a text without the spaces and tabs that it begins with.
func trimBlanks(b []byte) []byte {
	for len(b) > 0 && (b[0] == ' ' || b[0] == '\t') {
		b = b[1:]
	}
	return b
}

// tagLine returns the name of the tag that a line begins with, such as [Event ", or nil. The
// page's programs have no room for package regexp.
func tagLine(line []byte) []byte {
	line = trimBlanks(line)
	if len(line) == 0 || line[0] != '[' {
		return nil
	}
	line = trimBlanks(line[1:min(len(line), 300)])
	n := 0
	for n < len(line) && tagByte(line[n]) {
		n++
	}
	rest := trimBlanks(line[n:])
	if n == 0 || len(rest) == 0 || rest[0] != '"' || len(rest) == len(line)-n {
		return nil
	}
	return line[:n]
}

// wholeTag reports whether a line that begins with a tag has nothing else.
func wholeTag(line []byte) bool {
	n := tagLength(line)
	return n > 0 && len(bytes.TrimSpace(line[n:])) == 0
}
