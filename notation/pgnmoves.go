package notation

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/message"
)

// element reads one element of the movetext, and reports whether the game ends
// with it.
func (p *pgnReader) element() (ended bool, err error) {
	p.blank()
	if p.i == len(p.text) {
		return true, nil
	}
	at, rest := p.i, p.text[p.i:]
	if isLetter(rest[0]) {
		return false, p.move(at)
	}
	if s, ok, err := p.commentText(); ok || err != nil {
		if err == nil {
			err = p.attach(at, s)
		}
		return false, err
	}
	if result, n := cutResult(rest); n > 0 {
		return p.result(at, result, n), nil
	}
	switch c := rest[0]; {
	case c == '[':
		if len(p.branches) > 0 {
			return false, p.fail(at, p.rest(), "a tag within a variation, expected )")
		}
		p.warn(at, "", "the previous game has no result, expected 1-0, 0-1, 1/2-1/2 or *")
		return true, nil
	case c == '(':
		if mark, n := bracketedMark(rest); n > 0 {
			p.i += n
			return false, p.foreign(at, rest[:n], mark)
		}
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
		return false, p.moveNumber(at)
	}
	return false, p.move(at)
}

// result reads a result and reports whether the game ends with it.
func (p *pgnReader) result(at int, result game.Result, n int) bool {
	text := p.text[at : at+n]
	p.i += n
	if len(p.branches) > 0 {
		p.warn(at, text, "a result within a variation is ignored")
		return false
	}
	if p.stated != game.Ongoing && result != p.stated {
		p.warn(at, text, "the Result tag says %v", p.stated)
	}
	p.given = true
	if result != game.Ongoing {
		p.stated = result
	}
	return true
}

// opens reports whether the variation that is being read has no move yet.
func (p *pgnReader) opens() bool {
	return len(p.branches) > 0 && p.cursor.node == p.branches[len(p.branches)-1].node.Parent
}

// attach adds a comment to the move before it, or to the variation that it opens.
func (p *pgnReader) attach(at int, s string) error {
	if err := p.checkComment(at, s); err != nil {
		return err
	}
	if !p.opens() {
		p.note(p.cursor.node, s)
	} else if s = Comment(s); s != "" {
		p.before = append(p.before, s)
	}
	return nil
}

// open begins a variation of the last move.
func (p *pgnReader) open(at int) error {
	n := p.cursor.node
	if n.Parent == nil || p.opens() {
		return p.fail(at, "(", "a variation must follow the move that it replaces")
	}
	if len(p.branches) == MaxNesting {
		return p.fail(at, "(", "variations are nested deeper than %d", MaxNesting)
	}
	p.branches = append(p.branches, branch{n, p.own, at})
	p.own = false
	p.cursor.Back()
	return nil
}

// close ends the innermost variation and goes back to the move it replaces.
func (p *pgnReader) close(at int) error {
	if len(p.branches) == 0 {
		return p.fail(at, ")", "no variation is open")
	}
	empty := p.opens()
	b := p.branches[len(p.branches)-1]
	p.branches = p.branches[:len(p.branches)-1]
	if empty {
		p.warn(b.at, "()", "a variation without moves is ignored")
	}
	p.cursor.rewind(b.node.Parent)
	p.cursor.step(b.node)
	p.own = b.own
	for _, s := range p.before {
		p.note(b.node, s)
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
	p.annotateLast(at, text, nag)
	return nil
}

func (p *pgnReader) glyph(at int) error {
	for _, g := range glyphNAGs {
		if strings.HasPrefix(p.text[at:], g.glyph) {
			p.i += len(g.glyph)
			p.annotateLast(at, g.glyph, g.nag)
			return nil
		}
	}
	return p.fail(at, p.rest(), "not a move")
}

// foreign warns of a mark that PGN does not have, and keeps what it means.
func (p *pgnReader) foreign(at int, text string, m foreignSign) error {
	if m.text == "" {
		return nil
	}
	if m.nag == 0 {
		p.warn(at, text, "a foreign mark is ignored")
		return nil
	}
	p.warn(at, text, "a foreign mark is read as $%d", m.nag)
	p.annotateLast(at, text, m.nag)
	return nil
}

func (p *pgnReader) annotateLast(at int, text string, nag int) {
	n := p.cursor.node
	switch {
	case n.Parent == nil || p.opens():
		p.warn(at, text, "a glyph without a move before it is ignored")
	case p.own || !slices.Contains(n.NAGs, nag):
		n.NAGs = append(n.NAGs, nag)
	}
}

// moveNumber reads a move number and warns, once a game, if it is wrong.
func (p *pgnReader) moveNumber(at int) error {
	n := 0
	for at+n < len(p.text) && isDigit(p.text[at+n]) {
		n++
	}
	p.i += n
	number, err := strconv.Atoi(p.text[at:p.i])
	if want := p.cursor.pos.Fullmove(); (err != nil || number != want) && !p.numbers {
		p.numbers = true
		if p.exact {
			return p.fail(at, p.text[at:p.i], "wrong move number, expected %d", want)
		}
		p.warn(at, p.text[at:p.i], "wrong move number, expected %d", want)
	}
	for p.i < len(p.text) && p.text[p.i] == '.' {
		p.i++
	}
	return nil
}

// move reads a move.
func (p *pgnReader) move(at int) error {
	if n := plainLength(p.text[at:]); n > 0 && len(p.fixes) == 0 {
		m, legal, ok := quick(p.cursor.pos, p.text[at:at+n], p.legal)
		if p.legal = legal; ok {
			p.i += n
			return p.play(at, m)
		}
	}
	text := symbol(p.text[at:])
	if m, n := foreignMark(p.text[at:]); n > 0 {
		p.i += n
		return p.foreign(at, p.text[at:at+n], m)
	}
	p.i += len(text)
	switch text {
	case "--", "Z0", "", "null":
		return p.fail(at, text, "a null move, expected a legal move")
	}
	got, text, err := p.parse(at, text)
	if err != nil {
		return err
	}
	if err := p.play(at, got.Move); err != nil {
		return err
	}
	for _, nag := range got.NAGs {
		p.annotateLast(at, text, nag)
	}
	for _, remark := range got.Remarks {
		p.note(p.cursor.node, remark)
	}
	return nil
}

// play plays a legal move.
func (p *pgnReader) play(at int, m game.Move) error {
	if err := p.count(at, p.cursor.pos.Ply()+1); err != nil {
		return err
	}
	p.enter(m)
	p.opened()
	return nil
}

// opened gives the first move of a variation the comments before it.
func (p *pgnReader) opened() {
	if len(p.before) == 0 {
		return
	}
	n := p.cursor.node
	if n.Parent.Children[0] != n && n.StartingComments == nil {
		n.StartingComments = p.before
	} else { // the move was there already
		for _, s := range p.before {
			p.note(n, s)
		}
	}
	p.before = nil
}

// parse reads a move in any notation. A foreign mark may be attached to it. It returns the
// text of the move, too.
func (p *pgnReader) parse(at int, text string) (Reading, string, error) {
	pos := p.cursor.pos
	number, color := pos.Fullmove(), pos.Turn()
	ms := NewMoves(pos)
	if sign := attachedMark(text); sign != "" {
		if _, err := ms.Parse(text); err != nil {
			short := strings.TrimSuffix(text, sign)
			if _, err := ms.Parse(short); err == nil {
				text = short
				p.i -= len(sign)
			}
		}
	}
	if len(p.branches) == 0 {
		got, err := p.read(ms, at, text, number, color)
		return got, text, err
	}
	got, err := ms.Parse(text)
	if err != nil {
		e := p.failMove(at, text, ms, number, color, err)
		e.Variation = true
		if open, ok := p.unclosed(text); ok {
			line, column := p.place(open)
			e.Problem += message.Sprintf(
				"; the variation of line %d, column %d is not closed, expected ) before this move", line, column)
		}
		return got, text, e
	}
	p.warnNotes(got, at, text, number, color)
	return got, text, nil
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
		case i == 0 || i < bracket || plainRune(r):
		case r == '(':
			n := len(letters(s[i+1:]))
			if strings.Trim(s[i+1:i+1+n], "QRBNqrbn") != "" || !strings.HasPrefix(s[i+1+n:], ")") || n == 0 {
				return s[:i]
			}
			bracket = i + n + 2
		case unicode.IsSpace(r) || strings.ContainsRune("){};[]$", r) || r >= 0x80 && isMark(r):
			return s[:i]
		case i > 1000: // no move is that long
			return s[:i]
		}
	}
	return s
}

// plainRune reports whether a character is one of those that most moves consist of.
func plainRune(r rune) bool { return r < 0x80 && (isDigit(byte(r)) || isLetter(byte(r))) }

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
