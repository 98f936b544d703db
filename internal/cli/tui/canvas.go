package tui

import (
	"strings"
	"unicode"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"

	"github.com/wane-chess/wane/render"
)

// zone is a rectangle to click, with the key that a click stands for.
type zone struct {
	render.Rect
	key string
}

// canvas is a grid of characters as large as the window, with zones to click. It clips
// what is outside.
type canvas struct {
	*lipgloss.Canvas
	w, h   int
	zones  []zone
	cursor *tea.Cursor // of the open input line, or nil
	ascii  bool        // replace characters beyond ASCII
}

func newCanvas(w, h int, ascii bool) *canvas {
	w, h = max(w, 0), max(h, 0)
	return &canvas{Canvas: lipgloss.NewCanvas(w, h), w: w, h: h, ascii: ascii}
}

// folds replaces the programs' characters beyond ASCII.
var folds = strings.NewReplacer(
	"·", ".", "×", "x", "…", "~", "—", "-", "–", "-", "’", "'", "‘", "'", "“", `"`, "”", `"`, "─", "-", "│", "|",
	"░", ":", "▒", "#", "●", "*", "○", "o", "▸", ">", "◂", "<", "←", "<", "→", ">", "↑", "^", "↓", "v", "½", "1/2", "›",
	">", "✓", "v",
	"┌", "+", "┐", "+", "└", "+", "┘", "+", "├", "+", "┤", "+", "┬", "+", "┴", "+", "┼", "+", "–", "-",
)

// put writes a text at column x, line y, and returns the column after it. It skips
// control characters.
func (c *canvas) put(x, y int, text string, s style) int {
	if c.ascii {
		text = folds.Replace(text)
	}
	for text != "" {
		cluster, n := ansi.FirstGraphemeCluster(text, ansi.GraphemeWidth)
		text = text[len(cluster):]
		if r, _ := utf8.DecodeRuneInString(cluster); unicode.IsControl(r) {
			continue
		}
		if y >= 0 && y < c.h && x >= 0 && x+n <= c.w {
			c.SetCell(x, y, &uv.Cell{Content: cluster, Width: n, Style: s})
		}
		x += n
	}
	return x
}

// putIn writes a text in at most w columns, truncated with an ellipsis.
func (c *canvas) putIn(x, y, w int, text string, s style) {
	c.put(x, y, ansi.Truncate(text, w, "…"), s)
}

// putRight writes a text that ends before column x.
func (c *canvas) putRight(x, y int, text string, s style) {
	c.put(x-ansi.StringWidth(text), y, text, s)
}

// fill fills a rectangle with a character.
func (c *canvas) fill(r render.Rect, with rune, s style) {
	line := strings.Repeat(string(with), max(r.W, 0))
	for y := r.Y; y < r.Y+r.H; y++ {
		c.put(r.X, y, line, s)
	}
}

// button writes a text to click and returns the column after it.
func (c *canvas) button(x, y int, text, key string, s style) int {
	end := c.put(x, y, text, s)
	c.zones = append(c.zones, zone{render.Rect{X: x, Y: y, W: end - x, H: 1}, key})
	return end
}

// hit returns the key of the topmost zone at a point, or "".
func (c *canvas) hit(x, y int) string {
	for i := len(c.zones) - 1; i >= 0; i-- {
		if c.zones[i].Contains(x, y) {
			return c.zones[i].key
		}
	}
	return ""
}

// wrap wraps a text into lines of at most w columns, between words where possible.
func wrap(text string, w int) []string {
	const joined = "\u2011" // a hyphen that does not break: flags and hyphenated words stay whole
	out := ansi.Wrap(strings.ReplaceAll(text, "-", joined), max(w, 2), "")
	return strings.Split(strings.ReplaceAll(out, joined, "-"), "\n")
}
