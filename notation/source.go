package notation

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/message"
)

// reader holds a text, and the games and warnings found in it, in any format.
type reader struct {
	o        ReadOptions
	text     string
	lines    []int // offsets where lines begin
	fixes    []*correction
	trees    []*Tree
	warnings []Warning
	brief    bool // errors need not list the legal moves: there are many errors
	varied   bool // a game has a variation
}

func newReader(text string, o ReadOptions) (*reader, error) {
	if most := o.maxBytes(); len(text) > most {
		return nil, fmt.Errorf("a text of more than %d bytes", most)
	}
	r := &reader{o: o}
	for _, s := range o.Corrections {
		c, err := parseCorrection(s)
		if err != nil {
			return nil, err
		}
		r.fixes = append(r.fixes, c)
	}
	if kind := binary(text); kind != "" {
		return nil, errors.New("no game found: this is " + kind + ", expected PGN or moves such as 1. e4 e5")
	}
	text = strings.TrimPrefix(text, "\ufeff")
	latin := !utf8.ValidString(text)
	if latin {
		text = fromLatin1(text)
	}
	r.text = text
	r.lines = append(r.lines, 0)
	for i := range len(text) {
		if text[i] == '\n' || text[i] == '\r' && (i+1 == len(text) || text[i+1] != '\n') {
			r.lines = append(r.lines, i+1)
		}
	}
	if latin {
		r.warn(0, "", "the text is not UTF-8 and is read as ISO 8859-1")
	}
	return r, nil
}

// binary says what a text is that cannot be one in UTF-8 or ISO 8859-1; "" for others. Old
// files may have a few control characters, such as that for the end of a file.
func binary(text string) string {
	const sample, most = 1 << 16, 20 // bytes; at most one of so many is a control character
	part := text[:min(len(text), sample)]
	if strings.HasPrefix(part, "\xff\xfe") || strings.HasPrefix(part, "\xfe\xff") {
		return "UTF-16 and not UTF-8"
	}
	controls := 0
	for i := range len(part) {
		switch c := part[i]; {
		case c == 0:
			return "binary data"
		case c < ' ' && (c < '\t' || c > '\r'):
			controls++
		}
	}
	if controls > 1+len(part)/most {
		return "binary data"
	}
	return ""
}

// fromLatin1 reads each byte as a character, as PGN of old defines it.
func fromLatin1(s string) string {
	var b strings.Builder
	for i := range len(s) {
		b.WriteRune(rune(s[i]))
	}
	return b.String()
}

// place returns the line and the column, in characters, of an offset.
func (r *reader) place(offset int) (line, column int) {
	line, _ = slices.BinarySearch(r.lines, offset+1)
	const most = 10_000 // columns beyond it are counted in bytes: lines can be very long
	begin := r.lines[line-1]
	if offset-begin > most {
		return line, offset - begin + 1
	}
	return line, utf8.RuneCountInString(r.text[begin:offset]) + 1
}

func (r *reader) warn(offset int, text, format string, args ...any) {
	line, column := r.place(offset)
	r.warnings = append(r.warnings, Warning{Line: line, Column: column, Text: message.Clip(Comment(text), 60), Problem: fmt.Sprintf(format, args...)})
}

// fail makes an error about the text at an offset.
func (r *reader) fail(offset int, text, format string, args ...any) error {
	line, column := r.place(offset)
	return &ParseError{Line: line, Column: column, Text: text, Problem: fmt.Sprintf(format, args...)}
}

// failMove makes an error about a move that cannot be read.
func (r *reader) failMove(offset int, text string, ms *Moves, number int, color game.Color, err error) *ParseError {
	line, column := r.place(offset)
	e := &ParseError{Line: line, Column: column, Number: number, Color: color, Text: text, Problem: problemOf(err)}
	if !r.brief {
		e.Legal = ms.texts(ms.routes, ms.SAN)
	}
	return e
}

// games returns what was read, and the error. If the options are strict, the first
// warning is an error.
func (r *reader) games(err error) ([]*Tree, []Warning, error) {
	if err == nil && r.o.Strict {
		if i := slices.IndexFunc(r.warnings, func(w Warning) bool { return !w.Corrected }); i >= 0 {
			w := r.warnings[i]
			err = &ParseError{Line: w.Line, Column: w.Column, Text: w.Text, Problem: w.Problem}
			r.warnings = slices.Delete(r.warnings, i, i+1)
		}
	}
	return r.trees, r.warnings, err
}

// newTree makes a tree for the variant and the FEN that a text gives, or those
// of the options.
func (r *reader) newTree(variant, fen string) (*Tree, error) {
	g, err := r.o.pick(variant)
	if err != nil {
		return nil, err
	}
	if fen == "" {
		fen = r.o.FEN
	}
	return NewTree(g, fen)
}

// play plays the move that a text gives, on a tree's main line.
func (r *reader) play(c *Cursor, offset int, text string, number int, color game.Color) error {
	ms := NewMoves(c.Position())
	got, corrected, err := r.resolve(ms, text, number, color)
	if err != nil {
		return r.failMove(offset, text, ms, number, color, err)
	}
	if corrected != "" {
		r.warn(offset, text, "move %s %s", numberText(number, color), corrected)
		r.warnings[len(r.warnings)-1].Corrected = true
	}
	return r.annotate(c, got, offset, text, number, color)
}

// annotate adds a move with its glyphs, remarks and notes.
func (r *reader) annotate(c *Cursor, got Reading, offset int, text string, number int, color game.Color) error {
	for _, note := range got.Notes {
		r.warn(offset, text, "move %s is %s", numberText(number, color), note)
	}
	n := c.add(got.Move)
	n.NAGs = got.NAGs
	for _, remark := range got.Remarks {
		n.comment(remark)
	}
	return nil
}

// comment adds a comment after a move unless it is empty.
func (n *Node) comment(s string) {
	if s = Comment(s); s != "" {
		n.Comments = append(n.Comments, s)
	}
}

// finish adds a game to those read. Its result is the stated one if given, else that of
// the last position.
func (r *reader) finish(t *Tree, c *Cursor, stated game.Result, given bool, offset int) error {
	o := c.Position().Outcome()
	t.Result = stated
	if !given {
		t.Result = o.Result
	} else if o.Over() && o.Result != stated {
		r.warn(offset, stated.String(), "the stated result differs from the position's: %v", o)
	}
	r.trees = append(r.trees, t)
	return nil
}

// done warns of unused corrections.
func (r *reader) done() {
	for _, c := range r.fixes {
		if !c.used {
			r.warnings = append(r.warnings, Warning{Line: 1, Column: 1, Text: c.whole, Problem: "unused correction: no game has this move, or the corrected move is illegal there"})
		}
	}
}

// errNoGames says that a text has no game at all.
var errNoGames = errors.New("no game found, expected PGN or moves such as 1. e4 e5, e2-e4 e7-e5 or e2e4 e7e5")
