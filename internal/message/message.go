// Package message formats what messages quote and count, and marks errors about options.
package message

import (
	"strconv"
	"strings"
)

// Plural returns a number with a regular noun: "1 move", "2 moves", "1 ply", "2 plies".
func Plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	if stem, ok := strings.CutSuffix(noun, "y"); ok && !strings.ContainsAny(stem[len(stem)-1:], "aeiou") {
		return strconv.Itoa(n) + " " + stem + "ies"
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

// OptionError is an error in the value of an option, unlike a failure with valid ones.
// Programs report it as a usage error.
type OptionError struct{ error }

// InvalidOption marks an error as an OptionError; nil stays nil.
func InvalidOption(err error) error {
	if err == nil {
		return nil
	}
	return OptionError{err}
}

// Unwrap returns the error without the mark.
func (e OptionError) Unwrap() error { return e.error }

// Clip shortens a text that a message quotes to so many characters.
func Clip(s string, most int) string {
	n := 0
	for i := range s {
		if n == most {
			return s[:i] + "…"
		}
		n++
	}
	return s
}
