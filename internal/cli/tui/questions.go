package tui

import (
	tea "charm.land/bubbletea/v2"

	"github.com/wane-chess/wane/game"
)

// answer handles the answer to a question; any key but y means no.
func (m *PlayModel) answer(key string) tea.Cmd {
	asked := m.ask
	m.ask = nil
	switch {
	case key != "y" && key != "Y":
		return nil
	case asked.ends && m.over():
		m.warn("The game is already over.") // it ended while the question was open
		return nil
	}
	return asked.yes()
}

func (m *PlayModel) resign() {
	if m.over() {
		m.warn("The game is over.")
		return
	}
	color := m.match.pos.Turn()
	text := "Resign? (y/n)"
	switch {
	case m.person[game.White] && m.person[game.Black]:
		text = color.String() + " resigns? (y/n)"
	case !m.person[color]:
		color = color.Other()
	}
	m.ask = &question{text: text, ends: true, yes: func() tea.Cmd {
		m.end(game.Win(color.Other(), game.Resignation))
		return nil
	}}
}

// offerDraw asks two players whether they agree on a draw.
func (m *PlayModel) offerDraw() {
	switch {
	case m.over():
		m.warn("The game is over.")
	case !m.person[game.White] || !m.person[game.Black]:
		m.warn("The computer does not accept draws.")
	default:
		m.ask = &question{text: "Do both players agree to a draw? (y/n)", ends: true, yes: func() tea.Cmd {
			m.end(game.Drawn(game.Agreement))
			return nil
		}}
	}
}

func (m *PlayModel) newGame() {
	open := func() tea.Cmd {
		m.think.stop()
		m.cancel()
		if len(m.o.Games) == 0 {
			return m.again()
		}
		m.menu = m.lastMenu
		if m.menu == nil {
			m.menu = newMenu(&m.o)
			m.menu.choose(m.match.pos.Game())
		}
		m.menu.row = 0
		return nil
	}
	if m.over() || len(m.match.plies) == 0 {
		open()
		return
	}
	m.ask = &question{text: "Leave this game and start another? (y/n)", yes: open}
}

func (m *PlayModel) quit() tea.Cmd {
	leave := func() tea.Cmd {
		m.think.stop()
		return tea.Quit
	}
	if m.over() || len(m.match.plies) == 0 || m.saved {
		return leave()
	}
	m.ask = &question{text: "Quit this game? It is not saved. (y/n)", yes: leave}
	return nil
}
