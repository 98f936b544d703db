package opening

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/publictext"
)

// Fold returns what names have in common that are equal but for case, accents, spaces and punctuation.
func Fold(name string) string {
	var b strings.Builder
	for _, c := range norm.NFKD.String(cases.Fold().String(name)) {
		switch {
		case unicode.IsMark(c), c == '\'', c == '’':
		case unicode.IsLetter(c) || unicode.IsDigit(c):
			b.WriteRune(c)
		default:
			b.WriteByte(' ')
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// check cleans a name, or returns what is wrong with it.
func check(name string) (string, error) {
	refuse := func(code livegame.Code, text string) error { return &livegame.Error{Code: code, Message: text} }
	name = publictext.Clean(name)
	n := utf8.RuneCountInString(name)
	switch {
	case n < MinText || n > MaxText:
		return "", refuse(publictext.Bad, fmt.Sprintf("The name has %d characters; %d–%d are allowed.", n, MinText, MaxText))
	case strings.IndexFunc(Fold(name), unicode.IsLetter) < 0:
		return "", refuse(publictext.Bad, "The name has no letters.")
	}
	return name, nil
}
