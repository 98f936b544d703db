package notation

import (
	"strings"

	"github.com/wane-chess/wane/game"
)

// tail reads one of the things that can stand behind a destination: promotions,
// changes, marks, glyphs, remarks in brackets.
func (sc *scanner) tail() bool {
	if sc.i >= len(sc.s) {
		return false
	}
	switch rest := sc.s[sc.i:]; {
	case rest[0] == '>':
		if sc.c.ends = sc.change(append([]string{"-", "–"}, apostrophe...)); !sc.c.ends.said {
			return false
		}
		if sc.skip("(z)", "dc", "(dc)") {
			sc.c.dropCheck = sc.c.dropCheck || sc.s[sc.i-1] == 'c' || sc.s[sc.i-2] == 'c'
		}
		return true
	case rest[0] == '(':
		return sc.remark()
	case rest[0] == '=':
		return sc.promotionsBehind(letters(rest[1:]), 1)
	case rest[0] == '/': // "e8/Q", but not "d4/5"
		return strings.Trim(letters(rest[1:]), "QRBN") == "" && sc.promotionsBehind(letters(rest[1:]), 1)
	case sc.skip("e.p.", "ep", " e.p."):
		return true
	case sc.c.mark == noMark && sc.skip("++", "#", "‡"):
		sc.c.mark = mate
		return true
	case sc.c.mark == noMark && sc.skip("+", "†"):
		sc.c.mark = check
		return true
	}
	for _, g := range glyphNAGs {
		if sc.skip(g.glyph) {
			sc.c.glyphs = append(sc.c.glyphs, g.nag)
			return true
		}
	}
	word := letters(sc.s[sc.i:])
	return strings.Trim(word, "QRBNqrbn") == "" && sc.promotionsBehind(word, 0)
}

// letters cuts the letters off the front of a text.
func letters(s string) string {
	n := 0
	for n < len(s) && (s[n]|0x20 >= 'a' && s[n]|0x20 <= 'z') {
		n++
	}
	return s[:n]
}

// promotionsBehind takes a word that stands a few bytes ahead, behind a sign,
// as the letters of promotions or the name of one.
func (sc *scanner) promotionsBehind(word string, sign int) bool {
	if word == "" || sc.c.letters != "" {
		return false
	}
	sc.i += sign + len(word)
	if pt := promotionNamed(strings.ToLower(word)); pt != game.NoPieceType {
		word = string(pt.Letter())
	}
	sc.promotions(word)
	return true
}

func (sc *scanner) promotions(letters string) {
	sc.c.letters = letters
	for i := range len(letters) {
		sc.c.promotions = append(sc.c.promotions, game.PieceTypeOf(letters[i]))
	}
}

// maxRemark is the longest remark in brackets, in bytes, that counts as part of
// a move.
const maxRemark = 400

// remark reads brackets that are attached to the move: promotions, "(drop
// check)", "(promotes to Q)", or anything else, which is kept as it is.
func (sc *scanner) remark() bool {
	end := bracketEnd(sc.s[sc.i:min(len(sc.s), sc.i+maxRemark)])
	if end < 0 {
		return false
	}
	inside := sc.s[sc.i+1 : sc.i+end]
	said := strings.Join(strings.Fields(strings.ToLower(inside)), " ")
	name, promotes := strings.CutPrefix(said, "promotes to ")
	switch open := sc.c.letters == ""; {
	case said == "drop check" || said == "dropcheck" || said == "dc":
		sc.c.dropCheck = true
	case said == "e.p." || said == "ep" || said == "en passant":
	case open && inside != "" && strings.Trim(inside, "QRBNqrbn") == "":
		sc.promotions(inside)
	case open && promotes && promotionNamed(lastWord(name)) != game.NoPieceType:
		sc.promotions(string(promotionNamed(lastWord(name)).Letter()))
	default:
		sc.c.remarks = append(sc.c.remarks, inside)
	}
	sc.i += end + 1
	return true
}

// bracketEnd returns where the bracket closes that a text begins with, or −1.
func bracketEnd(s string) int {
	depth := 0
	for i := range len(s) {
		switch s[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// lastWord returns what stands behind the last space.
func lastWord(s string) string { return s[strings.LastIndexByte(s, ' ')+1:] }

// promotionNamed returns the type that a letter or a name in small letters
// stands for, or NoPiece.
func promotionNamed(word string) game.PieceType {
	if len(word) == 1 {
		return game.PieceTypeOf(word[0])
	}
	for _, pt := range game.Promotions {
		if pt.String() == word {
			return pt
		}
	}
	return game.NoPieceType
}
