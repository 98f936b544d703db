package names

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/secure/precis"
)

// The lengths of a username, in characters.
const (
	minUsername = 2
	maxUsername = 20
)

// Username is the name of an account.
type Username struct {
	Name     string // as the page shows it
	Key      string // the same for names that differ in case only; part of addresses
	Skeleton string // the same for names that look alike
}

// CheckUsername checks the name of an account: a username of RFC 8265, of letters, digits,
// hyphens and underscores. Its error says what is wrong with it.
func CheckUsername(name string) (Username, error) {
	if !utf8.ValidString(name) {
		return Username{}, errors.New("the name is not valid text (UTF-8)")
	}
	name, err := precis.UsernameCasePreserved.String(strings.TrimSpace(name))
	if err != nil {
		return Username{}, errors.New("the name has a character that names cannot have, or mixes directions of writing; " +
			"use letters, digits, hyphens and underscores")
	}
	for i, c := range name {
		switch {
		case unicode.IsLetter(c) || unicode.IsDigit(c) || unicode.IsMark(c) && i > 0 || (c == '-' || c == '_') && i > 0:
		case i == 0:
			return Username{}, fmt.Errorf("the name begins with %q; it must begin with a letter or a digit", c)
		default:
			return Username{}, fmt.Errorf("the name has the character %q; use letters, digits, hyphens and underscores", c)
		}
	}
	if n := utf8.RuneCountInString(name); n < minUsername || n > maxUsername {
		return Username{}, fmt.Errorf("the name has %d characters; expected %d to %d", n, minUsername, maxUsername)
	}
	u := Username{name, Key(name), Skeleton(name)}
	if u.Skeleton == "" || u.Key == "" {
		return Username{}, errors.New("the name has nothing that can be read; use letters and digits")
	}
	if isOffice(name) || isReserved(strings.NewReplacer("-", " ", "_", " ").Replace(name)) {
		return Username{}, fmt.Errorf(
			"the name %q looks like that of a computer or of those who run the server; choose another", name)
	}
	return u, nil
}

// Key returns what names have in common that differ in case only: the name in an account's
// address. It is empty for what is no username.
func Key(name string) string {
	key, err := precis.UsernameCaseMapped.String(name)
	if err != nil {
		return ""
	}
	return key
}
