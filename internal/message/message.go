// Package message formats what messages quote and count.
package message

import (
	"strconv"
	"strings"
)

// Plural returns a number with a noun: "1 move", "2 moves", "1 ply", "2 plies".
func Plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	if stem, ok := strings.CutSuffix(noun, "ply"); ok {
		return strconv.Itoa(n) + " " + stem + "plies"
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

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
