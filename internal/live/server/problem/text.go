package problem

import (
	"math"
	"strconv"
	"strings"
	"time"
)

// Sentence returns an error's text with a capital letter and a full stop.
func Sentence(err error) string {
	text := err.Error()
	if text == "" {
		return text
	}
	if !strings.HasSuffix(text, ".") && !strings.HasSuffix(text, "!") && !strings.HasSuffix(text, "?") {
		text += "."
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

// Plural returns a number with a noun: "1 move", "2 moves".
func Plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

// TooFastText tells a client how long to wait.
func TooFastText(wait time.Duration) string {
	return "That was too fast: try again in " + Plural(seconds(wait), "second") + "."
}

func retryAfter(wait time.Duration) string { return strconv.Itoa(seconds(wait)) }

// seconds rounds up to whole seconds, at least one.
func seconds(d time.Duration) int { return max(1, int(math.Ceil(d.Seconds()))) }
