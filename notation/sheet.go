package notation

import (
	"cmp"
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/message"
)

// sheet reads score sheets as the inventors print them: moves in any notation, with prose
// around and between them. Move numbers say what is a move of the game; a text without
// numbers has nothing but moves and comments in brackets on the lines with moves.
type sheet struct {
	*reader
	i       int
	bare    bool          // the text has no move numbers
	closing []int32       // from the offset of a bracket to that behind its counterpart, or 0
	tags    []Tag         // of the next game
	run     *run          // the game that is being read, or nil
	used    int           // behind what belongs to a game, or was said to belong to none
	lone    []*ParseError // what begins like a game and is none, since then
	late    *ParseError
	out     *output
}

// run is a game while it is being read.
type run struct {
	begin, end int // offsets of the game, so far: end is behind the last move
	tree       *Tree
	cursor     *Cursor
	shift      int         // printed move number − the position's
	plies      int         // read so far
	stated     game.Result // that of the tag, if there is one
	given      bool
	next       bool        // nothing but signs and brackets stands behind the last move
	over       bool        // no move is legal any more
	elsewhere  bool        // it begins at the start although a FEN was given
	gap        *ParseError // the next move is missing, although its number or a later move was found
}

// expected returns the number and the color of the next move.
func (g *run) expected() (number int, color game.Color) {
	p := g.cursor.Position()
	return p.Fullmove() + g.shift, p.Turn()
}

// readSheet reads all games of the text.
func (r *reader) readSheet(text string, out *output) error {
	r.take(text, 1, 0)
	s := &sheet{reader: r, out: out, closing: brackets(r.text)}
	err := s.games()
	if err == nil && out.games == 0 && len(s.lone) == 0 {
		s.bare, s.i = true, 0
		err = s.games()
	}
	switch {
	case err != nil:
		return err
	case out.games == 0 && len(s.lone) > 0:
		out.give(nil, s.lone[0])
		s.lone = s.lone[1:]
	case out.games == 0 && s.late != nil:
		out.give(nil, s.late)
	case out.games == 0:
		out.give(nil, errNoGames)
	}
	s.unread(len(s.text))
	r.unused()
	if fault := r.fault(); fault != nil {
		out.give(nil, fault)
	}
	return nil
}

// games reads the games.
func (s *sheet) games() error {
	for s.i < len(s.text) && !s.out.ended {
		if err := cmp.Or(s.ctx.Err(), s.step()); err != nil {
			return err
		}
	}
	return s.end(game.Ongoing, false)
}

// elements are what a text may go on with, besides words and signs, in the order in which they
// are tried. Each reports whether it was there.
var elements = [...]func(s *sheet, rest string) (bool, error){
	(*sheet).space, (*sheet).headerLine, (*sheet).bracket, (*sheet).result, (*sheet).plainMove, (*sheet).moveNumber,
}

// step reads what comes next.
func (s *sheet) step() error {
	rest := s.text[s.i:]
	for _, read := range elements {
		if ok, err := read(s, rest); ok || err != nil {
			return err
		}
	}
	return s.word(rest)
}

// space passes over one. Behind a game that is over, a line's end ends it, too.
func (s *sheet) space(rest string) (bool, error) {
	c, size := utf8.DecodeRuneInString(rest)
	if !unicode.IsSpace(c) {
		return false, nil
	}
	s.i += size
	if c == '\n' && s.run != nil && s.run.over && !s.resultFollows() {
		return true, s.end(game.Ongoing, false)
	}
	return true, nil
}

// bracket passes over what stands in brackets. What belongs to a game is not known behind one
// that is not closed.
func (s *sheet) bracket(rest string) (bool, error) {
	g := s.run
	switch {
	case s.closing[s.i] > 0:
		s.i = int(s.closing[s.i])
		return true, nil
	case g == nil || rest[0] != '(' && rest[0] != '{':
		return false, nil
	}
	problem := "an unclosed bracket, expected )"
	if rest[0] == '{' {
		problem = "an unclosed comment, expected }"
	}
	var t *Tree
	if g.plies > 1 {
		t = g.tree
	}
	s.out.give(t, s.fail(s.i, rest[:1], "%s", problem))
	s.run = nil
	s.i += len(paragraph(rest))
	s.used = s.i
	return true, nil
}

// result reads a result, which ends the game. Behind prose it is one only at the end of the
// paragraph, or on a line of its own.
func (s *sheet) result(rest string) (bool, error) {
	g := s.run
	result, n := cutResult(rest)
	if n == 0 || g == nil {
		return false, nil
	}
	word := !strings.ContainsAny(rest[:n], "-–*") // "1/2" may be one
	alone := lastOfParagraph(rest[n:]) || !word && s.firstOnLine(s.i)
	if (!g.next || word) && (!alone || rest[0] == '*') {
		return false, nil
	}
	if err := s.remark(s.i); err != nil {
		return true, s.fault(err)
	}
	s.i += n
	g.end = s.i
	return true, s.end(result, true)
}

// plainMove reads a move without a number: Black's reply, or any in a text without numbers.
func (s *sheet) plainMove(rest string) (bool, error) {
	g := s.run
	reply := g != nil && g.next && !g.over && g.cursor.Position().Turn() == game.Black
	if !reply && (!s.bare || g == nil && !s.firstOnLine(s.i)) {
		return false, nil
	}
	move, n, ok := scanMove(rest, false)
	if !ok {
		return false, nil
	}
	return true, s.play(s.i, s.i, s.i+n, move.text)
}

// word passes over a word or a sign, in a text without numbers over the line.
func (s *sheet) word(rest string) error {
	g := s.run
	n := strings.IndexFunc(rest, func(r rune) bool { return !wordRune(r) })
	if n < 0 {
		n = len(rest)
	}
	if s.bare && n > 0 && s.firstOnLine(s.i) {
		n = lineLength(rest)
	} else if s.bare && n > 0 && g != nil {
		return s.fault(s.missing(s.i, rest[:n], "not a move: without move numbers, comments must be in brackets"))
	}
	c, size := utf8.DecodeRuneInString(rest)
	s.i += max(n, size)
	if g != nil && (n > 0 || !strings.ContainsRune(".,;:-–—|", c)) {
		g.next = false
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
	before := strings.TrimRight(s.text[:at], " \t")
	return before == "" || strings.HasSuffix(before, "\n") || strings.HasSuffix(before, "\r")
}

// headerLine reads a line that says something about the next game: a tag, or the players'
// names. It reports whether it was one. A tag ends a game.
func (s *sheet) headerLine(rest string) (bool, error) {
	if !s.firstOnLine(s.i) {
		return false, nil
	}
	line := rest[:lineLength(rest)]
	names, white := strings.CutPrefix(line, "White:")
	switch {
	case strings.HasPrefix(line, "["):
		p := &pgnReader{reader: &reader{text: line}}
		tag, fault := p.tag()
		if fault != nil || strings.TrimSpace(line[p.i:]) != "" {
			return false, nil //nolint:nilerr // it is no tag
		}
		if err := s.end(game.Ongoing, false); err != nil {
			return true, err
		}
		s.tag(tag)
	case s.run != nil || !white && !strings.HasPrefix(line, "Black:"):
		return false, nil
	default:
		first, second, _ := strings.Cut(names, "Black:")
		if white {
			s.tag(Tag{"White", strings.TrimSpace(first)})
		}
		s.tag(Tag{"Black", strings.TrimSpace(second)})
	}
	s.unread(s.i)
	s.i += len(line)
	s.used = s.i
	return true, nil
}

// tag notes a tag of the next game.
func (s *sheet) tag(tag Tag) {
	if slices.ContainsFunc(s.tags, func(other Tag) bool { return other.Name == tag.Name }) {
		s.warn(s.i, tag.Name, "duplicate tag, the first counts")
		return
	}
	s.tags = append(s.tags, tag)
}

// numbered is a move number, and what stands behind it.
type numbered struct {
	at, from, behind int // offsets of the number, of the move, and behind it
	number           int
	color            game.Color
	dots             int
	isMove           bool
}

// moveNumber reads a number, and the move behind it if it is the number of the move that is
// due, or of the first of a game.
func (s *sheet) moveNumber(rest string) (bool, error) {
	if s.bare || !isDigit(rest[0]) {
		return false, nil
	}
	n, ok := s.numbered()
	if g := s.run; g != nil {
		g.next = false
	}
	if !ok {
		return true, nil
	}
	done, err := s.due(n)
	if done || err != nil {
		return true, err
	}
	if g := s.run; n.isMove && (g == nil || g.over || g.plies < 2 || s.firstOnLine(n.at)) {
		if begun, err := s.start(n); begun || err != nil {
			return true, err
		}
	}
	return true, s.leftOut(n)
}

// numbered reads a number. It reports whether it may be that of a move.
func (s *sheet) numbered() (numbered, bool) {
	n := numbered{at: s.i}
	digits := len(s.text) - len(strings.TrimLeft(s.text[n.at:], "0123456789"))
	dots, size := numberSigns(s.text[digits:])
	s.i = digits + size
	n.dots = dots
	if dots > 1 {
		n.color = game.Black
	}
	n.from = len(s.text) - len(strings.TrimLeftFunc(s.text[s.i:], unicode.IsSpace))
	_, length, isMove := scanMove(s.text[n.from:], false)
	n.behind, n.isMove = n.from+length, isMove
	var err error
	n.number, err = strconv.Atoi(s.text[n.at:digits])
	alone := dots == 0 && (n.from == digits || (s.run == nil || !s.run.next) && !s.firstOnLine(n.at))
	return n, err == nil && !alone
}

// ahead returns how many plies the number is ahead of the next move of the game.
func (g *run) ahead(n numbered) int {
	number, color := g.expected()
	return (n.number-number)*2 + int(n.color) - int(color)
}

// due plays the move if its number is that of the next. It reports whether it did.
func (s *sheet) due(n numbered) (bool, error) {
	g := s.run
	switch {
	case g == nil || g.over || g.ahead(n) != 0:
		return false, nil
	case n.isMove:
		return true, s.play(n.at, n.from, n.behind, s.text[n.from:n.behind])
	case n.dots > 0 && g.gap == nil:
		g.gap = s.missing(n.from, s.text[n.from:n.from+lineLength(s.text[n.from:])], "not a move")
	}
	return true, nil
}

// leftOut notes that a move is missing if the number is that of one soon after it. A
// correction may have it.
func (s *sheet) leftOut(n numbered) error {
	g := s.run
	if g == nil || g.over || g.gap != nil || !n.isMove || n.dots == 0 {
		return nil //nolint:nilerr // end reports the first gap
	}
	ahead := g.ahead(n)
	if ahead < 1 || ahead > 4 {
		return nil
	}
	if ahead == 1 && s.corrected() {
		s.i = n.at // the number is read again
		return s.play(n.at, g.end, n.at, "")
	}
	g.gap = s.missing(g.end, "", "the move is missing, the text continues with "+
		message.Clip(s.text[n.at:n.behind], 60))
	return nil
}

// corrected reports whether a correction has the next move of the game.
func (s *sheet) corrected() bool {
	number, color := s.run.expected()
	_, _, err := s.resolve(NewMoves(s.run.cursor.Position()), "", number, color)
	return err == nil
}

// missing makes an error about the next move of the game.
func (s *sheet) missing(at int, text, problem string) *ParseError {
	number, color := s.run.expected()
	ms := NewMoves(s.run.cursor.Position())
	return s.failMove(at, message.Clip(text, 60), ms, number, color, &MoveError{Problem: problem})
}

// start begins a game with a move, if its number and color fit the start.
func (s *sheet) start(n numbered) (bool, error) {
	text := s.text[n.from:n.behind]
	variant, fen := valueOf(s.tags, "Variant"), valueOf(s.tags, "FEN")
	fens := []string{fen}
	if fen == "" && s.o.FEN != "" {
		fens = []string{s.o.FEN, ""}
	}
	var failed *ParseError
	s.number++
	for i, fen := range fens {
		g, err := s.o.pick(variant)
		var t *Tree
		if err == nil {
			t, err = NewTree(g, fen)
		}
		if err != nil {
			err = s.fault(s.fail(n.at, "", "%v", err))
			return false, err
		}
		c := t.Cursor()
		p := c.Position()
		if p.Turn() != n.color || n.number != p.Fullmove() && n.number != 1 {
			if s.late == nil && s.run == nil {
				s.late = s.failMove(n.from, text, &Moves{}, n.number, n.color, message.Errorf(
					"no game begins with this number, expected move %s first or the FEN where the moves begin",
					numberText(p.Fullmove(), p.Turn())))
			}
			continue
		}
		ms := NewMoves(p)
		if _, _, err := s.resolve(ms, text, n.number, n.color); err != nil {
			if failed == nil && s.run == nil {
				failed = s.failMove(n.from, text, ms, n.number, n.color, err)
				failed.Problem += "; if this game begins elsewhere, give the FEN of its position"
			}
			continue
		}
		if err := cmp.Or(s.end(game.Ongoing, false), s.checkGames(s.number)); err != nil {
			return false, err
		}
		s.begin(s.number)
		s.ignoreOperations(n.at, valueOf(s.tags, "FEN"))
		for _, tag := range s.tags {
			if err := t.SetTag(tag.Name, tag.Value); err != nil && !derived(tag.Name) {
				s.warn(n.at, tag.Name, "%v", err)
			}
		}
		s.run = &run{begin: n.at, tree: t, cursor: c, shift: n.number - p.Fullmove(), elsewhere: i > 0}
		s.run.stated, s.run.given = resultOf(valueOf(s.tags, "Result"))
		s.tags = nil
		return true, s.play(n.at, n.from, n.behind, text)
	}
	s.number--
	if failed != nil {
		s.lone = append(s.lone, failed)
	}
	return false, nil
}

// play plays the next move, with the comment that stands before it. The move's number
// stands at the first offset, its text from the second to the third.
func (s *sheet) play(at, from, behind int, text string) error {
	g := s.run
	if g == nil || g.over { // only without numbers
		begun, err := s.start(numbered{at: at, from: from, behind: behind, number: 1})
		if !begun && err == nil {
			s.i += lineLength(s.text[s.i:])
		}
		return err
	}
	s.i = behind
	number, color := g.expected()
	got, err := s.read(NewMoves(g.cursor.Position()), from, text, number, color)
	if err == nil {
		err = s.count(from, g.plies+1)
	}
	if err != nil {
		return s.fault(err)
	}
	if err := s.remark(at); err != nil {
		return s.fault(err)
	}
	n := g.cursor.add(got.Move)
	n.NAGs = got.NAGs
	for _, remark := range got.Remarks {
		n.comment(remark)
	}
	if g.plies++; g.plies == 2 {
		s.certain()
	}
	g.end, g.next, g.gap = s.i, true, nil
	g.over = len(g.cursor.Position().Legal(nil)) == 0
	return nil
}

// certain warns of what was passed over, once it is certain that a game is one.
func (s *sheet) certain() {
	s.unread(s.run.begin)
	if s.run.elsewhere {
		s.warn(s.run.begin, s.text[s.run.begin:s.run.end],
			"this game is read from the start position, since it cannot begin at the given FEN")
	}
}

// fault ends the game that is being read with an error. A beginning of less than two plies
// is no game.
func (s *sheet) fault(err error) error {
	g := s.run
	s.run = nil
	fault, ok := errors.AsType[*ParseError](err)
	switch {
	case !ok:
		return err
	case g == nil || g.plies >= 2:
		var t *Tree
		if g != nil {
			t = g.tree
			s.used = g.end + len(paragraph(s.text[g.end:])) // its end is ambiguous
		}
		s.out.give(t, err)
	default:
		if fault.Text == "" {
			fault.Text = message.Clip(s.text[g.begin:g.end], 60)
			fault.Line, fault.Column = s.place(g.begin)
		}
		s.lone = append(s.lone, fault)
	}
	return nil
}

// end ends the game that is being read, if there is one. Its last comment extends to the end
// of the paragraph, or of the line if the game is over.
func (s *sheet) end(result game.Result, stated bool) error {
	g := s.run
	if g == nil {
		return nil
	}
	if g.gap != nil {
		return s.fault(g.gap)
	}
	if g.plies < 2 && !stated && !g.over {
		return s.fault(s.fail(g.begin, s.text[g.begin:g.end], "a single move is not a game"))
	}
	tail := paragraph(s.text[g.end:max(s.i, g.end)])
	if g.over || stated {
		tail = tail[:lineLength(tail)]
	}
	if err := s.remark(g.end + len(tail)); err != nil {
		return s.fault(err)
	}
	if g.plies < 2 {
		s.certain()
	}
	s.run = nil
	s.used = g.end + len(tail)
	if !stated {
		result, stated = g.stated, g.given
	}
	s.finish(g.tree, g.cursor.Position(), result, stated, g.begin)
	s.out.give(g.tree, nil)
	return nil
}

// brackets returns the offset behind the counterpart of each round or curly bracket that is
// closed in its paragraph; 0 elsewhere.
func brackets(text string) []int32 {
	closing := make([]int32, len(text)+1)
	var open []int32
	brace := -1
	for i := range len(text) {
		switch c := text[i]; {
		case c == '\n' && strings.TrimSpace(text[i+1:i+1+lineLength(text[i+1:])]) == "":
			open, brace = open[:0], -1
		case c == '}' && brace >= 0:
			closing[brace], brace = int32(i+1), -1
		case brace >= 0:
		case c == '{':
			brace = i
		case c == '(':
			open = append(open, int32(i))
		case c == ')' && len(open) > 0:
			closing[open[len(open)-1]] = int32(i + 1)
			open = open[:len(open)-1]
		}
	}
	return closing
}

// remark makes a comment of the text between the last move and an offset.
func (s *sheet) remark(to int) error {
	g := s.run
	if g.plies == 0 {
		return nil
	}
	text := s.plain(g.end, to)
	g.cursor.Node().comment(text)
	return s.checkComment(g.end, text)
}

// paragraph returns a text up to its first empty line.
func paragraph(s string) string {
	n := 0
	for line := range strings.Lines(s) {
		if n > 0 && strings.TrimSpace(line) == "" {
			return s[:n]
		}
		n += len(line)
	}
	return s
}

// lastOfParagraph reports whether nothing follows on the line, and no text on the next.
func lastOfParagraph(rest string) bool {
	rest = strings.TrimLeft(rest, " \t")
	if rest != "" && rest[0] != '\n' && rest[0] != '\r' {
		return false
	}
	next := strings.TrimPrefix(strings.TrimPrefix(rest, "\r"), "\n")
	return strings.TrimSpace(next[:lineLength(next)]) == ""
}

// plain returns the text between two moves as a comment: without the signs that only part
// moves, and without brackets around the whole.
func (s *sheet) plain(from, to int) string {
	const signs = " \t\r\n\u00a0,;|"
	text := strings.TrimLeft(s.text[from:to], signs+".:-–—")
	from = to - len(text)
	text = strings.TrimRight(text, signs)
	if n := len(text); n > 1 && int(s.closing[from]) == from+n {
		return text[1 : n-1]
	}
	return text
}

// unread warns of the text up to an offset that belongs to no game, and of what begins like
// a game there and is none.
func (s *sheet) unread(to int) {
	text := strings.TrimLeftFunc(s.text[min(s.used, to):to], func(r rune) bool { return !wordRune(r) })
	from := to - len(text)
	text = strings.TrimRightFunc(text, unicode.IsSpace)
	s.used, s.warned = to, 0
	if text != "" {
		first, _ := s.place(from)
		last, _ := s.place(from + len(text))
		problem := "this text belongs to no game and is ignored"
		if first != last {
			problem = message.Sprintf("lines %d–%d belong to no game and are ignored", first, last)
		}
		s.warn(from, text[:lineLength(text)], "%s", problem)
	}
	for _, e := range s.lone {
		problem := "not read as a game: "
		if e.Number > 0 {
			problem += "move " + numberText(e.Number, e.Color) + ": "
		}
		s.give(Warning{Line: e.Line, Column: e.Column, Text: message.Clip(e.Text, 60), Problem: problem + e.Problem})
	}
	s.out.faults += len(s.lone)
	s.lone = nil
}
