package notation

import (
	"strings"
	"unicode/utf8"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/game/rulekit"
	"github.com/wane-chess/wane/internal/message"
)

// reader reads the games of one text, in any format.
type reader struct {
	ctx    Context
	o      ReadOptions
	text   string // the part that is being read
	line   int    // the number of its first line
	column int    // how many characters stand before it there
	fixes  []*correction
	number int  // of the game that is being read, from 1
	nodes  int  // read in all games
	brief  bool // errors need not list the legal moves: there are many errors
	latin  bool // it was said that the text is not UTF-8

	last                 *Tree // most games of a text begin as the one before
	lastVariant, lastFEN string

	// Of the game that is being read:
	gameNodes int
	warned    int
	strict    *ParseError // the first warning, where warnings are errors
}

// maxWarnings is how many warnings of one game are given.
const maxWarnings = 100

func newReader(ctx Context, o ReadOptions) (*reader, error) {
	r := &reader{ctx: ctx, o: o}
	if r.o.Limits.GameNodes <= 0 {
		r.o.Limits.GameNodes = DefaultGameNodes
	}
	for _, s := range o.Corrections {
		c, err := parseCorrection(s)
		if err != nil {
			return nil, err
		}
		r.fixes = append(r.fixes, c)
	}
	if o.FEN != "" { // an error in it is not about a place in the text
		if _, err := r.newTree("", ""); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// take begins a part of the text. Its first line has a number, and so many characters before
// the part.
func (r *reader) take(text string, line, column int) {
	r.text, r.line, r.column = text, line, column
	if utf8.ValidString(text) {
		return
	}
	r.text = fromLatin1(text)
	if !r.latin {
		r.latin = true
		r.warn(0, "", "the text is not UTF-8 and is read as ISO 8859-1")
	}
}

// binary says what a text is that cannot be one in UTF-8 or ISO 8859-1; "" for others. Old
// files may have a few control characters, such as that for the end of a file.
func binary(text []byte) string {
	const sample, most = 1 << 16, 20 // bytes; at most one of so many is a control character
	part := text[:min(len(text), sample)]
	if len(part) > 1 && (part[0] == 0xff && part[1] == 0xfe || part[0] == 0xfe && part[1] == 0xff) {
		return "UTF-16 and not UTF-8"
	}
	controls := 0
	for _, c := range part {
		switch {
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
	before := r.text[:offset]
	begin := strings.LastIndexAny(before, "\r\n") + 1
	line = r.line + countLines(before[:begin])
	if begin == 0 {
		column = r.column
	}
	const most = 10_000 // columns beyond it are counted in bytes: lines can be very long
	if offset-begin > most {
		return line, column + offset - begin + 1
	}
	return line, column + utf8.RuneCountInString(before[begin:]) + 1
}

func (r *reader) warn(offset int, text, format string, args ...any) {
	if r.warned > maxWarnings || r.strict != nil {
		return
	}
	line, column := r.place(offset)
	r.give(Warning{
		Line: line, Column: column, Text: message.Clip(Comment(text), 60), Problem: message.Sprintf(format, args...),
	})
}

// ignoreOperations warns of operations in the EPD record of a tag.
func (r *reader) ignoreOperations(offset int, epd string) {
	if ignored := rulekit.IgnoredOperations(epd); ignored != nil {
		r.warn(offset, strings.Join(ignored, ", "), "operations of EPD are ignored")
	}
}

// give gives a warning to the caller, or keeps it as the game's error.
func (r *reader) give(w Warning) {
	if r.o.Strict && !w.Corrected {
		if r.strict == nil {
			r.strict = &ParseError{Line: w.Line, Column: w.Column, Game: r.number, Text: w.Text, Problem: w.Problem}
		}
		return
	}
	if r.warned++; r.o.Warn == nil || r.warned > maxWarnings {
		return
	}
	if r.warned == maxWarnings {
		w = Warning{Line: w.Line, Column: w.Column, Problem: "more warnings about this game are left out"}
	}
	r.o.Warn(w)
}

// begin begins the game with a number.
func (r *reader) begin(number int) {
	r.number = number
	r.gameNodes, r.warned = 0, 0
}

// fault returns the error of a finished game that has no other: its first warning if the
// options are strict.
func (r *reader) fault() error {
	if r.strict == nil {
		return nil
	}
	err := r.strict
	r.strict = nil
	return err
}

// fail makes an error about the text at an offset.
func (r *reader) fail(offset int, text, format string, args ...any) error {
	line, column := r.place(offset)
	return &ParseError{
		Line: line, Column: column, Game: r.number, Text: text, Problem: message.Sprintf(format, args...),
	}
}

// failMove makes an error about a move that cannot be read.
func (r *reader) failMove(
	offset int, text string, ms *Moves, number int, color game.Color, err error,
) *ParseError {
	line, column := r.place(offset)
	e := &ParseError{
		Line: line, Column: column, Game: r.number, Number: number, Color: color, Text: text, Problem: problemOf(err),
	}
	if !r.brief {
		e.Legal = ms.texts(ms.routes, ms.SAN)
	}
	return e
}

// count counts a move that is added to the game, at a ply from its start.
func (r *reader) count(offset, ply int) error {
	r.nodes++
	r.gameNodes++
	l := &r.o.Limits
	switch {
	case l.Nodes > 0 && r.nodes > l.Nodes:
		return &LimitError{"moves", l.Nodes}
	case r.gameNodes > l.GameNodes:
		return r.fail(offset, "", "the game has more than %d moves with its variations", l.GameNodes)
	case l.Plies > 0 && ply > l.Plies:
		return r.fail(offset, "", "a line is longer than %d plies", l.Plies)
	}
	return r.ctx.Err()
}

// checkComment rejects a comment that is too long.
func (r *reader) checkComment(offset int, text string) error {
	if most := r.o.Limits.Comment; most > 0 && len(text) > most {
		return r.fail(offset, "", "a comment is longer than %d bytes", most)
	}
	return nil
}

// checkGames rejects a game with a number beyond the limit.
func (r *reader) checkGames(number int) error {
	if most := r.o.Limits.Games; most > 0 && number > most {
		return &LimitError{"games", most}
	}
	return r.ctx.Err()
}

// read reads the move that a text gives for a place of the main line, or its correction.
func (r *reader) read(
	ms *Moves, offset int, text string, number int, color game.Color,
) (Reading, error) {
	got, corrected, err := r.resolve(ms, text, number, color)
	if err != nil {
		return Reading{}, r.failMove(offset, text, ms, number, color, err)
	}
	if corrected != "" {
		line, column := r.place(offset)
		r.give(Warning{
			Line: line, Column: column, Text: message.Clip(Comment(text), 60), Corrected: true,
			Problem: message.Sprintf("move %s %s", numberText(number, color), corrected),
		})
	}
	r.warnNotes(got, offset, text, number, color)
	return got, nil
}

// warnNotes warns of wrong marks of a move.
func (r *reader) warnNotes(got Reading, offset int, text string, number int, color game.Color) {
	for _, note := range got.Notes {
		r.warn(offset, text, "move %s is %s", numberText(number, color), note)
	}
}

// comment adds a comment after a move unless it is empty.
func (n *Node) comment(s string) {
	if s = Comment(s); s != "" {
		n.Comments = append(n.Comments, s)
	}
}

// unused warns of corrections that were not used.
func (r *reader) unused() {
	for _, c := range r.fixes {
		if !c.used {
			r.give(Warning{
				Line: 1, Column: 1, Text: message.Clip(c.whole, 60),
				Problem: "unused correction: no game has this move, or the corrected move is illegal there",
			})
		}
	}
}
