package tui

import (
	"strings"
)

// pager shows a long text over the whole window.
type pager struct {
	title string
	text  string
	top   int // first visible line
}

// press scrolls; false if the key closes the pager.
func (p *pager) press(key string, h int) bool {
	page := max(h-4, 1)
	switch key {
	case "up", "k":
		p.top--
	case "down", "j", "enter":
		p.top++
	case "pgup", "b", "ctrl+b":
		p.top -= page
	case "pgdown", "space", "ctrl+f":
		p.top += page
	case "home":
		p.top = 0
	case "end":
		p.top = 1 << 20
	case "esc", "q", "?", "r", "v", "left", "h":
		return false
	}
	return true
}

// draw draws the pager.
func (p *pager) draw(c *canvas, t *theme) {
	lines := Wrap(p.text, min(c.w-4, 84))
	h := c.h - 3
	p.top = max(min(p.top, len(lines)-h), 0)
	c.put(2, 0, p.title, t.title)
	for i := range h {
		if p.top+i < len(lines) {
			line := lines[p.top+i]
			s := t.text
			if head := strings.TrimLeft(line, "#"); head != line {
				line, s = strings.TrimSpace(head), t.title
			}
			c.put(2, 2+i, line, s)
		}
	}
	x := c.button(2, c.h-1, "Esc", "esc", t.key)
	x = c.put(x, c.h-1, " back   ", t.dim)
	if len(lines) > h {
		x = c.put(x, c.h-1, "↑↓ PgUp PgDn scroll", t.dim)
		switch {
		case p.top+h >= len(lines):
			c.put(x, c.h-1, "   (end)", t.dim)
		default:
			c.put(x, c.h-1, "   (more)", t.dim)
		}
	}
}
