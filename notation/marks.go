package notation

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A foreignSign is a mark that other programs and books write beside moves. PGN has a
// number for most of them.
type foreignSign struct {
	text string
	nag  int // 0: there is none
}

// foreignSigns are the signs, longer ones before those that they begin with.
var foreignSigns = []foreignSign{
	{"+/-", 16}, {"-/+", 17}, {"+/=", 14}, {"=/+", 15}, {"+--", 18}, {"--+", 19}, {"+-", 18}, {"-+", 19},
	{"+=", 14}, {"=+", 15}, {"==", 11}, {"=", 10}, {"~", 13}, {"^", 0}, {"#", 0}, {"++", 0}, {"+", 0},
	{"±", 16}, {"∓", 17}, {"⩲", 14}, {"⩱", 15}, {"+−", 18}, {"−+", 19}, {"∞", 13}, {"□", 7}, {"■", 7},
	{"⨀", 22}, {"⊙", 22}, {"○", 26}, {"⟳", 32}, {"↑", 36}, {"→", 40}, {"⇆", 132}, {"⊕", 138}, {"=∞", 44},
	{"Δ", 140}, {"∆", 140}, {"△", 140}, {"⌓", 142}, {"▽", 0}, {"⊞", 0}, {"⇔", 0}, {"↔", 0}, {"⟂", 0}, {"⁺", 0},
	{"−", 0}, {"†", 0}, {"‡", 0},
}

// foreignWords are marks that are words.
var foreignWords = []foreignSign{
	{"TN", 146}, {"N", 146}, {"D", 220}, {"RR", 0}, {"ch", 0}, {"dbl", 0}, {"dis", 0}, {"mate", 0},
}

// foreignMark returns the mark that a text begins with, and its length, 0 if there is none.
// It ends where a word does.
func foreignMark(s string) (foreignSign, int) {
	word := s[:wordLength(s)]
	if next := s[len(word):]; next != "" && strings.IndexByte("!?$", next[0]) >= 0 {
		return foreignSign{}, 0
	}
	for _, w := range foreignWords {
		if word == w.text {
			return w, len(word)
		}
	}
	if word == "e.p." || word == "ep" { // what it says is known
		return foreignSign{}, len(word)
	}
	best := foreignSign{}
	for _, sign := range foreignSigns {
		if len(sign.text) > len(best.text) && strings.HasPrefix(s, sign.text) {
			best = sign
		}
	}
	if n := len(best.text); n > 0 && (n == len(word) || word[n:] != "" && isSigns(word[n:])) {
		return best, n
	}
	if best.text == "" && word != "" && word[0] >= utf8.RuneSelf && isSigns(word) {
		return foreignSign{text: word}, len(word)
	}
	return foreignSign{}, 0
}

// bracketedMark is foreignMark for a mark in brackets, such as (=).
func bracketedMark(s string) (foreignSign, int) {
	inside := strings.TrimLeft(s[1:], " ")
	m, n := foreignMark(inside)
	if n == 0 || strings.HasPrefix(inside, "e") {
		return foreignSign{}, 0
	}
	rest := strings.TrimLeft(inside[n:], " ")
	if !strings.HasPrefix(rest, ")") {
		return foreignSign{}, 0
	}
	return m, len(s) - len(rest) + 1
}

// attachedMark returns the sign of ASCII characters that a word ends with, such as that of
// Qh5+-, or "".
func attachedMark(word string) string {
	for _, sign := range foreignSigns {
		if sign.text[0] < utf8.RuneSelf && len(word) > len(sign.text) && strings.HasSuffix(word, sign.text) {
			return sign.text
		}
	}
	if n := len(word) - 1; n > 1 && word[n] == 'N' {
		return "N"
	}
	return ""
}

// isMark reports whether a character outside of ASCII is a mark, and so ends a move.
func isMark(r rune) bool {
	return !strings.ContainsRune("×–—‐‑−†‡…’‘”“‼⁇⁉⁈х", r) && (r < '♔' || r > '♟') &&
		(unicode.IsSymbol(r) || unicode.IsPunct(r) || r == 'Δ')
}

// isSigns reports whether a text has no letters and digits.
func isSigns(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return wordRune(r) && r != 'Δ' })
}

// wordLength returns the length of the word that a text begins with: up to a space or a
// sign of the movetext.
func wordLength(s string) int {
	n := strings.IndexFunc(s, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("(){};[]$!?", r) })
	if n < 0 {
		return len(s)
	}
	return n
}
