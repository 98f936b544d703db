package tui

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// Wrap wraps the lines of a text into lines of at most w columns, between words where
// possible. It keeps indentation and aligns the rest of a line with its text, after a
// bullet or after a term that two or more blanks separate from the text, so that lists
// stay lists.
func Wrap(text string, w int) []string {
	var lines []string
	for line := range strings.SplitSeq(strings.TrimRight(text, "\n"), "\n") {
		lines = append(lines, indentWrap(line, w)...)
	}
	return lines
}

// indentWrap wraps a line.
func indentWrap(line string, w int) []string {
	if ansi.StringWidth(line) <= w {
		return []string{line}
	}
	text := strings.TrimLeft(line, " ")
	if rest, ok := strings.CutPrefix(text, "- "); ok {
		text = rest
	}
	if term, rest, ok := strings.Cut(text, "  "); ok && term != "" && len(line) > len(text) {
		text = strings.TrimLeft(rest, " ")
	}
	head := strings.TrimSuffix(line, text)
	indent := ansi.StringWidth(head)
	if indent >= w/2 {
		return wrap(line, w)
	}
	out := wrap(text, w-indent)
	for i := range out {
		out[i] = head + out[i]
		head = strings.Repeat(" ", indent)
	}
	return out
}

// Unwrap joins the lines of each paragraph and of each list item of a Markdown text, so
// that it can be wrapped at another width. Blocks that four blanks indent stay.
func Unwrap(text string) string {
	var b strings.Builder
	open := false // the last line can be continued
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		begins := strings.HasPrefix(line, "- ")
		apart := line == "" || strings.HasPrefix(line, "#") || strings.HasPrefix(line, "    ")
		switch {
		case open && !begins && !apart:
			b.WriteString(" " + strings.TrimLeft(line, " "))
			continue
		case b.Len() > 0:
			b.WriteString("\n")
		}
		b.WriteString(line)
		open = !apart
	}
	return b.String() + "\n"
}
