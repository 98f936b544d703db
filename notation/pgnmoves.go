package notation

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/wane-chess/wane/game"
)

// element reads one element of the movetext, and reports whether the game ends
// with it.
func (p *pgnReader) element() (ended bool, err error) {
	p.blank()
	if p.i == len(p.text) {
		return true, nil
	}
	at, rest := p.i, p.text[p.i:]
	if s, ok, err := p.commentText(); ok || err != nil {
		p.attach(s)
		return false, err
	}
	if result, n := cutResult(rest); n > 0 {
		p.i += n
		if len(p.branches) > 0 {
			p.warn(at, rest[:n], "a result within a variation is ignored")
			return false, nil
		}
		if p.stated != game.Ongoing && result != p.stated {
			p.warn(at, rest[:n], "the Result tag says %v", p.stated)
		}
		p.given = true
		if result != game.Ongoing {
			p.stated = result
		}
		return true, nil
	}
	switch c := rest[0]; {
	case c == '[':
		if len(p.branches) > 0 {
			return false, p.fail(at, p.rest(), "a tag within a variation, expected )")
		}
		p.warn(at, "", "the previous game has no result, expected 1-0, 0-1, 1/2-1/2 or *")
		return true, nil
	case c == '(':
		p.i++
		return false, p.open(at)
	case c == ')':
		p.i++
		return false, p.close(at)
	case c == '$':
		return false, p.nag(at)
	case c == '.':
		p.i++
		return false, nil
	case strings.HasPrefix(rest, "…"):
		p.i += len("…")
		return false, nil
	case c == '!' || c == '?':
		return false, p.glyph(at)
	case isDigit(c) && !strings.HasPrefix(rest, "0-0") && !strings.HasPrefix(rest, "0–0"):
		return false, p.number(at)
	}
	return false, p.move(at)
}

// attach adds a comment to the move before it, or to the variation that it opens.
func (p *pgnReader) attach(s string) {
	if len(p.branches) > 0 && p.cursor.Node() == p.branches[len(p.branches)-1].node.Parent {
		if s = Comment(s); s != "" {
			p.before = append(p.before, s)
		}
		return
	}
	p.cursor.Node().comment(s)
}

// open begins a variation of the last move.
func (p *pgnReader) open(at int) error {
	n := p.cursor.Node()
	begun := len(p.branches) == 0 || n != p.branches[len(p.branches)-1].node.Parent
	if n.Parent == nil || !begun {
		return p.fail(at, "(", "a variation must follow the move that it replaces")
	}
	if len(p.branches) == MaxNesting {
		return p.fail(at, "(", "variations are nested deeper than %d", MaxNesting)
	}
	p.branches = append(p.branches, branch{n, at})
	p.varied = true
	p.cursor.Back()
	return nil
}

// close ends the innermost variation and goes back to the move it replaces.
func (p *pgnReader) close(at int) error {
	if len(p.branches) == 0 {
		return p.fail(at, ")", "no variation is open")
	}
	b := p.branches[len(p.branches)-1]
	p.branches = p.branches[:len(p.branches)-1]
	if p.cursor.Node() == b.node.Parent {
		p.warn(b.at, "()", "a variation without moves is ignored")
	}
	p.cursor.rewind(b.node.Parent)
	p.cursor.step(b.node)
	for _, s := range p.before {
		p.cursor.Node().comment(s)
	}
	p.before = nil
	return nil
}

func (p *pgnReader) nag(at int) error {
	n := 1
	for at+n < len(p.text) && isDigit(p.text[at+n]) {
		n++
	}
	text := p.text[at : at+n]
	p.i += n
	nag, err := strconv.Atoi(text[1:])
	if err != nil || nag > 255 {
		return p.fail(at, text, "invalid NAG, expected $ and a number (0–255)")
	}
	return p.annotateLast(at, text, nag)
}

func (p *pgnReader) glyph(at int) error {
	for _, g := range glyphNAGs {
		if strings.HasPrefix(p.text[at:], g.glyph) {
			p.i += len(g.glyph)
			return p.annotateLast(at, g.glyph, g.nag)
		}
	}
	return p.fail(at, p.rest(), "not a move")
}

func (p *pgnReader) annotateLast(at int, text string, nag int) error {
	n := p.cursor.Node()
	if n.Parent == nil || len(p.branches) > 0 && n == p.branches[len(p.branches)-1].node.Parent {
		p.warn(at, text, "a glyph without a move before it is ignored")
		return nil
	}
	n.NAGs = append(n.NAGs, nag)
	return nil
}

// number reads a move number and warns, once a game, if it is wrong.
func (p *pgnReader) number(at int) error {
	n := 0
	for at+n < len(p.text) && isDigit(p.text[at+n]) {
		n++
	}
	p.i += n
	number, err := strconv.Atoi(p.text[at:p.i])
	if want := p.cursor.Position().Fullmove(); (err != nil || number != want) && !p.numbers {
		p.numbers = true
		if p.exact {
			return p.fail(at, p.text[at:p.i], "wrong move number, expected %d", want)
		}
		p.warn(at, p.text[at:p.i], "wrong move number, expected %d", want)
	}
	return nil
}

// move reads a move.
func (p *pgnReader) move(at int) error {
	text := symbol(p.text[at:])
	p.i += len(text)
	switch text {
	case "--", "Z0", "", "null":
		return p.fail(at, text, "a null move, expected a legal move")
	}
	pos := p.cursor.Position()
	number, color := pos.Fullmove(), pos.Turn()
	if len(p.branches) == 0 {
		return p.play(p.cursor, at, text, number, color)
	}
	ms := NewMoves(pos)
	got, err := ms.Parse(text)
	if err != nil {
		e := p.failMove(at, text, ms, number, color, err)
		e.Variation = true
		if open, ok := p.unclosed(text); ok {
			line, column := p.place(open)
			e.Problem += fmt.Sprintf("; the variation of line %d, column %d is not closed, expected ) before this move", line, column)
		}
		return e
	}
	if err := p.annotate(p.cursor, got, at, text, number, color); err != nil {
		return err
	}
	p.cursor.Node().StartingComments, p.before = p.before, nil
	return nil
}

// unclosed returns the offset of the innermost open variation after whose end the move
// would be legal. It moves the cursor.
func (p *pgnReader) unclosed(move string) (open int, ok bool) {
	for _, b := range slices.Backward(p.branches) {
		p.cursor.rewind(b.node.Parent)
		p.cursor.step(b.node)
		if _, err := NewMoves(p.cursor.Position()).Parse(move); err == nil {
			return b.at, true
		}
	}
	return 0, false
}

// symbol cuts a word of the movetext: up to a space or a sign that begins
// another element, with promotions in brackets.
func symbol(s string) string {
	bracket := 0 // where promotions in brackets end
	for i, r := range s {
		switch {
		case i == 0 || i < bracket:
		case r == '(':
			n := i + 1
			for n < len(s) && strings.IndexByte("QRBNqrbn", s[n]) >= 0 {
				n++
			}
			if n == i+1 || n == len(s) || s[n] != ')' {
				return s[:i]
			}
			bracket = n + 1
		case unicode.IsSpace(r) || strings.ContainsRune("){};[]$", r):
			return s[:i]
		case i > 1000: // no move is that long
			return s[:i]
		}
	}
	return s
}
