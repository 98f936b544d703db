package tui

import (
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
)

// key handles a key by its name, also for a click.
func (m *ReplayModel) key(key string, msg tea.KeyPressMsg) tea.Cmd {
	if msg.Mod&tea.ModAlt != 0 { // Esc and a key in quick succession
		msg.Mod &^= tea.ModAlt
		if rest := msg.Keystroke(); msg.Text == "" && len(rest) == 1 {
			msg.Text = rest
		}
		return tea.Batch(m.key("esc", tea.KeyPressMsg{}), m.key(msg.String(), msg))
	}
	m.note = ""
	switch {
	case key == "ctrl+c":
		return tea.Interrupt
	case key == "ctrl+z":
		return tea.Suspend
	case m.w < minWidth || m.h < minHeight:
		if key == "q" {
			return tea.Quit
		}
		return nil
	case m.pager != nil:
		if !m.pager.press(key, m.h) {
			m.pager = nil
		}
		return nil
	case m.typing != nil:
		m.typeNumber(key, msg)
		return nil
	}
	switch key {
	case "space", "p":
		return m.togglePlay()
	case "+", "=":
		m.setPace(m.pace + 1)
		return nil
	case "-":
		m.setPace(m.pace - 1)
		return nil
	}
	m.playing = false
	if n, ok := strings.CutPrefix(key, "ply "); ok {
		at, _ := strconv.Atoi(n)
		m.seek(at)
		return nil
	}
	if len(key) == 1 && key[0] >= '1' && key[0] <= '9' {
		m.choose(int(key[0] - '1'))
		return nil
	}
	return m.command(key)
}

// togglePlay starts or stops automatic play, from the start if the game is at its end.
func (m *ReplayModel) togglePlay() tea.Cmd {
	if m.at == len(m.nodes) {
		m.seek(0)
	}
	if m.playing = !m.playing; m.playing {
		return m.tick()
	}
	return nil
}

func (m *ReplayModel) setPace(i int) {
	m.pace = max(min(i, len(paces)-1), 0)
	m.note = "A move every " + paces[m.pace].String() + "."
}

// command handles a key that stops automatic play.
func (m *ReplayModel) command(key string) tea.Cmd {
	switch key {
	case "right", "l", "down", "j", "enter":
		m.seek(m.at + 1)
	case "left", "h", "up", "k", "backspace":
		m.seek(m.at - 1)
	case "pgdown":
		m.seek(m.at + 10)
	case "pgup":
		m.seek(m.at - 10)
	case "home", "0":
		m.seek(0)
	case "end", "$":
		m.seek(len(m.nodes))
	case "m":
		m.mainLine()
	case ":", "/":
		m.typing = newInput("")
	case "n", "]":
		m.open(min(m.game+1, len(m.o.Games)-1))
	case "N", "[":
		m.open(max(m.game-1, 0))
	case "v", "c":
		title, lines := m.story(wholeWidth)
		m.pager = wholePage(title, append(lines, m.variations(wholeWidth)...))
	case "r":
		m.pager = rulesPage(m.pos.Game())
	case "?":
		m.pager = &pager{title: "Help", text: replayHelp}
	case "q", "esc":
		return tea.Quit
	default:
		m.lookKey(key)
	}
	return nil
}

// typeNumber handles a key while the input line for a move number is open: "12" is
// White's twelfth move, "12..." Black's.
func (m *ReplayModel) typeNumber(key string, msg tea.KeyPressMsg) {
	switch key {
	case "esc":
		m.typing = nil
	case "enter":
		typed := strings.TrimSpace(m.typing.Value())
		m.typing = nil
		if typed == "" {
			return
		}
		number := strings.TrimRight(typed, ".bB ")
		n, err := strconv.Atoi(number)
		start := m.o.Games[m.game].Start()
		ply := 2*(n-start.Fullmove()) + 1 - int(start.Turn())
		if strings.TrimPrefix(typed, number) != "" && strings.TrimPrefix(typed, number) != "." {
			ply++
		}
		if err != nil || ply < 0 || ply > len(m.nodes) {
			m.note, m.noteBad = "The line has no move "+ansi.Truncate(typed, 20, "…")+".", true
			return
		}
		m.seek(ply)
	default:
		m.typing.press(msg)
	}
}
