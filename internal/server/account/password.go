package account

import (
	"context"
	_ "embed"
	"errors"
	"runtime"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/alexedwards/argon2id"
	"golang.org/x/text/secure/precis"
)

// The lengths of a password, in characters.
const (
	minPassword = 10
	maxPassword = 128
)

// Params are the work of argon2id for a password, as OWASP recommends it.
var Params = argon2id.Params{Memory: 19 << 10, Iterations: 2, Parallelism: 1, SaltLength: 16, KeyLength: 32}

// hashers is how many passwords a node checks at once: each takes 19 MiB and a processor, and
// games need the other half.
var hashers = int64(max(1, runtime.GOMAXPROCS(0)/2))

//go:embed common.txt
var commonText string

// common are passwords that are tried first, in lower case.
var common = func() map[string]bool {
	m := map[string]bool{}
	for word := range strings.FieldsSeq(commonText) {
		m[word] = true
	}
	return m
}()

// normalPassword returns a password as RFC 8265 compares it.
func normalPassword(password string) (string, error) {
	if !utf8.ValidString(password) {
		return "", invalid("the password is not valid text (UTF-8)")
	}
	text, err := precis.OpaqueString.String(password)
	if err != nil {
		return "", invalid("the password has a character that cannot be typed again, or is empty")
	}
	return text, nil
}

// checkPassword returns a new password as it is hashed, or an error that says why it is too weak.
func checkPassword(password, name string) (string, error) {
	text, err := normalPassword(password)
	if err != nil {
		return "", err
	}
	lower := strings.ToLower(text)
	word := strings.TrimFunc(lower, func(r rune) bool { return !unicode.IsLetter(r) })
	switch n := utf8.RuneCountInString(text); {
	case n < minPassword:
		return "", invalid("the password has %d characters; expected at least %d", n, minPassword)
	case n > maxPassword:
		return "", invalid("the password has %d characters; expected at most %d", n, maxPassword)
	case common[lower] || common[word] || isMonotonous(lower):
		return "", invalid("this password is one of those that are tried first; choose another, such as four random words")
	case strings.Contains(lower, strings.ToLower(name)) && n-utf8.RuneCountInString(name) < minPassword-2:
		return "", invalid("the password is hardly more than the name; choose another, such as four random words")
	}
	return text, nil
}

// isMonotonous reports whether a text repeats a few characters, or counts.
func isMonotonous(text string) bool {
	runes := []rune(text)
	distinct := map[rune]bool{}
	steps := 0
	for i, r := range runes {
		distinct[r] = true
		if i > 0 && (r == runes[i-1]+1 || r == runes[i-1]-1 || r == runes[i-1]) {
			steps++
		}
	}
	return len(distinct) < 5 || steps >= len(runes)-2
}

// hash returns what argon2id makes of a password.
func (s *Service) hash(ctx context.Context, password string) (string, error) {
	if err := s.hashing.Acquire(ctx, 1); err != nil {
		return "", err
	}
	defer s.hashing.Release(1)
	return argon2id.CreateHash(password, &s.o.Params)
}

// verify returns ErrWrong unless a password is the one of a hash. Without a hash it takes as long.
func (s *Service) verify(ctx context.Context, password, hash string) (outdated bool, err error) {
	if err := s.hashing.Acquire(ctx, 1); err != nil {
		return false, err
	}
	defer s.hashing.Release(1)
	known := hash != ""
	if !known {
		decoy, err := s.decoy()
		if err != nil {
			return false, err
		}
		hash = decoy
	}
	text, err := normalPassword(password)
	if err != nil {
		text, known = password, false
	}
	same, params, err := argon2id.CheckHash(text, hash)
	switch {
	case err != nil:
		return false, errors.Join(errors.New("read the hash of a password"), err)
	case !same || !known:
		return false, ErrWrong
	}
	return *params != s.o.Params, nil
}
