package tui

import (
	"fmt"
	"strings"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/render"
)

// labels returns a row's name and value.
func (m *menu) labels(r menuRow) (name, value string) {
	yes := map[bool]string{true: "yes", false: "no"}
	switch r {
	case rowGame:
		return "Variant", m.o.Games[m.game].Title()
	case rowRanking:
		if m.ranking < len(rankings) {
			return "Ranking", rankings[m.ranking].letters + ", " + rankings[m.ranking].name
		}
		return "Ranking", m.typed
	case rowQueenish:
		return "Queenish king", yes[m.queenish]
	case rowFlexible:
		return "Flexible pawn", yes[m.flexible]
	case rowOpponent:
		if m.people {
			return "Opponent", "another player"
		}
		return "Opponent", "the computer"
	case rowSeat:
		return "Your color", [...]string{"White", "Black", "random"}[m.seat]
	case rowLevel:
		return "Level", fmt.Sprintf("%d of %d  %s%s", m.level, engine.MaxLevel,
			strings.Repeat("●", m.level), strings.Repeat("○", engine.MaxLevel-m.level))
	case rowClock:
		if v := m.clocks[m.clock]; v != "none" {
			minutes, seconds, more := strings.Cut(v, "+")
			if !more {
				return "Clock", minutes + " minutes each"
			}
			return "Clock", minutes + " minutes, +" + seconds + " s per move"
		}
		return "Clock", "none"
	}
	return "", "Start the game"
}

// remarks explain the rows.
var remarks = map[menuRow]string{
	rowRanking: "A captured piece becomes the next one in this order and drops on the middle square. Press Enter to " +
		"type another order of K Q R N B P.",
	rowQueenish: "Kings also step one square diagonally, like a bishop.",
	rowFlexible: "Pawns may also move diagonally forward without capturing.",
	rowOpponent: "The computer, or two players at this screen.",
	rowSeat:     "White moves first.",
	rowLevel:    "Level 1 is for a first game; level 8 takes a few seconds a move and is as strong as wane gets.",
	rowClock:    "Press Enter to type another: minutes+increment in seconds, such as 7+2.",
	rowStart:    "Press Enter to start.",
}

// draw draws the menu. back means that there is a game to go back to.
func (m *menu) draw(c *canvas, t *theme, back bool) {
	const left = 4
	c.put(left, 1, "wane", t.title)
	c.put(left+6, 1, "chess with fewer squares or weaker pieces", t.dim)
	rows := m.rows()
	m.current()
	y := 4
	for i, r := range rows {
		name, value := m.labels(r)
		chosen := i == m.row
		c.zones = append(c.zones, zone{rectOf(left-2, y, c.w-left, 1), fmt.Sprintf("row %d", i)})
		if r == rowStart {
			y++
			c.zones[len(c.zones)-1].Y = y
			m.start(c, left, y, chosen, t)
			continue
		}
		s := t.text
		if chosen {
			c.put(left-2, y, "▸", t.accent)
			s = t.accent
		}
		c.put(left, y, name, s)
		x := left + 16
		if chosen && m.line != nil {
			m.line.draw(c, x+2, y, 30, t)
		} else {
			end := c.put(x+2, y, value, s)
			arrow := t.dim
			if chosen {
				arrow = t.key
			}
			c.button(x, y, "◂", fmt.Sprintf("turn %d left", i), arrow)
			c.button(max(end+1, x+26), y, "▸", fmt.Sprintf("turn %d right", i), arrow)
		}
		y++
	}
	m.about(c, left, y+2, t)
	x := c.put(left, c.h-1, "↑↓ choose   ←→ change   ", t.dim)
	keys := []keyHint{{"Enter", "enter", "next"}, {"s", "s", "start"}, {"r", "r", "rules"}, {"q", "q", "quit"}}
	if back {
		keys = append(keys[:3], keyHint{"Esc", "esc", "back"}, keys[3])
	}
	for _, k := range keys {
		x = c.button(x, c.h-1, k.label, k.key, t.key)
		x = c.put(x+1, c.h-1, k.does, t.dim) + 3
	}
}

func (m *menu) start(c *canvas, x, y int, chosen bool, t *theme) {
	s, text := t.key, "  Start the game  "
	if chosen {
		s = t.chosen
		if t.depth == plain {
			text = "[ Start the game ]"
		}
	}
	c.put(x, y, text, s)
}

// about draws the problem or the remark on the current row, and a description of the
// game.
func (m *menu) about(c *canvas, x, y int, t *theme) {
	w := min(c.w-2*x, 76)
	text, s := remarks[m.current()], t.dim
	if m.problem != "" {
		text, s = m.problem, t.bad
	}
	lines := wrap(text, w)
	if m.current() == rowGame && m.problem == "" {
		lines = opening(m.o.Games[m.game].Rules(), w, c.h-2-y)
		s = t.text
	}
	for i, l := range lines {
		if y+i < c.h-2 {
			c.put(x, y+i, l, s)
		}
	}
}

// opening returns the first paragraphs and list items of a Markdown page, without
// headings and code blocks: as many whole ones as fit h lines of w columns, but at
// least one.
func opening(page string, w, h int) []string {
	var lines []string
	list := false // the last one was a list item
	page = strings.ReplaceAll(page, "\n- ", "\n\n- ")
	for _, p := range strings.Split(page, "\n\n") {
		p = strings.TrimRight(strings.Trim(p, "\n"), " ")
		if p == "" || strings.HasPrefix(p, "#") || strings.HasPrefix(p, "    ") {
			continue
		}
		more := indentWrap(unmarked(strings.Join(strings.Fields(p), " ")), w)
		item := strings.HasPrefix(p, "- ")
		if len(lines) > 0 && (!list || !item) {
			more = append([]string{""}, more...)
		}
		if len(lines) > 0 && len(lines)+len(more) > h {
			break
		}
		lines, list = append(lines, more...), item
	}
	return lines
}

// unmarked removes Markdown's marks of emphasis and code.
func unmarked(text string) string {
	return strings.NewReplacer("**", "", "`", "").Replace(text)
}

func rectOf(x, y, w, h int) render.Rect { return render.Rect{X: x, Y: y, W: w, H: h} }
