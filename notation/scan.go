package notation

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/wane-chess/wane/game"
)

// scanner reads one move from the front of a text.
type scanner struct {
	s     string
	i     int
	loose bool // pieces may have small letters
	c     claim
}

// scanMove reads the move that a text begins with and returns how many bytes it
// takes. In running text, a move must end where a word does.
func scanMove(s string, loose bool) (*claim, int, bool) {
	sc := &scanner{s: s, loose: loose}
	if !sc.castling() && !sc.route() {
		return nil, 0, false
	}
	for sc.tail() {
	}
	if !wordEnds(s[sc.i:]) {
		return nil, 0, false
	}
	sc.c.text = s[:sc.i]
	return &sc.c, sc.i, true
}

// wordEnds reports whether a word can have ended before s. A hyphen, a stroke or
// an apostrophe with more letters behind it continues: "a4-square", "d4/5".
func wordEnds(s string) bool {
	r, size := utf8.DecodeRuneInString(s)
	switch {
	case size == 0:
		return true
	case wordRune(r):
		return false
	case strings.ContainsRune("-/'’", r):
		next, n := utf8.DecodeRuneInString(s[size:])
		return n == 0 || !wordRune(next)
	}
	return true
}

func wordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' }

// skip moves past the first of the texts that stands next.
func (sc *scanner) skip(texts ...string) bool {
	for _, t := range texts {
		if strings.HasPrefix(sc.s[sc.i:], t) {
			sc.i += len(t)
			return true
		}
	}
	return false
}

var (
	dashes     = []string{"-", "–", "—", "‐", "‑", "−"}
	crosses    = []string{"x", "X", "×", "х"} // the last is Cyrillic, met in real scores
	apostrophe = []string{"''", "’’", "‘’", `"`, "“”"}
)

func (sc *scanner) spaces() {
	for sc.i < len(sc.s) {
		r, n := utf8.DecodeRuneInString(sc.s[sc.i:])
		if !unicode.IsSpace(r) {
			return
		}
		sc.i += n
	}
}

// castling reads O-O and O-O-O, also with zeros and small letters.
func (sc *scanner) castling() bool {
	ring := []string{"O", "0", "o"}
	if !sc.skip(ring...) {
		return false
	}
	n := 1
	for n < 3 {
		back := sc.i
		if !sc.skip(dashes...) || !sc.skip(ring...) {
			sc.i = back
			break
		}
		n++
	}
	if n == 1 {
		sc.i = 0
		return false
	}
	sc.c.castling = 5 - 2*n // two rings +1, three −1
	return true
}

// letter reads the letter or the figurine of a piece.
func (sc *scanner) letter() game.PieceType {
	r, n := utf8.DecodeRuneInString(sc.s[sc.i:])
	var pt game.PieceType
	switch {
	case r >= '♔' && r <= '♟':
		pt = game.King + game.PieceType((r-'♔')%6)
	case strings.ContainsRune("KQRBNP", r), sc.loose && strings.ContainsRune("kqrnp", r):
		pt = game.PieceTypeOf(byte(r))
	default:
		return game.NoPieceType
	}
	sc.i += n
	return pt
}

// atom reads a square, a file or a rank, also in brackets.
func (sc *scanner) atom() (place, bool) {
	back := sc.i
	bracket := sc.skip("(")
	var p place
	if name, rest, ok := cutSquare(sc.s[sc.i:]); ok {
		p = place{square: name}
		sc.i = len(sc.s) - len(rest)
	} else if sc.i < len(sc.s) && isFile(sc.s[sc.i]) {
		p = place{file: sc.s[sc.i : sc.i+1]}
		sc.i++
	} else {
		n := sc.i
		for n < len(sc.s) && n < sc.i+2 && isDigit(sc.s[n]) {
			n++
		}
		p = place{rank: sc.s[sc.i:n]}
		sc.i = n
	}
	if p == (place{}) || bracket && !sc.skip(")") {
		sc.i = back
		return place{}, false
	}
	return p, true
}

// route reads piece, origin and destination.
func (sc *scanner) route() bool {
	sc.c.pieceType = sc.letter()
	from, ok := sc.atom()
	if !ok && sc.c.pieceType == game.NoPieceType {
		return false
	}
	if ok && from.square != "" || sc.c.pieceType != game.NoPieceType {
		sc.c.becomes = sc.change(apostrophe)
	}
	if sc.operator() {
		sc.c.from = from
		return true
	}
	if sc.c.becomes.said { // so it was after the destination
		sc.c.becomes, sc.c.ends = change{}, sc.c.becomes
		sc.c.to = from.square
		return from.square != ""
	}
	if !strings.HasPrefix(sc.s[sc.i:], "(") { // a remark may follow, but not a bracketed destination
		if to, ok := sc.atom(); ok {
			sc.c.from, sc.c.to = from, to.square
			return to.square != ""
		}
	}
	sc.c.to = from.square
	return sc.c.to != ""
}

// operator reads a dash or a capture sign and the destination after it. It reads
// nothing if there is no destination.
func (sc *scanner) operator() bool {
	back := sc.i
	sc.spaces()
	switch {
	case sc.skip(crosses...), sc.i == back && sc.skip(":"):
		attached := sc.s[sc.i-1] == ':'
		sc.c.op = 'x'
		if !attached {
			sc.spaces()
		}
		sc.c.captured = sc.letter()
	case sc.skip(dashes...):
		sc.c.op = '-'
		sc.skip(">") // an arrow
		sc.spaces()
	}
	if sc.c.op != 0 {
		if to, ok := sc.atom(); ok && to.square != "" {
			sc.c.to = to.square
			return true
		}
	}
	sc.c.op, sc.c.captured = 0, game.NoPieceType
	sc.i = back
	return false
}

// change reads what a piece becomes: ">" and a letter, or one of the signs for
// nothing.
func (sc *scanner) change(nothing []string) change {
	back := sc.i
	if !sc.skip(">") {
		return change{}
	}
	if sc.skip(nothing...) {
		return change{said: true}
	}
	if pt := sc.letter(); pt != game.NoPieceType {
		return change{true, pt}
	}
	sc.i = back
	return change{}
}
