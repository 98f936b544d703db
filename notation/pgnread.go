package notation

import (
	"errors"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/wane-chess/wane/game"
)

// ReadPGN reads all games of r in PGN; moves may be in any notation without spaces. It
// returns an error with the games before it. Errors about the text are *ParseError;
// those of r are returned unchanged.
func ReadPGN(r io.Reader, o ReadOptions) ([]*Tree, []Warning, error) {
	text, err := readAll(r, &o)
	if err != nil {
		return nil, nil, err
	}
	in, err := newReader(text, o)
	if err != nil {
		return nil, nil, err
	}
	return in.games(in.readPGN(false))
}

func (r *reader) readPGN(exact bool) error {
	p := &pgnReader{reader: r, exact: exact}
	for {
		more, err := p.game()
		if err != nil {
			return err
		}
		if !more {
			r.done()
			return nil
		}
	}
}

// pgnReader reads one game after the other.
type pgnReader struct {
	*reader
	i     int  // offset of what comes next
	exact bool // a wrong number is an error

	// Of the game that is being read:
	tree     *Tree
	cursor   *Cursor
	branches []branch // the variations that are open
	before   []string // comments that open a variation
	numbers  bool     // a wrong number was reported
	stated   game.Result
	given    bool // a result was stated
	tagged   bool // there are tags
}

// branch is an open variation.
type branch struct {
	node *Node // the move that the variation replaces
	at   int   // offset of its bracket
}

// game reads the next game, if there is one.
func (p *pgnReader) game() (bool, error) {
	var opening []string
	for {
		p.blank()
		if p.i == len(p.text) {
			for _, s := range opening {
				p.warn(p.i, s, "a comment that belongs to no game is ignored")
			}
			return false, nil
		}
		s, ok, err := p.commentText()
		if err != nil {
			return false, err
		}
		if !ok {
			break
		}
		opening = append(opening, s)
	}
	if err := p.header(); err != nil {
		return false, err
	}
	for _, s := range opening {
		p.tree.Root.comment(s)
	}
	p.cursor = p.tree.Cursor()
	p.branches, p.before, p.numbers = p.branches[:0], nil, false
	moves := p.i
	for ended := false; !ended; {
		var err error
		if ended, err = p.element(); err != nil {
			if _, ours := errors.AsType[*ParseError](err); ours && p.tree.Root.Next() != nil {
				p.trees = append(p.trees, p.tree) // as far as it goes
			}
			return false, err
		}
	}
	if len(p.branches) > 0 {
		return false, p.fail(p.branches[len(p.branches)-1].at, "(", "an unclosed variation, expected )")
	}
	if p.tree.Root.Next() == nil && len(p.tree.Root.Comments) == 0 && len(p.tree.tags) == 0 && !p.given && !p.tagged {
		p.warn(moves, "", "no moves and no tags: not read as a game")
		return true, nil
	}
	return true, p.finish(p.tree, p.cursor, p.stated, p.given, moves)
}

// blank skips white space and lines that begin with %.
func (p *pgnReader) blank() {
	for p.i < len(p.text) {
		r, n := utf8.DecodeRuneInString(p.text[p.i:])
		switch {
		case r == '%' && (p.i == 0 || p.text[p.i-1] == '\n' || p.text[p.i-1] == '\r'):
			p.i += lineLength(p.text[p.i:])
		case unicode.IsSpace(r) || r == '\ufeff':
			p.i += n
		default:
			return
		}
	}
}

func lineLength(s string) int {
	if n := strings.IndexAny(s, "\r\n"); n >= 0 {
		return n
	}
	return len(s)
}

// rest returns the word that comes next, for errors.
func (p *pgnReader) rest() string {
	s := p.text[p.i:min(len(p.text), p.i+200)]
	if n := strings.IndexFunc(s, unicode.IsSpace); n > 0 {
		s = s[:n]
	}
	return strings.ToValidUTF8(s, "")
}

// commentText reads a comment, if one comes next.
func (p *pgnReader) commentText() (string, bool, error) {
	if p.i == len(p.text) {
		return "", false, nil
	}
	switch p.text[p.i] {
	case '{':
		n := strings.IndexByte(p.text[p.i:], '}')
		if n < 0 {
			return "", false, p.fail(p.i, p.rest(), "an unclosed comment, expected }")
		}
		s := p.text[p.i+1 : p.i+n]
		p.i += n + 1
		return s, true, nil
	case ';':
		n := lineLength(p.text[p.i:])
		s := p.text[p.i+1 : p.i+n]
		p.i += n
		return s, true, nil
	}
	return "", false, nil
}
