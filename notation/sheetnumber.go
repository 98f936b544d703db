package notation

import (
	"fmt"
	"strconv"
	"unicode"
	"unicode/utf8"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/message"
)

// number reads a number, and the move behind it if it is a move number that is
// due.
func (s *sheet) number() error {
	at := s.i
	n := at
	for n < len(s.text) && isDigit(s.text[n]) {
		n++
	}
	number, err := strconv.Atoi(s.text[at:n])
	dots, size := numberSigns(s.text[n:])
	s.i = n + size
	if r, _ := utf8.DecodeRuneInString(s.text[n:]); err != nil || size == 0 && !unicode.IsSpace(r) {
		s.i = n
		s.prose()
		return nil
	}
	color := game.White
	if dots > 1 {
		color = game.Black
	}
	from := s.i
	for from < len(s.text) {
		r, width := utf8.DecodeRuneInString(s.text[from:])
		if !unicode.IsSpace(r) {
			break
		}
		from += width
	}
	bare := dots == 0
	if bare && (s.run == nil || !s.run.next) && !s.firstOnLine(at) {
		s.prose()
		return nil
	}
	move, length, ok := scanMove(s.text[from:], false)
	if !ok {
		if g := s.run; g != nil && !bare {
			if wantN, wantS := g.expected(); number == wantN && color == wantS && g.unread < 0 {
				g.unread = from
			}
		}
		s.prose()
		return nil
	}
	behind := from + length
	if g := s.ended; g != nil {
		if wantN, wantS := g.expected(); number == wantN && color == wantS {
			s.ended = nil
			s.warn(at, s.text[at:behind], "ignored: the game was over before this move (%v)", g.cursor.Position().Outcome())
		}
	}
	if g := s.run; g != nil && !g.over {
		wantN, wantS := g.expected()
		if number == wantN && color == wantS {
			s.i = behind
			return s.play(at, from, move.text, number, color)
		}
	}
	if g := s.run; g == nil || g.over || g.plies < 2 || s.firstOnLine(at) {
		began, err := s.start(at, from, behind, move.text, number, color)
		if began || err != nil {
			return err
		}
	}
	if g := s.run; g != nil && !g.over && !bare {
		wantN, wantS := g.expected()
		if later := 2*(number-wantN) + int(color) - int(wantS); later > 0 && later <= 4 {
			if later == 1 {
				if filled, err := s.fillGap(at); filled || err != nil {
					s.i = at // to read this number again
					return err
				}
			}
			s.missing(s.text[at:behind])
		}
	}
	s.prose()
	return nil
}

// prose notes that what was just read is no move.
func (s *sheet) prose() {
	if s.run != nil {
		s.run.next = false
	}
}

// numberSigns counts the dots behind a move number, an ellipsis as three and
// ":" and ")" as one each, and returns the bytes up to the last of them.
func numberSigns(text string) (dots, size int) {
	for i, r := range text {
		switch r {
		case '.', ':', ')':
			dots++
		case '…':
			dots += 3
		case ' ', '\t', '\u00a0':
			continue
		default:
			return dots, size
		}
		size = i + utf8.RuneLen(r)
	}
	return dots, size
}

// start begins a game with a move, if its number and color fit the start. It
// reports whether a game began.
func (s *sheet) start(at, from, behind int, text string, number int, color game.Color) (bool, error) {
	fens := []string{s.header.fen}
	if s.header.fen == "" && s.o.FEN != "" {
		fens = []string{s.o.FEN, ""}
	}
	var failed *ParseError
	for i, fen := range fens {
		g, err := s.o.pick(s.header.variant)
		if err != nil {
			return false, s.fail(at, s.header.variant, "%v", err)
		}
		t, err := NewTree(g, fen)
		if err != nil {
			return false, s.fail(at, fen, "%v", err)
		}
		c := t.Cursor()
		p := c.Position()
		if p.Turn() != color || number != p.Fullmove() && number != 1 {
			s.noteLate(from, text, number, color, p)
			continue
		}
		ms := NewMoves(p)
		if _, _, err := s.resolve(ms, text, number, color); err != nil {
			if failed == nil {
				failed = s.failMove(from, text, ms, number, color, err)
				failed.Problem += "; if this game begins elsewhere, give the FEN of its position"
			}
			continue
		}
		if err := s.end(game.Ongoing, false); err != nil {
			return false, err
		}
		for _, tag := range s.header.tags {
			if err := t.SetTag(tag.Name, tag.Value); err != nil {
				s.warn(at, tag.Name, "%v", err)
			}
		}
		s.header, s.ended = header{}, nil
		s.run = &run{begin: at, tree: t, cursor: c, shift: number - p.Fullmove(), elsewhere: i > 0, unread: -1}
		s.i = behind
		return true, s.play(at, from, text, number, color)
	}
	if failed != nil && s.run == nil {
		s.fragment(failed)
	}
	return false, nil
}

// noteLate notes a move that no game can begin with because of its number. It
// is an error if the text has no game at all.
func (s *sheet) noteLate(from int, text string, number int, color game.Color, begin game.Position) {
	if s.run != nil || s.late != nil {
		return
	}
	line, column := s.place(from)
	s.late = &ParseError{Line: line, Column: column, Number: number, Color: color, Text: text, Problem: fmt.Sprintf(
		"no game begins with this number, expected move %s first or the FEN where the moves begin",
		numberText(begin.Fullmove(), begin.Turn()))}
}

// missing notes that a later move was found while the expected one is missing.
// It is an error unless the expected one is found after all.
func (s *sheet) missing(later string) {
	g := s.run
	if g.gap != nil {
		return
	}
	n, color := g.expected()
	ms := NewMoves(g.cursor.Position())
	where, text, problem := g.end, "", fmt.Sprintf("the move is missing, the text continues with %s", message.Clip(later, 60))
	if g.unread >= 0 {
		where, text = g.unread, s.text[g.unread:g.unread+lineLength(s.text[g.unread:])]
		problem = "not a move"
	}
	g.gap = s.failMove(where, message.Clip(text, 60), ms, n, color, &MoveError{Problem: problem})
}

// fillGap looks for the missing move in the text since the last one, or in the
// corrections, and plays it. It takes a move from the text only if it is the
// only legal one there.
func (s *sheet) fillGap(to int) (bool, error) {
	g := s.run
	n, color := g.expected()
	ms := NewMoves(g.cursor.Position())
	if _, _, err := s.resolve(ms, "", n, color); err == nil {
		s.i = to
		return true, s.play(to, g.end, "", n, color)
	}
	from, behind, text, found := 0, 0, "", game.NoMove
	for i := g.end; i < to; {
		if skip := s.closing[i]; skip > 0 {
			i = skip
			continue
		}
		move, length, ok := scanMove(s.text[i:], false)
		if ok {
			got, err := ms.Parse(move.text)
			if err == nil && found != game.NoMove && got.Move != found {
				return false, nil
			}
			if err == nil && found == game.NoMove {
				from, behind, text, found = i, i+length, move.text, got.Move
			}
		}
		_, size := utf8.DecodeRuneInString(s.text[i:])
		word := 0
		for i+word < to {
			r, width := utf8.DecodeRuneInString(s.text[i+word:])
			if !wordRune(r) {
				break
			}
			word += width
		}
		i += max(size, word)
	}
	if found == game.NoMove {
		return false, nil
	}
	s.warn(from, text, "read as move %s, which is within other text without its number", numberText(n, color))
	s.i = behind
	return true, s.play(from, from, text, n, color)
}
