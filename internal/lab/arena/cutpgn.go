package arena

import (
	"errors"
	"io"
	"os"
	"strings"

	"github.com/wane-chess/wane/game"
)

// cutPGN takes off the end of the PGN file a game that a killed match wrote, in
// whole or in part, before the state knew it; it will be played again. What
// others have appended since stays.
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

// maxLost is longer than the record of any game, in bytes.
const maxLost = 4 << 20

// wrote reports whether a text may be one game of this match, perhaps cut off.
func (m *match) wrote(text string) bool {
	var mine [2]string // what a game of ours begins with, by who has White
	for white := range mine {
		record := Record{Game: white, White: white, FEN: m.Game.Start().String(), Result: game.Draw.String()}
		if written, err := m.pgn(&record); err == nil {
			mine[white] = written
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
