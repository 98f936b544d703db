package notation

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// section is a part of a PGN text that usually holds one game: its tags and moves up to
// the result, or up to the tags of the next game.
type section struct {
	text   string
	line   int // the number of its first line
	column int // how many characters stand before it there
	kind   sectionKind
	end    ending
}

type sectionKind int

const (
	gameSection sectionKind = iota
	outside                 // text outside of [pgn] and [/pgn]
	tooLong                 // the beginning of a game that is too long
)

// sections cuts a text into sections while it is read. It keeps one of them in memory.
type sections struct {
	r      io.Reader
	limits Limits
	buf    []byte // what was read and not yet given away
	eof    bool
	total  int
	line   int  // the number of the first line of buf
	column int  // how many characters stood before it there
	shut   bool // behind a [/pgn]
	cut    cutter

	dropping bool // within a game that is too long
}

// chunk is how much is read at once, and the longest part of a line that is looked at as
// a whole.
const chunk = 64 << 10

func newSections(r io.Reader, limits Limits) *sections {
	if limits.GameBytes <= 0 {
		limits.GameBytes = DefaultGameBytes
	}
	return &sections{r: r, limits: limits, line: 1, cut: cutter{begins: true}}
}

// begin reads the first bytes and rejects what is no text.
func (s *sections) begin() error {
	if err := s.fill(); err != nil {
		return err
	}
	if kind := binary(s.buf); kind != "" {
		return errors.New("no game found: this is " + kind + ", expected PGN or moves such as 1. e4 e5")
	}
	s.buf = bytes.TrimPrefix(s.buf, []byte("\ufeff"))
	return nil
}

// fill reads more of the text.
func (s *sections) fill() error {
	for range 100 { // a reader may return nothing a few times
		s.buf = slices.Grow(s.buf, chunk)
		n, err := s.r.Read(s.buf[len(s.buf) : len(s.buf)+chunk])
		s.buf = s.buf[:len(s.buf)+n]
		if s.total += n; s.limits.Bytes > 0 && s.total > s.limits.Bytes {
			return &LimitError{"bytes", s.limits.Bytes}
		}
		switch {
		case errors.Is(err, io.EOF):
			s.eof = true
			return nil
		case err != nil:
			return err
		case n > 0:
			return nil
		}
	}
	return io.ErrNoProgress
}

// untagged reports whether a text has no tags. It looks at no more of it than score
// sheets may have.
func (s *sections) untagged() bool {
	for at := 0; ; {
		line := s.buf[at:]
		end := bytes.IndexAny(line, "\r\n")
		switch {
		case end < 0 && !s.eof && len(s.buf) <= MaxSheetBytes:
			if s.fill() != nil {
				return false // which reading reports again
			}
			continue
		case tagLine(line) != nil, bytes.Contains(bytes.ToLower(line[:lineEnd(line)]), []byte("[pgn]")):
			return false
		case end < 0:
			return len(s.buf) <= MaxSheetBytes
		}
		at += end + 1
	}
}

// all reads the whole text, at most MaxSheetBytes.
func (s *sections) all() (string, error) {
	for !s.eof && len(s.buf) <= MaxSheetBytes {
		if err := s.fill(); err != nil {
			return "", err
		}
	}
	if len(s.buf) > MaxSheetBytes {
		return "", &LimitError{"bytes", MaxSheetBytes}
	}
	return string(s.buf), nil
}

// next returns the next section; io.EOF if there is none.
func (s *sections) next() (section, error) {
	for at := 0; ; {
		part, whole := s.part(at)
		if !whole && !s.eof {
			if err := s.fill(); err != nil {
				return section{}, err
			}
			continue
		}
		if len(part) == 0 {
			if at == 0 {
				return section{}, io.EOF
			}
			return s.take(at, noEnd), nil
		}
		n, end := s.cut.look(part)
		at += n
		switch {
		case s.dropping:
			s.drop(string(s.buf[:at]))
			at = 0
			if end != noEnd {
				s.dropping = false
				s.cut = cutter{begins: true}
			}
		case at > s.limits.GameBytes:
			out := section{line: s.line, column: s.column, kind: tooLong}
			if s.dropping = end == noEnd; !s.dropping {
				s.take(at, end)
			}
			return out, nil
		case end != noEnd:
			return s.take(at, end), nil
		}
	}
}

// part returns the next line, with its end, or a part of a very long one. It is whole if
// the next bytes do not matter.
func (s *sections) part(at int) (line []byte, whole bool) {
	rest := s.buf[at:]
	n := lineEnd(rest[:min(len(rest), chunk)])
	switch {
	case n == chunk:
		if space := bytes.LastIndexByte(rest[:chunk], ' '); space > 0 {
			return rest[:space+1], true
		}
		return rest[:chunk], true
	case n == len(rest):
		return rest, false
	case rest[n] == '\n':
		return rest[:n+1], true
	case n+1 == len(rest): // a \r that a \n may follow
		return rest, false
	case rest[n+1] == '\n':
		return rest[:n+2], true
	}
	return rest[:n+1], true
}

// lineEnd returns where the first line ends, without its end.
func lineEnd(b []byte) int {
	const window = 256 // few lines are longer
	for at := 0; at < len(b); at += window {
		part := b[at:min(len(b), at+window)]
		n := bytes.IndexByte(part, '\n')
		if n < 0 {
			n = len(part)
		}
		if r := bytes.IndexByte(part[:n], '\r'); r >= 0 {
			n = r
		}
		if n < len(part) {
			return at + n
		}
	}
	return len(b)
}

// take gives a section away, of which the end is known.
func (s *sections) take(n int, end ending) section {
	out := section{text: string(s.buf[:n]), line: s.line, column: s.column, end: end}
	if (s.shut || end == atOpen) && !s.cut.tagged {
		out.kind = outside
	}
	s.shut = end == atShut || s.shut && !s.cut.tagged && end != atOpen && end != atTags
	s.drop(out.text)
	s.cut = cutter{begins: true, names: s.cut.names[:0]}
	return out
}

// drop forgets the text that was given away.
func (s *sections) drop(text string) {
	if last := strings.LastIndexAny(text, "\r\n"); last >= 0 {
		s.column = utf8.RuneCountInString(text[last+1:])
	} else {
		s.column += utf8.RuneCountInString(text)
	}
	s.line += countLines(text)
	s.buf = s.buf[len(text):]
}

// countLines returns how many lines end in a text: at \n, \r\n or \r.
func countLines(text string) int {
	n := strings.Count(text, "\n")
	for i := strings.IndexByte(text, '\r'); i >= 0; {
		if i+1 == len(text) || text[i+1] != '\n' {
			n++
		}
		next := strings.IndexByte(text[i+1:], '\r')
		if next < 0 {
			break
		}
		i += 1 + next
	}
	return n
}
