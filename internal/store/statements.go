package store

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wane-chess/wane/internal/play"
)

// Statements that both databases understand; placeholders are numbered, since
// some are used twice.

// insertGame takes all columns of a game.
func insertGame(mark string) string {
	all := slices.Concat(fixedColumns, movingColumns)
	return fmt.Sprintf("INSERT INTO games (%s) VALUES (%s) ON CONFLICT DO NOTHING",
		strings.Join(all, ", "), marks(mark, len(all)))
}

// insertSecret takes a name and bytes.
func insertSecret(mark string) string {
	return fmt.Sprintf("INSERT INTO secrets (name, bytes) VALUES (%s) ON CONFLICT DO NOTHING", marks(mark, 2))
}

// upsertPulse takes a time.
func upsertPulse(mark string) string {
	return fmt.Sprintf("INSERT INTO pulse (id, at) VALUES (1, %s) ON CONFLICT (id) DO UPDATE SET at = excluded.at", marks(mark, 1))
}

// assignments returns "column = placeholder" for each column, with placeholders
// from that number on.
func assignments(mark string, from int, columns []string) string {
	list := make([]string, len(columns))
	for i, column := range columns {
		list[i] = fmt.Sprintf("%s = %s%d", column, mark, from+i)
	}
	return strings.Join(list, ", ")
}

// marks returns n placeholders with numbers from 1 on.
func marks(mark string, n int) string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprintf("%s%d", mark, i+1)
	}
	return strings.Join(list, ", ")
}

// refusal says why an event was not taken. last is the number of the game's last
// event; found says whether there is such a game at all.
func refusal(w *write, last int, found bool) error {
	switch {
	case !found:
		return play.ErrNotFound
	case w.seq() > last+1:
		return fmt.Errorf("%w: its last event is %d, so the next has to be %d", play.ErrConflict, last, last+1)
	default:
		return play.ErrConflict
	}
}
