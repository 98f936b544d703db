package guests

import (
	"iter"
	"slices"
	"strings"
	"unicode"

	"go.mau.fi/util/confusable"
	"golang.org/x/text/unicode/norm"
)

// reserved are the names that the page and PGN give to computers and to players without a
// name, as skeletons.
var reserved = []string{skeleton("wane"), skeleton("computer"), skeleton("anonymous"), skeleton("guest")}

// isReserved reports whether words of a name, side by side, look like the name of a
// computer or of a player without a name.
func isReserved(name string) bool {
	for from := range wordEdges(name) {
		for to := range wordEdges(name[from:]) {
			if slices.Contains(reserved, skeleton(name[from:from+to])) {
				return true
			}
		}
	}
	return false
}

// wordEdges returns the places in a text where a word can begin or end: at both ends of the
// text and of each letter that has none beside it.
func wordEdges(text string) iter.Seq[int] {
	return func(yield func(int) bool) {
		inWord := false
		for i, r := range text {
			is := unicode.IsLetter(r) || unicode.IsMark(r)
			if (!is || !inWord) && !yield(i) {
				return
			}
			inWord = is
		}
		yield(len(text))
	}
}

// resemblances are letters, digits and pairs that people read as Latin letters, though
// UTS 39 tells them apart: small capitals, some Greek and Cyrillic ones, and figures.
var resemblances = strings.NewReplacer(
	"ᴀ", "a", "ꞓ", "e", "ᴇ", "e", "ɢ", "g", "ĸ", "k", "ʍ", "m", "ᴍ", "m", "ɴ", "n", "π", "n", "ᴘ", "p", "ʀ", "r", "ᴛ", "t", "μ", "u", "ω", "w", "ʃ", "c", "ς", "c",
	"3", "e", "4", "a", "5", "s", "@", "a", "$", "s", "€", "e", "vv", "w", "uu", "w",
)

// skeleton returns what a name looks like, without regard to case, spaces, punctuation,
// accents, styles of letters, and scripts: a skeleton as UTS 39 defines it, and a little
// coarser.
func skeleton(name string) string {
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
