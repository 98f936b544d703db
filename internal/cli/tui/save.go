package tui

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"github.com/charmbracelet/x/ansi"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/atomicfile"
	"github.com/wane-chess/wane/notation"
)

// typeFile opens the input line for the name of a file to save.
func (m *PlayModel) typeFile() {
	if len(m.match.plies) == 0 {
		m.warn("There is no move to save yet.")
		return
	}
	name := strings.Map(func(r rune) rune {
		if r == ':' || r == '+' {
			return '-'
		}
		return r
	}, m.match.pos.Game().Name())
	name += m.o.Now().Format("-2006-01-02-1504") + ".pgn"
	m.open("Save to:", name, (*PlayModel).save)
}

// save writes the game to a file. It asks before it replaces a file.
func (m *PlayModel) save(name string) tea.Cmd {
	if name == "" {
		m.close()
		m.warn("Not saved: the name is empty.")
		return nil
	}
	path := expand(name)
	record, err := m.record()
	if err != nil {
		m.problem = err.Error()
		return nil
	}
	write := func(replace bool) error {
		return atomicfile.Write(path, 0o644, replace, func(w io.Writer) error {
			_, err := io.WriteString(w, record)
			return err
		})
	}
	err = write(false)
	if errors.Is(err, fs.ErrExist) {
		m.ask = &question{text: fmt.Sprintf("%s exists. Replace it? (y/n)", ansi.Truncate(name, 40, "…")),
			yes: func() tea.Cmd {
				m.saveDone(name, write(true))
				return nil
			}}
		return nil
	}
	m.saveDone(name, err)
	return nil
}

func (m *PlayModel) saveDone(name string, err error) {
	if err != nil {
		m.problem = "Not saved: " + err.Error()
		return
	}
	m.close()
	m.saved = true
	m.inform("Saved to %s.", name)
}

// expand replaces a leading ~ by the home directory.
func expand(name string) string {
	if rest, ok := strings.CutPrefix(name, "~/"); ok {
		if home, err := os.UserHomeDir(); err == nil {
			return filepath.Join(home, rest)
		}
	}
	return name
}

// record writes the game in PGN.
func (m *PlayModel) record() (string, error) {
	fen := m.match.start.String()
	tree, err := notation.NewTree(m.match.pos.Game(), fen)
	if err != nil {
		return "", err
	}
	at := tree.Cursor()
	for _, move := range m.match.moves() {
		if _, err := at.Play(move); err != nil {
			return "", err
		}
	}
	tags := []notation.Tag{
		{Name: "Event", Value: "Casual game"}, {Name: "Site", Value: "wane"},
		{Name: "Date", Value: m.o.Now().Format("2006.01.02")}, {Name: "Round", Value: "-"},
		{Name: "White", Value: m.playerName(game.White)}, {Name: "Black", Value: m.playerName(game.Black)},
		{Name: "WhiteType", Value: m.playerType(game.White)}, {Name: "BlackType", Value: m.playerType(game.Black)},
		{Name: "TimeControl", Value: timeTag(m.clock.control)},
	}
	for _, tag := range tags {
		if err := tree.SetTag(tag.Name, tag.Value); err != nil {
			return "", err
		}
	}
	tree.SetOutcome(m.match.outcome, "")
	return tree.PGN(), nil
}

func (m *PlayModel) playerName(color game.Color) string {
	if m.person[color] {
		return "Person"
	}
	return engine.LevelName(m.setup.level)
}

// playerType returns what a player is, as PGN has it.
func (m *PlayModel) playerType(color game.Color) string {
	if m.person[color] {
		return "human"
	}
	return "program"
}

// timeTag writes a time control as PGN has it: seconds, and seconds for each
// move.
func timeTag(t TimeControl) string {
	if t.Base == 0 {
		return "-"
	}
	seconds := func(s float64) string { return strconv.FormatFloat(s, 'f', -1, 64) }
	text := seconds(t.Base.Seconds())
	if t.Increment > 0 {
		text += "+" + seconds(t.Increment.Seconds())
	}
	return text
}
