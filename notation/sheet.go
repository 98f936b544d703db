package notation

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/message"
)

// sheet reads score sheets and pages of prose with games in them, in one pass.
type sheet struct {
	*reader
	i         int
	closing   map[int]int // from the offset of a bracket to that behind its counterpart
	unclosed  []int       // offsets of the brackets without a counterpart, in order
	header    header      // of the next game
	run       *run        // the game that is being read, or nil
	short     *run        // a single move that may be all there is
	fragments []*ParseError
	more      int         // fragments that are not listed
	late      *ParseError // the first move whose number is not that of a game's first
	ended     *run        // the game before this place, if no move is possible any more
	spans     [][2]int    // what was used of the text
}

// header is what a text says about a game before its moves.
type header struct {
	variant, fen string
	tags         []Tag
}

// run is a game while it is being read.
type run struct {
	begin, end int // offsets of the game, so far: end is behind the last move
	tree       *Tree
	cursor     *Cursor
	shift      int         // printed move number − the position's
	plies      int         // read so far
	next       bool        // nothing but signs and brackets stands behind the last move
	over       bool        // no move is possible any more
	gap        *ParseError // a later move was found while this one is missing
	elsewhere  bool        // it begins at the start although a FEN was given
	unread     int         // offset of the right number with no move behind it, or −1
}

// expected returns the number and the color of the next move.
func (g *run) expected() (number int, color game.Color) {
	p := g.cursor.Position()
	return p.Fullmove() + g.shift, p.Turn()
}

// readSheet reads all games of the text.
func (r *reader) readSheet() error {
	s := &sheet{reader: r}
	s.closing, s.unclosed = brackets(r.text)
	err := s.games()
	if err == nil {
		err = s.checkBrackets()
	}
	s.warnFragments()
	if err == nil {
		s.warnRest()
		s.done()
	}
	slices.SortStableFunc(s.warnings, func(a, b Warning) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	return err
}

// games reads the games. Without any it is an error.
func (s *sheet) games() error {
	for s.i < len(s.text) {
		if err := s.step(); err != nil {
			return err
		}
	}
	if err := s.end(game.Ongoing, false); err != nil {
		return err
	}
	if s.short != nil && len(s.trees) == 0 {
		return s.keep(s.short, game.Ongoing, false, len(s.text))
	}
	if len(s.trees) == 0 && len(s.fragments) == 0 {
		if err := s.unnumbered(); err != nil {
			return err
		}
	}
	switch {
	case len(s.trees) > 0:
		return nil
	case len(s.fragments) > 0:
		err := s.fragments[0]
		s.fragments = s.fragments[1:]
		return err
	case s.late != nil:
		return s.late
	}
	return errNoGames
}

// step reads what comes next: space, a bracket, a result, a move, a number, a
// word or a sign.
func (s *sheet) step() error {
	rest := s.text[s.i:]
	begins := s.i == 0 || s.text[s.i-1] == '\n' || s.text[s.i-1] == '\r'
	if begins {
		if ok, err := s.headerLine(); ok || err != nil {
			return err
		}
	}
	c, size := utf8.DecodeRuneInString(rest)
	if unicode.IsSpace(c) {
		s.i += size
		if (c == '\n' || c == '\r') && s.run != nil && s.run.over && !s.resultFollows() {
			return s.end(game.Ongoing, false)
		}
		return nil
	}
	if behind := s.closing[s.i]; behind > 0 {
		s.i = behind
		return nil
	}
	if s.run != nil && (s.run.next || s.firstOnLine(s.i)) {
		if result, n := cutResult(rest); n > 0 && (c != '*' || s.run.next) {
			s.i += n
			s.run.end = s.i
			return s.end(result, true)
		}
	}
	if s.run != nil && s.run.next {
		if _, color := s.run.expected(); color == game.Black && !s.run.over {
			if move, n, ok := scanMove(rest, false); ok {
				number, _ := s.run.expected()
				at := s.i
				s.i += n
				return s.play(at, at, move.text, number, color)
			}
		}
	}
	if isDigit(rest[0]) {
		return s.number()
	}
	n := 0
	for n < len(rest) {
		r, size := utf8.DecodeRuneInString(rest[n:])
		if !wordRune(r) {
			break
		}
		n += size
	}
	s.i += max(n, size)
	if s.run != nil && (n > 0 || !strings.ContainsRune(".,;:-–—|", c)) {
		s.run.next = false
	}
	return nil
}

// resultFollows reports whether a result stands next, on whatever line.
func (s *sheet) resultFollows() bool {
	rest := strings.TrimLeftFunc(s.text[s.i:min(len(s.text), s.i+200)], unicode.IsSpace)
	_, n := cutResult(rest)
	return n > 0 && rest[0] != '*'
}

// firstOnLine reports whether only space stands before an offset on its line.
func (s *sheet) firstOnLine(at int) bool {
	for i := at - 1; i >= 0; i-- {
		switch s.text[i] {
		case '\n', '\r':
			return true
		case ' ', '\t':
		default:
			return false
		}
	}
	return true
}

// play plays a move, with the comment that stands before it. The move's number
// stands at the first offset, its text at the second.
func (s *sheet) play(number, at int, text string, n int, color game.Color) error {
	g := s.run
	last := g.cursor.Node()
	if err := s.reader.play(g.cursor, at, text, n, color); err != nil {
		e, ok := errors.AsType[*ParseError](err)
		if ok && g.plies < 2 {
			s.fragment(e)
			s.run = nil
			return nil
		}
		s.trees = append(s.trees, g.tree)
		return err
	}
	if g.plies > 0 {
		last.comment(plain(s.text[g.end:number]))
	}
	g.plies++
	g.end = s.i
	g.next, g.gap, g.unread = true, nil, -1
	g.over = len(g.cursor.Position().Legal(nil)) == 0
	return nil
}

// end ends the game that is being read, if there is one.
func (s *sheet) end(result game.Result, stated bool) error {
	g := s.run
	s.run = nil
	if g == nil {
		return nil
	}
	if g.over {
		s.ended = g
	}
	switch {
	case g.gap != nil && g.plies < 2:
		if g.gap.Text == "" {
			g.gap.Text = message.Clip(s.text[g.begin:g.end], 60)
			g.gap.Line, g.gap.Column = s.place(g.begin)
		}
		s.fragment(g.gap)
		return nil
	case g.gap != nil:
		s.trees = append(s.trees, g.tree)
		return g.gap
	case g.plies < 2 && !stated && !g.over:
		if s.short == nil {
			s.short = g
		} else {
			s.single(g)
		}
		return nil
	}
	if g.unread >= 0 {
		n, color := g.expected()
		s.warn(g.unread, "", "no readable move follows the number %s", numberText(n, color))
	}
	return s.keep(g, result, stated, s.i)
}

// keep adds a finished game. Its last comment extends to the end of the paragraph, or
// of the line if the game is over, but not past an offset.
func (s *sheet) keep(g *run, result game.Result, stated bool, most int) error {
	tail := s.text[g.end:max(most, g.end)]
	if g.over {
		tail = tail[:lineLength(tail)]
	} else if n := paragraph(tail); n >= 0 {
		tail = tail[:n]
	}
	g.cursor.Node().comment(plain(tail))
	if g.elsewhere {
		s.warn(g.begin, s.text[g.begin:g.end], "this game is read from the start position, since it cannot begin at the given FEN")
	}
	s.spans = append(s.spans, [2]int{g.begin, g.end + len(tail)})
	return s.finish(g.tree, g.cursor, result, stated, g.begin)
}
