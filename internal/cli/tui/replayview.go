package tui

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/render"
)

const replayHelp = `# Replay

- → ↓ l j  next move                ← ↑ h k  previous move
- PgDn PgUp  ten moves on or back   Home End  start or end
- Space  play or stop               + -  faster or slower
- v  the full comments, if the panel truncates them
- :  go to a move: 12 is White's twelfth, 12... Black's
- 1 to 9  choose a variation        m  back to the main line
` + lookHelp + `- n N  next or previous game of the file
- r  the rules of the variant       q  quit

Click a move in the list to go there; the mouse wheel steps forward and back.

Variations are listed below the comments.

# Marks on the board

   -   the last move came from here    -K  and went here
   K+  a king in check                 ░░░ a vanished square
`

// draw draws the whole window.
func (m *ReplayModel) draw() *canvas {
	c := m.canvas()
	if m.small(c) {
		return c
	}
	if m.pager != nil {
		m.pager.draw(c, m.theme)
		return c
	}
	p := m.place(m.line.firstBoard, m.view.Board)
	k := lastMarks(m.pos, m.last())
	m.board().draw(c, p.x, p.y, p.text, &m.view, k)
	m.drawTitle(c)
	m.drawPanel(c, m.panel(p))
	m.drawFoot(c)
	return c
}

// last returns the move that led to the current position, or nil.
func (m *ReplayModel) last() *ply {
	if m.at == 0 {
		return nil
	}
	return &m.line.plies[m.at-1]
}

func (m *ReplayModel) drawTitle(c *canvas) {
	t := m.o.Games[m.game]
	title := m.pos.Game().Title()
	x := c.put(1, 0, title, m.theme.title)
	right := fmt.Sprintf("ply %d of %d", m.at, len(m.nodes))
	if len(m.o.Games) > 1 {
		right = fmt.Sprintf("game %d of %d  ", m.game+1, len(m.o.Games)) + right
	}
	if event := known(t.Tag("Event")); event != "" {
		if date := known(t.Tag("Date")); date != "" {
			event += ", " + strings.ReplaceAll(date, ".??", "")
		}
		c.putIn(x+2, 0, c.w-x-ansi.StringWidth(right)-5, event, m.theme.dim)
	}
	c.putRight(c.w-1, 0, right, m.theme.dim)
}

// known returns a tag's value, or "" if the value means unknown.
func known(value string) string {
	if strings.Trim(value, "?.- ") == "" {
		return ""
	}
	return value
}

func (m *ReplayModel) player(color game.Color) player {
	name := known(m.o.Games[m.game].Tag(color.String()))
	if name == "" {
		name = color.String()
	} else {
		name = color.String() + ", " + name
	}
	lost := m.line.captured[color]
	if m.at < len(m.line.plies) {
		lost = lost[:m.line.plies[m.at].lost[color]]
	}
	return player{name: name, turn: m.pos.Turn() == color && !m.ended(), lost: lost}
}

// ended reports whether the current position is the end of a finished game.
func (m *ReplayModel) ended() bool {
	return m.pos.Outcome().Over() ||
		m.at == len(m.nodes) && m.node() == m.o.Games[m.game].End() && m.o.Games[m.game].Result != game.Ongoing
}

// result returns the state of the game at the current position, in words.
func (m *ReplayModel) result() string {
	if o := m.pos.Outcome(); o.Over() {
		return o.String()
	}
	t := m.o.Games[m.game]
	o := game.Outcome{Result: t.Result}
	if why := known(t.Tag("Termination")); !strings.EqualFold(why, string(notation.Normal)) {
		o.Reason = game.Reason(why)
	}
	return o.String()
}

func (m *ReplayModel) drawPanel(c *canvas, r render.Rect) {
	far, near := game.Black, game.White
	if m.flip {
		far, near = near, far
	}
	drawPlayer(c, r.X, r.Y, r.W, m.player(far), m.theme)
	drawPlayer(c, r.X, r.Y+r.H-2, r.W, m.player(near), m.theme)
	title, lines := m.story(r.W)
	choices := m.variations(r.W)
	movesHeight, story := divide(r.H-8, storyHeight+1+max(r.H-22, 0)/2, len(lines)+len(choices))
	top := r.Y + 3
	rule(c, r.X, top-1, r.W, "Moves", m.theme)
	list := moveList{start: m.line.start, plies: m.line.plies, at: m.at, scroll: m.scroll, click: true}
	drawMoves(c, render.Rect{X: r.X, Y: top, W: r.W, H: movesHeight}, list, m.theme)
	y := top + movesHeight
	rule(c, r.X, y, r.W, title, m.theme)
	textHeight := max(min(len(lines), story-len(choices)), 1) // a long comment leaves room for the variations
	if len(lines) == 0 {
		textHeight = 0
	}
	drawText(c, render.Rect{X: r.X, Y: y + 1, W: r.W, H: textHeight}, lines, "v", m.theme)
	drawText(c, render.Rect{X: r.X, Y: y + 1 + textHeight, W: r.W, H: story - textHeight}, choices, "v", m.theme)
	m.drawStatus(c, r.X, y+story+1, r.W)
}

// story returns the effects of the last move and its comments.
func (m *ReplayModel) story(w int) (title string, lines []line) {
	title = "The start"
	n := m.node()
	if p := m.last(); p != nil {
		title = fmt.Sprintf("%v’s move: %s%s", m.pos.Turn().Other(), p.san, glyphsOf(n.NAGs))
		lines = wrapped(p.story, w, m.theme.text)
	}
	for _, s := range append(append([]string{}, n.StartingComments...), n.Comments...) {
		lines = append(lines, wrapped(s, w, m.theme.accent)...)
	}
	return title, lines
}

// variations lists the next moves if there are several.
func (m *ReplayModel) variations(w int) []line {
	if len(m.node().Children) < 2 {
		return nil
	}
	names := namesOf(m.pos)
	var out []line
	for i, child := range m.node().Children {
		if i == 9 {
			break
		}
		l := line{text: ansi.Truncate(fmt.Sprintf("%d  %s", i+1, names.SAN(child.Move)), w, "…"), style: m.theme.text,
			key: fmt.Sprint(i + 1)}
		if m.at < len(m.nodes) && m.nodes[m.at] == child {
			l.style = m.theme.key
		}
		out = append(out, l)
	}
	return out
}

// nags are the signs of the most common numeric annotation glyphs.
var nags = map[int]string{1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}

func glyphsOf(list []int) string {
	s := ""
	for _, n := range list {
		s += nags[n]
	}
	return s
}

func (m *ReplayModel) drawStatus(c *canvas, x, y, w int) {
	t := m.theme
	switch {
	case m.ended():
		c.putIn(x, y, w, m.result()+".", t.good)
	case m.at == len(m.nodes):
		c.putIn(x, y, w, "The line ends here.", t.dim)
	case m.playing:
		c.put(x, y, "▸ playing", t.accent)
	case m.pos.InCheck():
		c.put(x, y, fmt.Sprintf("%v is in check.", m.pos.Turn()), t.bad)
	default:
		c.put(x, y, fmt.Sprintf("%v to move.", m.pos.Turn()), t.text)
	}
}

func (m *ReplayModel) drawFoot(c *canvas) {
	y := c.h - 1
	switch {
	case m.typing != nil:
		x := c.put(1, y, "Go to move: ", m.theme.accent)
		m.typing.draw(c, x, y, 12, m.theme)
	case m.note != "":
		s := m.theme.good
		if m.noteBad {
			s = m.theme.bad
		}
		c.putIn(1, y, c.w-2, m.note, s)
	default:
		keys := []keyHint{{"?", "?", "help"}, {"←", "left", "back"}, {"→", "right", "on"}, {"Home", "home", ""},
			{"End", "end", ""},
			{"Space", "space", "play"}, {":", ":", "go to"}, {"F", "F", "flip"}}
		if len(m.o.Games) > 1 {
			keys = append(keys, keyHint{"n", "n", "next"})
		}
		drawKeys(c, m.theme, append(keys, keyHint{"q", "q", "quit"}))
	}
}
