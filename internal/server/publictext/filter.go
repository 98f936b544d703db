package publictext

import (
	"slices"
	"strings"
	"unicode"

	goaway "github.com/TwiN/go-away"
	"golang.org/x/text/unicode/norm"

	"github.com/wane-chess/wane/internal/server/names"
)

// maxMarks is how many marks a letter may carry; more hide other lines.
const maxMarks = 2

// blanks are letters and signs that look like nothing.
const blanks = "\u115f\u1160\u3164\uffa0\u2800"

// Clean returns a text as it is stored: on one line, without what cannot be seen or turns the
// direction of what follows. A text that is stored stays as it is.
func Clean(text string) string {
	for {
		next := clean(text)
		if next == text {
			return text
		}
		text = next // where something is gone, characters may become one
	}
}

func clean(text string) string {
	var b strings.Builder
	marks, last := 0, ' '
	for _, c := range norm.NFC.String(strings.ToValidUTF8(text, "")) {
		switch {
		case unicode.Is(unicode.Mn, c) || unicode.Is(unicode.Me, c):
			if marks++; marks > maxMarks || b.Len() == 0 {
				continue
			}
		case unicode.IsSpace(c):
			c, marks = ' ', 0
		case c == '\u200d' && !unicode.IsLetter(last): // joins emoji
		case !unicode.IsPrint(c), strings.ContainsRune(blanks, c):
			continue
		default:
			marks = 0
		}
		b.WriteRune(c)
		last = c
	}
	return strings.Trim(strings.Join(strings.Fields(b.String()), " "), "\u200d ")
}

// stems are insults wherever they occur in a word, and words are insults as words of their own:
// as parts they occur in "passed", "analysis" or "Schwanken". What the library lists and chess
// players or Germans say every day is in neither: a naked king, butt, dick.
var (
	stems = strings.Fields(`
		fuck fvck phuck fck cunt nigger nigga faggot asshole arsehole dumbass bitch biatch whore motherf retard blowjob rimjob
		douchebag masturbat pedophile wichs hurensohn fotze arschloch missgeburt schlampe`)
	words = strings.Fields(`
		anus arse ass ballsack bastard bollock bollok bollocks btch clitoris cock coon cum dildo fag fags fellatio gtfo jizz
		nazi nazis niggu nipple penis piss porn prick pussy rape rapist raped scrotum shit shits shitty shithead bullshit
		shite slut sluts spunk stfu kys tits tittie titty turd twat twats vagina wank wanker arsch nutte hure spast spasti
		fick fickt kanake`)
	// harmless words contain a stem.
	harmless = strings.Fields("scunthorpe cunthorpe retardation retardieren retardier")

	stemsSeen, wordsSeen, harmlessSeen = skeletons(stems), skeletons(words), skeletons(harmless)
)

func skeletons(list []string) (seen []string) {
	for _, w := range list {
		seen = append(seen, names.Skeleton(w))
	}
	return seen
}

// looksRude reports whether a part of a text between spaces looks like an insult: with letters of other scripts or
// styles, or with signs between them.
func looksRude(part string) bool {
	seen := names.Skeleton(part)
	for _, w := range harmlessSeen {
		seen = strings.ReplaceAll(seen, w, "")
	}
	return slices.Contains(wordsSeen, seen) ||
		slices.ContainsFunc(stemsSeen, func(stem string) bool { return strings.Contains(seen, stem) })
}

// edge stands at both ends of a word, so that the library finds whole words. It replaces nothing
// there.
const edge = "^"

var filter = func() *goaway.ProfanityDetector {
	list := append([]string{}, stems...)
	for _, w := range words {
		list = append(list, edge+w+edge)
	}
	return goaway.NewProfanityDetector().WithCustomDictionary(list, harmless, nil)
}()

// leet are signs that stand for letters inside a word.
const leet = "4$!+#@01735"

// rude reports whether a text insults, as far as a list of words can tell.
func rude(text string) bool {
	letter := func(c rune) bool { return unicode.IsLetter(c) || unicode.IsMark(c) || strings.ContainsRune(leet, c) }
	var list []string
	seen := map[string]bool{} // long texts have few words
	spelled := ""             // letters that stand alone may be a word
	for _, w := range append(strings.FieldsFunc(text, func(c rune) bool { return !letter(c) }), "") {
		if w = strings.TrimRight(w, "!+#"); len(w) == 1 {
			spelled += w
			continue
		}
		if len(spelled) > 2 {
			list = append(list, spelled)
		}
		spelled = ""
		if !seen[w] && strings.ContainsFunc(w, unicode.IsLetter) && !isMove(w) {
			seen[w] = true
			list = append(list, squeeze(w))
		}
	}
	clear(seen)
	for part := range strings.FieldsSeq(text) {
		if letters := norm.NFKC.String(part); !seen[part] && len(part) > 2 && !isMove(part) &&
			strings.ContainsFunc(letters, unicode.IsLetter) {
			if seen[part] = true; looksRude(part) {
				return true
			}
		}
	}
	return filter.IsProfane(edge + strings.Join(list, edge) + edge)
}

// isMove reports whether a word is a move or a square: in leet, a55 is a word.
func isMove(w string) bool {
	last := w[len(w)-1]
	return len(w) <= 7 && last >= '1' && last <= '8' && len(w) > 1 && w[len(w)-2] >= 'a' && w[len(w)-2] <= 'h'
}

// squeeze writes a letter once that is repeated more than twice.
func squeeze(w string) string {
	var b strings.Builder
	letters := []rune(w)
	for i := 0; i < len(letters); {
		n := 1
		for i+n < len(letters) && letters[i+n] == letters[i] {
			n++
		}
		if n == 2 {
			b.WriteRune(letters[i])
		}
		b.WriteRune(letters[i])
		i += n
	}
	return b.String()
}
