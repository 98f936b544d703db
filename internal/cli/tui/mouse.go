package tui

import (
	tea "charm.land/bubbletea/v2"

	"github.com/wane-chess/wane/game"
)

// mouse handles a mouse message. The cursor follows the mouse over the board, so that
// a move's effects show before it is played.
func (m *PlayModel) mouse(msg tea.MouseMsg) tea.Cmd {
	at := msg.Mouse()
	switch msg := msg.(type) {
	case tea.MouseWheelMsg:
		m.wheel(msg.Button)
	case tea.MouseMotionMsg:
		if id, ok := m.squareAt(at.X, at.Y); ok && m.line == nil {
			m.cur.set(m.match.view.Board, id)
		}
	case tea.MouseClickMsg:
		if msg.Button == tea.MouseRight && m.menu == nil {
			return m.key("esc", tea.KeyPressMsg{})
		}
		if msg.Button == tea.MouseLeft {
			return m.click(at.X, at.Y)
		}
	case tea.MouseReleaseMsg:
		return m.release(at.X, at.Y)
	}
	return nil
}

func (m *PlayModel) wheel(button tea.MouseButton) {
	up := button == tea.MouseWheelUp
	switch {
	case m.pager != nil && up:
		m.pager.top -= 3
	case m.pager != nil:
		m.pager.top += 3
	case up:
		m.scroll++
	default:
		m.scroll = max(m.scroll-1, 0)
	}
}

func (m *PlayModel) click(x, y int) tea.Cmd {
	if key := m.draw().hit(x, y); key != "" {
		return m.key(key, tea.KeyPressMsg{})
	}
	id, ok := m.squareAt(x, y)
	if !ok {
		return nil
	}
	m.inform("")
	if m.line != nil { // a click on the board closes the line
		m.close()
	}
	seen := m.cur.at == id
	m.cur.set(m.match.view.Board, id)
	m.dragged = game.Square(id)
	return m.pressSquare(id, seen)
}

// release ends a drag: it moves the piece if it is over one of its destinations.
func (m *PlayModel) release(x, y int) tea.Cmd {
	from := m.dragged
	m.dragged = game.NoSquare
	id, ok := m.squareAt(x, y)
	if !ok || from == game.NoSquare || game.Square(id) == from || m.chosen != from {
		return nil
	}
	if len(m.match.choices.between(from, game.Square(id))) == 0 {
		return nil
	}
	m.cur.set(m.match.view.Board, id)
	return m.pressSquare(id, true)
}

// squareAt returns the square at a place of the window, if clicks act on the board.
func (m *PlayModel) squareAt(x, y int) (int, bool) {
	if m.match == nil || m.menu != nil || m.pager != nil || m.ask != nil || m.asked != nil ||
		m.w < minWidth || m.h < minHeight {
		return 0, false
	}
	p := m.place(m.match.view.Board)
	return p.text.At(x-p.x, y-p.y)
}
