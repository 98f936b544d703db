package tui

import (
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"github.com/charmbracelet/x/ansi"

	"github.com/wane-chess/wane/game"
)

// key handles a key by its name, also for a click. An open pager, question, input line
// or dialog takes the key first.
func (m *PlayModel) key(key string, msg tea.KeyPressMsg) tea.Cmd {
	switch key {
	case "ctrl+c":
		m.think.stop()
		return tea.Quit
	case "ctrl+z":
		return tea.Suspend
	}
	if m.w < minWidth || m.h < minHeight {
		if key == "q" {
			m.think.stop()
			return tea.Quit
		}
		return nil
	}
	if msg.Mod&tea.ModAlt != 0 { // Esc and a key in quick succession
		msg.Mod &^= tea.ModAlt
		if rest := msg.Keystroke(); msg.Text == "" && len(rest) == 1 {
			msg.Text = rest
		}
		return tea.Batch(m.key("esc", tea.KeyPressMsg{}), m.key(msg.String(), msg))
	}
	m.inform("")
	switch {
	case m.pager != nil:
		if !m.pager.press(key, m.h) {
			m.pager = nil
		}
		return nil
	case m.ask != nil:
		return m.answer(key)
	case m.menu != nil:
		return m.menuKey(key, msg)
	case m.line != nil:
		return m.lineKey(key, msg)
	case m.asked != nil:
		return m.promotionKey(key)
	}
	return m.command(key, msg)
}

func (m *PlayModel) menuKey(key string, msg tea.KeyPressMsg) tea.Cmd {
	if m.menu.line == nil {
		switch key {
		case "q", "esc":
			if m.match != nil && key == "esc" { // back to the interrupted game
				m.menu = nil
				return m.resume()
			}
			return tea.Quit
		case "?":
			m.pager = helpPage()
			return nil
		case "r":
			if g, err := m.menu.selected(); err == nil {
				m.pager = rulesPage(g)
			}
			return nil
		}
	}
	if turn, ok := strings.CutPrefix(key, "turn "); ok {
		row, way, _ := strings.Cut(turn, " ")
		m.menu.row, _ = strconv.Atoi(row)
		key = way
	}
	if m.menu.press(key, msg) {
		if s, ok := m.menu.begin(); ok {
			return m.begin(s)
		}
	}
	return nil
}

// resume resumes a game that the menu interrupted.
func (m *PlayModel) resume() tea.Cmd {
	if !m.over() && !m.personToMove() && !m.think.busy() {
		return tea.Batch(m.startSearch(m.setup.level, false), m.wake())
	}
	return m.wake()
}

// beginsMove reports whether a key is the first character of a move: a file, a piece
// letter, or castling. Where nothing is open, such a key opens the input line. It is
// never a command, not even after the game: a flag may fall while the user types a
// move.
func beginsMove(key string) bool {
	const letters = "abcdefghijzKQRBNPO0"
	return len(key) == 1 && strings.IndexByte(letters, key[0]) >= 0
}

// command handles a key when nothing is open.
func (m *PlayModel) command(key string, msg tea.KeyPressMsg) tea.Cmd {
	if m.cur.press(key, m.match.view.Board, m.flip) || m.lookKey(key) {
		return nil
	}
	if beginsMove(key) {
		m.typeMove(key)
		return nil
	}
	if command := playCommands[key]; command != nil {
		return command(m)
	}
	if msg.Text != "" {
		m.warn("%s does nothing here. ? explains the keys; type moves as in %s.", ansi.Truncate(msg.Text, 8, "…"),
			m.example())
	}
	return nil
}

// playCommands are the commands of a game, by key.
var playCommands = map[string]func(*PlayModel) tea.Cmd{
	"enter":  (*PlayModel).chooseSquare,
	"space":  (*PlayModel).chooseSquare,
	"esc":    withoutCmd((*PlayModel).escape),
	"m":      withoutCmd(func(m *PlayModel) { m.typeMove("") }),
	":":      withoutCmd(func(m *PlayModel) { m.typeMove("") }),
	"/":      withoutCmd(func(m *PlayModel) { m.typeMove("") }),
	"u":      (*PlayModel).undo,
	"t":      (*PlayModel).askHint,
	"x":      withoutCmd((*PlayModel).resign),
	"D":      withoutCmd((*PlayModel).offerDraw),
	"n":      withoutCmd((*PlayModel).newGame),
	"p":      (*PlayModel).rematch,
	"s":      withoutCmd((*PlayModel).typeFile),
	"v":      withoutCmd((*PlayModel).showStory),
	"r":      withoutCmd(func(m *PlayModel) { m.pager = rulesPage(m.match.pos.Game()) }),
	"?":      withoutCmd(func(m *PlayModel) { m.pager = helpPage() }),
	"q":      (*PlayModel).quit,
	"pgup":   withoutCmd(func(m *PlayModel) { m.scroll += 5 }),
	"ctrl+b": withoutCmd(func(m *PlayModel) { m.scroll += 5 }),
	"pgdown": withoutCmd(func(m *PlayModel) { m.scroll = max(m.scroll-5, 0) }),
	"ctrl+f": withoutCmd(func(m *PlayModel) { m.scroll = max(m.scroll-5, 0) }),
	"home":   withoutCmd(func(m *PlayModel) { m.scroll = 1 << 20 }),
	"end":    withoutCmd(func(m *PlayModel) { m.scroll = 0 }),
}

// withoutCmd makes a command of a function that starts nothing.
func withoutCmd(do func(*PlayModel)) func(*PlayModel) tea.Cmd {
	return func(m *PlayModel) tea.Cmd { do(m); return nil }
}

func (m *PlayModel) chooseSquare() tea.Cmd { return m.pressSquare(m.cur.at, true) }

// escape cancels what is chosen, shown or sought.
func (m *PlayModel) escape() {
	m.cancel()
	m.hint = game.NoMove
	if m.think.busy() && m.think.hint {
		m.think.stop()
	}
}

func (m *PlayModel) rematch() tea.Cmd {
	if m.over() {
		return m.again()
	}
	m.warn("A rematch is possible when the game is over.")
	return nil
}

func (m *PlayModel) showStory() {
	title, lines := m.story(wholeWidth)
	m.pager = wholePage(title, lines)
}

func (m *PlayModel) askHint() tea.Cmd {
	switch {
	case m.over():
		m.warn("The game is over.")
	case m.o.Engine == nil:
		m.warn("There is no engine.")
	case !m.personToMove():
		m.warn("It is not your move.")
	case m.think.busy():
	default:
		m.hint = game.NoMove
		return tea.Batch(m.startSearch(hintLevel, true), m.wake())
	}
	return nil
}

// hintLevel is the engine's level for hints.
const hintLevel = 7

// promotionKey handles a key in the promotion dialog.
func (m *PlayModel) promotionKey(key string) tea.Cmd {
	offers := m.asked.offers()
	choose := func(pt game.PieceType) tea.Cmd {
		if move, ok := m.asked.choose(pt); !ok {
			m.warn("A %v is not possible here.", pt)
		} else if move != game.NoMove {
			return m.make(move)
		}
		return nil
	}
	switch key {
	case "left", "up", "h", "k", "shift+tab":
		m.asked.pick = (m.asked.pick + len(offers) - 1) % len(offers)
	case "right", "down", "l", "j", "tab":
		m.asked.pick = (m.asked.pick + 1) % len(offers)
	case "enter", "space":
		return choose(offers[m.asked.pick])
	case "q", "r", "b", "n", "Q", "R", "B", "N":
		return choose(game.PieceTypeOf(key[0]))
	case "a":
		return m.make(m.asked.rest(offers[m.asked.pick]))
	case "backspace":
		if !m.asked.back() {
			m.asked = nil
		}
	case "esc":
		m.asked = nil
	default:
		m.lookKey(key)
	}
	return nil
}
