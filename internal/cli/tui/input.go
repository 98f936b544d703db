package tui

import (
	"strings"
	"unicode"
)

// maxInput is the most characters that a line of input takes.
const maxInput = 200

// input is a line of text being typed.
type input struct {
	text []rune
	at   int // the place of the caret, in characters
}

func newInput(text string) *input {
	i := &input{}
	i.insert(text)
	return i
}

func (i *input) String() string { return string(i.text) }

// insert puts a text at the caret; control characters are left out.
func (i *input) insert(text string) {
	for _, r := range text {
		if unicode.IsControl(r) || len(i.text) >= maxInput {
			continue
		}
		i.text = append(i.text, 0)
		copy(i.text[i.at+1:], i.text[i.at:])
		i.text[i.at] = r
		i.at++
	}
}

// press edits the line. A key that means nothing does nothing.
func (i *input) press(key, text string) {
	switch key {
	case "left", "ctrl+b":
		i.at = max(i.at-1, 0)
	case "right", "ctrl+f":
		i.at = min(i.at+1, len(i.text))
	case "home", "ctrl+a":
		i.at = 0
	case "end", "ctrl+e":
		i.at = len(i.text)
	case "backspace", "ctrl+h":
		i.cut(max(i.at-1, 0), i.at)
	case "delete", "ctrl+d":
		i.cut(i.at, min(i.at+1, len(i.text)))
	case "ctrl+u":
		i.cut(0, i.at)
	case "ctrl+k":
		i.cut(i.at, len(i.text))
	case "ctrl+w":
		i.cut(i.wordStart(), i.at)
	default:
		i.insert(text)
	}
}

func (i *input) cut(from, to int) {
	i.text = append(i.text[:from], i.text[to:]...)
	i.at = from
}

func (i *input) wordStart() int {
	at := i.at
	for at > 0 && i.text[at-1] == ' ' {
		at--
	}
	for at > 0 && i.text[at-1] != ' ' {
		at--
	}
	return at
}

// draw shows the line with its caret in w columns; a long line is scrolled so
// that the caret is seen.
func (i *input) draw(c *canvas, x, y, w int, t *theme) {
	first := 0
	for first < i.at && width(string(i.text[first:i.at]))+1 > w {
		first++
	}
	shown := clip(string(i.text[first:])+" ", w)
	c.put(x, y, shown, t.text)
	caret := x + width(string(i.text[first:i.at]))
	under := " "
	if i.at < len(i.text) {
		under = string(i.text[i.at])
	}
	if t.depth == plain {
		if strings.TrimSpace(under) == "" {
			c.put(caret, y, "_", style{})
		}
		return
	}
	c.put(caret, y, under, style{reverse: true})
}
