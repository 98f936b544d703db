package arena

import (
	"errors"
	"io"
	"os"
	"strings"

	"github.com/wane-chess/wane/game"
)

// cutPGN removes from the end of the PGN file a whole or partial game that a killed
// match wrote before it saved the state; the match plays it again. Text that others
// have appended since stays.
func (m *match) cutPGN(known int64) error {
	f, err := os.Open(m.PGN)
	if err != nil {
		return err
	}
	rest, err := io.ReadAll(io.NewSectionReader(f, known, maxLost))
	if err := errors.Join(err, f.Close()); err != nil {
		return err
	}
	if len(rest) == maxLost || !m.wrote(string(rest)) {
		return nil
	}
	return m.files.pgn.Truncate(known)
}

// maxLost is longer than any recorded game, in bytes.
const maxLost = 4 << 20

// wrote reports whether a text can be one game of this match, perhaps incomplete.
func (m *match) wrote(text string) bool {
	var mine []string // the beginnings of our games, by pairing and who has White
	for number := range 2 * len(m.met) {
		record := Record{Game: number, White: number % 2, FEN: m.Game.Start().String(), Result: game.Draw.String()}
		if written, err := m.pgn(&record); err == nil {
			mine = append(mine, written)
		}
	}
	has := func(from, tag string) string {
		_, after, found := strings.Cut("\n"+from, "\n["+tag+" ")
		value, _, ended := strings.Cut(after, "\n")
		if !found || !ended {
			return ""
		}
		return value
	}
	if strings.Count("\n"+text, "\n[Event ") > 1 {
		return false
	}
	for _, ours := range mine {
		same := true
		for _, tag := range []string{"Event", "White", "Black"} {
			found := has(text, tag)
			same = same && (found == "" || found == has(ours, tag))
		}
		if same {
			return true
		}
	}
	return false
}
