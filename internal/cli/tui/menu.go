package tui

import (
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
)

// ranked is a game of a family with a ranking of six piece types and two options.
type ranked interface {
	game.Family
	QueenishKing() bool
	FlexiblePawns() bool
	// Letters returns the ranking as six letters in upper case.
	Letters() string
	// Ranked returns the game with a ranking and these options.
	Ranked(letters string, queenishKing, flexiblePawns bool) (game.Game, error)
}

// rankings are the menu's named rankings; the user can type any other.
var rankings = []struct{ letters, name string }{
	{"KQRNBP", "the inventor’s"},
	{"PBNRQK", "Crescendo, its reverse"},
	{"QRNBPK", "down to kings"},
	{"KPNBRQ", "pawns rise to queens"},
	{"QRNBKP", "kings near the end"},
}

// menuRow is a line of the menu.
type menuRow uint8

const (
	rowGame menuRow = iota
	rowRanking
	rowQueenish
	rowFlexible
	rowOpponent
	rowSeat
	rowLevel
	rowClock
	rowStart
)

// clockPresets are the menu's time controls.
var clockPresets = []string{"none", "1+1", "3+2", "5+3", "10+5", "15+10", "30+20"}

// menu is the menu of a new game.
type menu struct {
	o        *PlayOptions
	game     int // index into o.Games
	ranking  int // index into rankings; len(rankings) is the typed one
	typed    string
	queenish bool
	flexible bool
	people   bool // two players at one screen
	seat     Seat
	level    int
	clocks   []string
	clock    int
	row      int // index into rows()
	line     *input
	problem  string
}

func newMenu(o *PlayOptions) *menu {
	m := &menu{o: o, seat: o.Seat, level: o.Level, clocks: clockPresets, typed: rankings[0].letters}
	if m.seat == SeatBoth {
		m.people, m.seat = true, SeatWhite
	}
	m.clock = -1
	for i, name := range m.clocks {
		if name == o.Time.String() {
			m.clock = i
		}
	}
	if m.clock < 0 {
		m.clocks = append(append([]string{}, clockPresets...), o.Time.String())
		m.clock = len(m.clocks) - 1
	}
	return m
}

// choose selects a game, if the menu has it.
func (m *menu) choose(g game.Game) {
	r, family := g.(ranked)
	for i, listed := range m.o.Games {
		if _, other := listed.(ranked); listed.Name() == g.Name() || family && other {
			m.game = i
		}
	}
	if !family {
		return
	}
	m.queenish, m.flexible = r.QueenishKing(), r.FlexiblePawns()
	m.ranking, m.typed = len(rankings), r.Letters()
	for i, r := range rankings {
		if r.letters == m.typed {
			m.ranking = i
		}
	}
}

// rows returns the rows that apply to the selected game.
func (m *menu) rows() []menuRow {
	rows := []menuRow{rowGame}
	if _, ok := m.o.Games[m.game].(ranked); ok {
		rows = append(rows, rowRanking, rowQueenish, rowFlexible)
	}
	if m.o.Engine != nil {
		rows = append(rows, rowOpponent)
		if !m.people {
			rows = append(rows, rowSeat, rowLevel)
		}
	}
	return append(rows, rowClock, rowStart)
}

func (m *menu) current() menuRow {
	rows := m.rows()
	m.row = min(max(m.row, 0), len(rows)-1)
	return rows[m.row]
}

// selected returns the selected game.
func (m *menu) selected() (game.Game, error) {
	g := m.o.Games[m.game]
	family, ok := g.(ranked)
	if !ok {
		return g, nil
	}
	letters := m.typed
	if m.ranking < len(rankings) {
		letters = rankings[m.ranking].letters
	}
	return family.Ranked(letters, m.queenish, m.flexible)
}

// gameSetup is the game that the menu begins.
type gameSetup struct {
	start game.Position
	seat  Seat
	level int
	time  TimeControl
}

// begin returns the chosen game, or sets the problem.
func (m *menu) begin() (gameSetup, bool) {
	g, err := m.selected()
	if err != nil {
		m.problem = err.Error()
		return gameSetup{}, false
	}
	t, err := ParseTimeControl(m.clocks[m.clock])
	if err != nil {
		m.problem = err.Error()
		return gameSetup{}, false
	}
	s := gameSetup{start: g.Start(), seat: m.seat, level: m.level, time: t}
	if m.people {
		s.seat = SeatBoth
	}
	return s, true
}

// press handles a key. It returns true if the key begins the game.
func (m *menu) press(key string, msg tea.KeyPressMsg) bool {
	m.problem = ""
	if m.line != nil {
		m.lineKey(key, msg)
		return false
	}
	rows := m.rows()
	switch key {
	case "up", "k", "shift+tab":
		m.row = (m.row + len(rows) - 1) % len(rows)
	case "down", "j", "tab":
		m.row = (m.row + 1) % len(rows)
	case "home":
		m.row = 0
	case "end":
		m.row = len(rows) - 1
	case "left", "h":
		m.change(-1)
	case "right", "l":
		m.change(1)
	case "space":
		if m.current() == rowStart {
			return true
		}
		m.change(1)
	case "enter":
		switch m.current() {
		case rowStart:
			return true
		case rowRanking, rowClock:
			m.line = newInput("")
		default:
			m.row++
		}
	case "s":
		return true
	default:
		if row, ok := strings.CutPrefix(key, "row "); ok {
			m.row, _ = strconv.Atoi(row)
			return m.current() == rowStart
		}
	}
	return false
}

// lineKey edits the typed ranking or time control.
func (m *menu) lineKey(key string, msg tea.KeyPressMsg) {
	switch key {
	case "esc":
		m.line = nil
		return
	case "enter":
	default:
		m.line.press(msg)
		return
	}
	typed := strings.TrimSpace(m.line.Value())
	m.line = nil
	if typed == "" {
		return
	}
	if m.current() == rowRanking {
		old, oldTyped := m.ranking, m.typed
		m.ranking, m.typed = len(rankings), strings.ToUpper(typed)
		if _, err := m.selected(); err != nil {
			m.problem, m.ranking, m.typed = err.Error(), old, oldTyped
		}
		return
	}
	t, err := ParseTimeControl(typed)
	if err != nil {
		m.problem = err.Error()
		return
	}
	m.clocks = append(append([]string{}, clockPresets...), t.String())
	m.clock = len(m.clocks) - 1
	for i, name := range clockPresets {
		if name == t.String() {
			m.clock = i
		}
	}
}

// change moves the current row's value one step.
func (m *menu) change(by int) {
	turn := func(i, n int) int { return (i + by + n) % n }
	switch m.current() {
	case rowGame:
		m.game = turn(m.game, len(m.o.Games))
	case rowRanking:
		n := len(rankings)
		if m.typed != rankings[0].letters {
			n++
		}
		m.ranking = turn(m.ranking, n)
	case rowQueenish:
		m.queenish = !m.queenish
	case rowFlexible:
		m.flexible = !m.flexible
	case rowOpponent:
		m.people = !m.people
	case rowSeat:
		m.seat = Seat(turn(int(m.seat), int(SeatBoth)))
	case rowLevel:
		m.level = min(max(m.level+by, engine.MinLevel), engine.MaxLevel)
	case rowClock:
		m.clock = turn(m.clock, len(m.clocks))
	}
}
