package guests

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// reserved are the first words of names that the page and PGN give to computers and to
// players without a name, as skeletons.
var reserved = []string{skeleton("wane"), skeleton("computer"), skeleton("the computer"), skeleton("anonymous"), skeleton("guest")}

// isReserved reports whether a name looks like the name of a computer or of a player
// without a name.
func isReserved(name string) bool {
	for i, r := range name + " " {
		if !unicode.IsLetter(r) && !unicode.IsMark(r) && slices.Contains(reserved, skeleton(name[:i])) {
			return true
		}
	}
	return false
}

// lookalikes replaces letters of other scripts, digits and pairs of letters by the Latin
// letters that they look like. UTS 39 calls this a skeleton; these are the letters that
// matter to the reserved names.
var lookalikes = strings.NewReplacer(
	// Cyrillic
	"А", "A", "а", "a", "В", "B", "Е", "E", "е", "e", "К", "K", "к", "k", "М", "M", "м", "m", "Н", "H", "О", "O", "о", "o", "Р", "P", "р", "p", "С", "C",
	"с", "c", "Т", "T", "т", "t", "У", "Y", "у", "y", "Х", "X", "х", "x", "Ѕ", "S", "ѕ", "s", "Ԍ", "G", "ԍ", "g", "Ԝ", "W", "ԝ", "w", "п", "n", "г", "r",
	// Greek
	"Α", "A", "α", "a", "Ε", "E", "ε", "e", "Μ", "M", "μ", "u", "Ν", "N", "η", "n", "Ο", "O", "ο", "o", "Ρ", "P", "ρ", "p", "Τ", "T", "τ", "t", "Υ", "Y",
	"υ", "u", "Ϲ", "C", "ϲ", "c", "ω", "w",
	// Armenian
	"ո", "n", "ս", "u", "օ", "o", "ց", "g", "ա", "w",
	// Latin
	"ɑ", "a", "ɡ", "g", "ɴ", "n", "ᴀ", "a", "ᴄ", "c", "ᴇ", "e", "ɢ", "g", "ᴍ", "m", "ᴏ", "o", "ᴘ", "p", "ʀ", "r", "ᴛ", "t", "ᴜ", "u", "ᴡ", "w", "ꜱ", "s",
	"ø", "o", "Ø", "O",
	"0", "o", "3", "e", "4", "a", "5", "s", "@", "a", "$", "s", "€", "e",
)

// pairs are letters that look like another one side by side.
var pairs = strings.NewReplacer("rn", "m", "vv", "w", "uu", "w")

// skeleton returns what a name looks like: without regard to case, spaces, punctuation,
// accents, styles of letters, and scripts.
func skeleton(name string) string {
	s := lookalikes.Replace(norm.NFKD.String(name))
	s = strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, s)
	return pairs.Replace(s)
}
