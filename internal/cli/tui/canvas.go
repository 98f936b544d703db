package tui

import (
	"strings"

	"charm.land/lipgloss/v2"

	"github.com/wane-chess/wane/render"
)

// glyph is one character of a canvas. A wide character takes two: the second
// has the rune 0.
type glyph struct {
	r     rune
	style style
}

// zone is a rectangle that can be clicked, and the key the click stands for.
type zone struct {
	render.Rect
	key string
}

// canvas is the window as a sheet of characters. Whatever is put beyond its
// edges is cut off.
type canvas struct {
	w, h   int
	glyphs []glyph
	zones  []zone
	ascii  bool // replace what plain ASCII terminals cannot show
}

func newCanvas(w, h int, ascii bool) *canvas {
	c := &canvas{w: max(w, 0), h: max(h, 0), ascii: ascii}
	c.glyphs = make([]glyph, c.w*c.h)
	for i := range c.glyphs {
		c.glyphs[i].r = ' '
	}
	return c
}

// folds are the ASCII stand-ins of the characters that the programs use.
var folds = strings.NewReplacer(
	"·", ".", "×", "x", "…", "~", "—", "-", "–", "-", "’", "'", "‘", "'", "“", `"`, "”", `"`, "─", "-", "│", "|",
	"░", ":", "▒", "#", "●", "*", "○", "o", "▸", ">", "◂", "<", "←", "<", "→", ">", "↑", "^", "↓", "v", "½", "1/2", "›", ">", "✓", "v",
	"┌", "+", "┐", "+", "└", "+", "┘", "+", "├", "+", "┤", "+", "┬", "+", "┴", "+", "┼", "+", "–", "-",
)

// runeWidth is the number of columns that a rune takes: 0, 1 or 2. Control
// characters take none, and are never put.
func runeWidth(r rune) int {
	switch {
	case r < ' ' || r >= 0x7f && r < 0xa0:
		return 0
	case r < 0x300:
		return 1
	}
	return min(lipgloss.Width(string(r)), 2)
}

// width is the number of columns that a text takes on a canvas.
func width(text string) int {
	n := 0
	for _, r := range text {
		n += runeWidth(r)
	}
	return n
}

// put writes a text at column x, line y, and returns the column after it.
func (c *canvas) put(x, y int, text string, s style) int {
	if c.ascii {
		text = folds.Replace(text)
	}
	for _, r := range text {
		n := runeWidth(r)
		if n > 0 && y >= 0 && y < c.h && x >= 0 && x+n <= c.w {
			c.glyphs[y*c.w+x] = glyph{r, s}
			if n == 2 {
				c.glyphs[y*c.w+x+1] = glyph{0, s}
			}
		}
		x += n
	}
	return x
}

// putIn writes a text in at most w columns, cut with an ellipsis if too long.
func (c *canvas) putIn(x, y, w int, text string, s style) {
	c.put(x, y, clip(text, w), s)
}

// putRight writes a text that ends before column x.
func (c *canvas) putRight(x, y int, text string, s style) {
	c.put(x-width(text), y, text, s)
}

// fill gives every character of a rectangle the same rune and style.
func (c *canvas) fill(r render.Rect, with rune, s style) {
	line := strings.Repeat(string(with), max(r.W, 0))
	for y := r.Y; y < r.Y+r.H; y++ {
		c.put(r.X, y, line, s)
	}
}

// button writes a text that can be clicked, and returns the column after it.
func (c *canvas) button(x, y int, text, key string, s style) int {
	end := c.put(x, y, text, s)
	c.zones = append(c.zones, zone{render.Rect{X: x, Y: y, W: end - x, H: 1}, key})
	return end
}

// hit returns the key of the topmost zone at a place, or "".
func (c *canvas) hit(x, y int) string {
	for i := len(c.zones) - 1; i >= 0; i-- {
		if c.zones[i].Contains(x, y) {
			return c.zones[i].key
		}
	}
	return ""
}

// String renders the canvas: a line for each row, without trailing blanks,
// and escape sequences only where a style asks for them.
func (c *canvas) String() string {
	var b strings.Builder
	var run []rune
	for y := range c.h {
		if y > 0 {
			b.WriteByte('\n')
		}
		row := c.glyphs[y*c.w : (y+1)*c.w]
		end := len(row)
		for end > 0 && row[end-1] == (glyph{r: ' '}) {
			end--
		}
		for x := 0; x < end; {
			s := row[x].style
			run = run[:0]
			for ; x < end && row[x].style == s; x++ {
				if row[x].r != 0 {
					run = append(run, row[x].r)
				}
			}
			b.WriteString(s.render(string(run)))
		}
	}
	return b.String()
}

// fitting returns how many bytes of a text fit into w columns.
func fitting(text string, w int) int {
	n := 0
	for i, r := range text {
		if n += runeWidth(r); n > w {
			return i
		}
	}
	return len(text)
}

// clip cuts a text to at most w columns; a text that was cut ends in "…".
func clip(text string, w int) string {
	switch {
	case fitting(text, w) == len(text):
		return text
	case w < 1:
		return ""
	}
	return text[:fitting(text, w-1)] + "…"
}

// wrap breaks a text into lines of at most w columns, between words where
// possible. Line breaks in the text stay.
func wrap(text string, w int) []string {
	w = max(w, 2) // room for one character of any width
	var lines []string
	for _, paragraph := range strings.Split(text, "\n") {
		line := ""
		for _, word := range strings.Fields(paragraph) {
			if line != "" && width(line)+1+width(word) <= w {
				line += " " + word
				continue
			}
			if line != "" {
				lines = append(lines, line)
			}
			for width(word) > w { // a word longer than a line
				n := fitting(word, w)
				lines, word = append(lines, word[:n]), word[n:]
			}
			line = word
		}
		lines = append(lines, line)
	}
	return lines
}
