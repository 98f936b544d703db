package notation

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/wane-chess/wane/game"
)

// unnumbered reads a text that has no move numbers: every line that begins with
// a move must hold nothing but moves and comments in brackets.
func (s *sheet) unnumbered() error {
	s.i = 0
	for s.i < len(s.text) {
		rest := s.text[s.i:]
		c, size := utf8.DecodeRuneInString(rest)
		behind := s.closing[s.i]
		if s.i == 0 || s.text[s.i-1] == '\n' {
			if ok, err := s.headerLine(); err != nil {
				return err
			} else if ok {
				continue
			}
		}
		switch {
		case behind > 0:
			s.i = behind
			continue
		case unicode.IsSpace(c) || strings.ContainsRune(".,;:|", c):
			s.i += size
			continue
		}
		if err := s.bareMove(); err != nil {
			return err
		}
	}
	return s.end(game.Ongoing, false)
}

// bareMove reads a move or a result of an unnumbered text, or skips a line that begins
// with neither.
func (s *sheet) bareMove() error {
	at, rest := s.i, s.text[s.i:]
	if result, n := cutResult(rest); n > 0 && s.run != nil {
		s.i += n
		s.run.end = s.i
		return s.end(result, true)
	}
	move, n, ok := scanMove(rest, false)
	if !ok && !s.firstOnLine(at) && s.run != nil {
		word := rest[:lineLength(rest)]
		if i := strings.IndexFunc(word, unicode.IsSpace); i > 0 {
			word = word[:i]
		}
		number, color := s.run.expected()
		s.trees = append(s.trees, s.run.tree)
		return s.failMove(at, word, NewMoves(s.run.cursor.Position()), number, color, &MoveError{Problem: "not a move: without move numbers, comments must be in brackets"})
	}
	if !ok {
		s.i += lineLength(rest)
		return nil
	}
	if s.run == nil || s.run.over {
		if err := s.end(game.Ongoing, false); err != nil {
			return err
		}
		t, err := s.newTree(s.header.variant, s.header.fen)
		if err != nil {
			return s.fail(at, "", "%v", err)
		}
		for _, tag := range s.header.tags {
			if err := t.SetTag(tag.Name, tag.Value); err != nil {
				s.warn(at, tag.Name, "%v", err)
			}
		}
		s.header = header{}
		c := t.Cursor()
		s.run = &run{begin: at, tree: t, cursor: c, unread: -1}
	}
	s.i += n
	number, color := s.run.expected()
	return s.play(at, at, move.text, number, color)
}
