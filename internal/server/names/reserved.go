package names

import (
	"iter"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"go.mau.fi/util/confusable"
	"golang.org/x/text/unicode/norm"
)

// reserved are the names that the page and PGN give to computers and to players without a
// name in its languages, as skeletons.
var reserved = skeletons("wane", "computer", "anonymous", "guest", "anonym", "gast")

// articles may stand before a reserved name, levels after it.
var (
	articles = skeletons("a", "an", "the")
	levels   = skeletons("level", "lvl", "lv", "l", "stufe")
)

// roman matches the skeletons of Roman numerals below 40, which may stand after a reserved
// name, too. Larger ones are also words, such as Mix.
var roman = regexp.MustCompile(`^x{0,3}([il]x|[il]v|v?[il]{0,4})$`)

func skeletons(words ...string) []string {
	for i, w := range words {
		words[i] = Skeleton(w)
	}
	return words
}

// isReserved reports whether a name looks like that of a computer or of a player without a
// name: a reserved one, after articles, digits and signs if any, and alone or before a
// level, a number or a sign. "Mr Guest" and "Computer science" are free.
func isReserved(name string) bool {
	for from := range wordEdges(name) {
		if !isIntroduction(name[:from]) {
			continue
		}
		for to := range wordEdges(name[from:]) {
			if rest := name[from+to:]; slices.Contains(reserved, Skeleton(name[from:from+to])) &&
				(isSupplement(rest) || isReserved(rest)) {
				return true
			}
		}
	}
	return false
}

// isLetter reports whether a character is part of a word.
func isLetter(r rune) bool { return unicode.IsLetter(r) || unicode.IsMark(r) }

// words returns the runs of letters in a text.
func words(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return !isLetter(r) })
}

// isIntroduction reports whether a text has no words but articles.
func isIntroduction(text string) bool {
	for _, word := range words(text) {
		if !slices.Contains(articles, Skeleton(word)) {
			return false
		}
	}
	return true
}

// isSupplement reports whether what follows a word leaves it a name of its own: nothing, a
// number, a sign, or a level. A hyphen or an apostrophe joins it to the next word.
func isSupplement(text string) bool {
	rest := strings.TrimLeftFunc(text, unicode.IsSpace)
	first, size := utf8.DecodeRuneInString(rest)
	if rest == "" {
		return true
	}
	next, _ := utf8.DecodeRuneInString(rest[size:])
	// "Guest-Smith"
	joins := rest == text && isLetter(next) && (unicode.Is(unicode.Pd, first) || strings.ContainsRune("'’", first))
	if !isLetter(first) && !joins {
		return true
	}
	word := Skeleton(words(rest)[0])
	return slices.Contains(levels, word) || roman.MatchString(word)
}

// wordEdges returns the places in a text where a word can begin or end: at both ends of the
// text and of each letter that has none beside it.
func wordEdges(text string) iter.Seq[int] {
	return func(yield func(int) bool) {
		inWord := false
		for i, r := range text {
			if (!isLetter(r) || !inWord) && !yield(i) {
				return
			}
			inWord = isLetter(r)
		}
		yield(len(text))
	}
}

// resemblances are letters, digits and pairs that people read as Latin letters, though
// UTS 39 tells them apart: small capitals, some Greek and Cyrillic ones, and figures.
var resemblances = strings.NewReplacer(
	"ᴀ", "a", "ꞓ", "e", "ᴇ", "e", "ɢ", "g", "ĸ", "k", "ʍ", "m", "ᴍ", "m", "ɴ", "n", "π", "n", "ᴘ", "p", "ʀ", "r",
	"ᴛ", "t", "μ", "u", "ω", "w", "ʃ", "c", "ς", "c", "3", "e", "4", "a", "5", "s", "@", "a", "$", "s", "€", "e",
	"vv", "w", "uu", "w",
)

// Skeleton returns what a name looks like, without regard to case, spaces, punctuation,
// accents, styles of letters, and scripts: a skeleton as UTS 39 defines it, and a little
// coarser.
func Skeleton(name string) string {
	plain := func(s string) string {
		s = confusable.Skeleton(norm.NFKD.String(s))
		return strings.Map(func(r rune) rune {
			if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsSymbol(r) && r != '@' {
				return -1
			}
			return unicode.ToLower(r)
		}, s)
	}
	// Small letters have skeletons of their own: that of m is rn.
	return plain(resemblances.Replace(plain(name)))
}
