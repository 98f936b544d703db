package tui

import (
	"fmt"

	"github.com/charmbracelet/x/ansi"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/geom"
	"github.com/wane-chess/wane/render"
)

// placed is a board's layout and its place in the window.
type placed struct {
	text *render.TextBoard
	x, y int
	area render.Rect // the room for the board; the panel is to the right of it
}

// panelWidth is the smallest width of the panel beside the board.
const panelWidth = 31

// place lays out a board to the left of the panel. The squares' size and the place of
// a1 are those of the first board of the game, so that a shrinking board does not
// jump.
func (s *screen) place(first, now *geom.Board) placed {
	w, h := s.w-panelWidth-2, s.h-2
	size, t := layout(first, w, h, s.flip, s.theme.ascii)
	p := placed{area: render.Rect{X: 1, Y: 1, W: t.Width, H: h}}
	p.text = t
	if now != first {
		p.text = size.layout(now, s.flip, s.theme.ascii)
	}
	p.x, p.y = p.area.X, p.area.Y+max((h-t.Height)/2, 0)
	if s.flip { // a1 stays in place while the board closes up
		p.x += max(t.Width-p.text.Width, 0)
	} else {
		p.y += max(t.Height-p.text.Height, 0)
	}
	return p
}

// maxPanel is the largest width of the panel: longer lines are hard to read.
const maxPanel = 64

// panel returns the room beside a board.
func (s *screen) panel(p placed) render.Rect {
	x := p.area.X + p.area.W + 2
	return render.Rect{X: x, Y: 1, W: min(s.w-x-1, maxPanel), H: s.h - 2}
}

func (m *PlayModel) place(b *geom.Board) placed {
	return m.screen.place(m.match.firstBoard, b)
}

// draw draws the whole window.
func (m *PlayModel) draw() *canvas {
	c := m.canvas()
	if m.small(c) {
		return c
	}
	switch {
	case m.pager != nil:
		m.pager.draw(c, m.theme)
		return c
	case m.menu != nil:
		m.menu.draw(c, m.theme, m.match != nil)
		return c
	}
	v, k := m.position()
	p := m.place(v.Board)
	m.board().draw(c, p.x, p.y, p.text, &v, k)
	m.drawTitle(c)
	m.drawPanel(c, m.panel(p))
	m.drawFoot(c)
	return c
}

// position returns the board to show, with its marks: the game's, or during the
// promotion dialog the one after the move.
func (m *PlayModel) position() (game.View, *marks) {
	if m.asked != nil {
		return m.asked.view(&m.match.view, m.askedOf)
	}
	k := lastMarks(m.match.pos, m.match.last())
	v := m.match.view
	if m.over() {
		return v, k
	}
	k.cursor = m.cur.at
	if move := m.candidate(); move != game.NoMove {
		k.preview(&v, m.effectsOf(move).effects)
		if m.line != nil {
			k.cursor = -1
			k.add(move.From(), markChosen)
			m.addTarget(k, move.From(), move.To())
		}
	}
	if m.chosen != game.NoSquare {
		k.add(m.chosen, markChosen)
		for _, to := range m.match.choices.from[m.chosen] {
			m.addTarget(k, m.chosen, to)
		}
	}
	if m.hint != game.NoMove {
		k.add(m.hint.From(), markHint)
		k.add(m.hint.To(), markHint)
	}
	return v, k
}

// addTarget marks a destination. A pawn may capture a piece on another square.
func (m *PlayModel) addTarget(k *marks, from, to game.Square) {
	pieces := &m.match.view.Pieces
	takes := pieces[to&127] != game.NoPiece
	if moves := m.match.choices.between(from, to); !takes && pieces[from&127].Type() == game.Pawn && len(moves) > 0 {
		for _, e := range m.match.pos.Effects(moves[0]) {
			takes = takes || e.Kind == game.Capture
		}
	}
	if takes {
		k.add(to, markCapture)
	} else {
		k.add(to, markTarget)
	}
}

func (m *PlayModel) drawTitle(c *canvas) {
	right := ""
	if m.clock.on() {
		right = m.clock.control.String() + "  "
	}
	if n := m.match.pos.Fullmove(); n > 0 {
		right += fmt.Sprintf("move %d", n)
	}
	c.putIn(1, 0, c.w-3-ansi.StringWidth(right), m.match.pos.Game().Title(), m.theme.title)
	c.putRight(c.w-1, 0, right, m.theme.dim)
}

// drawFoot draws the last line: a question, the input line, a note, or the keys.
func (m *PlayModel) drawFoot(c *canvas) {
	y := c.h - 1
	switch {
	case m.ask != nil:
		x := c.put(1, y, m.ask.text+"  ", m.theme.accent)
		x = c.button(x, y, "[ y ]", "y", m.theme.key)
		c.button(x+1, y, "[ n ]", "n", m.theme.key)
	case m.line != nil:
		x := c.put(1, y, m.lineAsk+" ", m.theme.accent)
		m.line.draw(c, x, y, c.w-x-22, m.theme)
		x = c.button(c.w-21, y, "Enter", "ok", m.theme.key)
		x = c.put(x, y, " ok  ", m.theme.dim)
		x = c.button(x, y, "Esc", "cancel", m.theme.key)
		c.put(x, y, " cancel", m.theme.dim)
	case m.note != "":
		s := m.theme.good
		if m.noteBad {
			s = m.theme.bad
		}
		c.putIn(1, y, c.w-2, m.note, s)
	default:
		drawKeys(c, m.theme, m.footKeys())
	}
}

// keyHint describes a key in the last line.
type keyHint struct{ label, key, does string }

func drawKeys(c *canvas, t *theme, keys []keyHint) {
	x := 1
	for _, k := range keys {
		x = c.button(x, c.h-1, k.label, k.key, t.key)
		if k.does != "" {
			x = c.put(x+1, c.h-1, k.does, t.dim)
		}
		x += 2
	}
}

func (m *PlayModel) footKeys() []keyHint {
	switch {
	case m.asked != nil:
		var keys []keyHint
		for _, pt := range m.asked.offers() {
			keys = append(keys, keyHint{string(pt.Letter()), string(pt.Letter()), pt.String()})
		}
		return append(keys, keyHint{"a", "a", "all the rest"}, keyHint{"Bksp", "backspace", "back"},
			keyHint{"Esc", "esc", "cancel"})
	case m.over():
		return []keyHint{{"p", "p", "rematch"}, {"n", "n", "new game"}, {"s", "s", "save"}, {"u", "u", "take back"},
			{"F", "F", "flip"}, {"?", "?", "help"}, {"q", "q", "quit"}}
	}
	return []keyHint{{"?", "?", "help"}, {"m", "m", "type a move"}, {"u", "u", "undo"}, {"t", "t", "hint"},
		{"F", "F", "flip"},
		{"x", "x", "resign"}, {"n", "n", "new"}, {"s", "s", "save"}, {"q", "q", "quit"}}
}
