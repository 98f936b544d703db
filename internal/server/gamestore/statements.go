package gamestore

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wane-chess/wane/internal/server/livegame"
)

// Statements for both databases. Placeholders are numbered, since some are used twice.

// gameColumns are all columns of a game that a summary has.
var gameColumns = slices.Concat(fixedColumns, movingColumns)

// insertGame inserts a game, with gameColumns; list are their placeholders. A deleted game
// is not created again.
func insertGame(mark, list string) string {
	return fmt.Sprintf("INSERT INTO games (%s) SELECT %s WHERE NOT EXISTS (SELECT 1 FROM deleted WHERE game = %s1) "+
		"ON CONFLICT DO NOTHING",
		strings.Join(gameColumns, ", "), list, mark)
}

// insertSecret inserts a name and bytes.
func insertSecret(mark string) string {
	return fmt.Sprintf("INSERT INTO secrets (name, bytes) VALUES (%s) ON CONFLICT DO NOTHING", marks(mark, 2))
}

// upsertPing writes a time.
func upsertPing(mark string) string {
	return fmt.Sprintf("INSERT INTO pulse (id, at) VALUES (1, %s) ON CONFLICT (id) DO UPDATE SET at = excluded.at",
		marks(mark, 1))
}

// assignments returns "column = placeholder" for each column, numbered from a number on.
func assignments(mark string, from int, columns []string) string {
	list := make([]string, len(columns))
	for i, column := range columns {
		list[i] = fmt.Sprintf("%s = %s%d", column, mark, from+i)
	}
	return strings.Join(list, ", ")
}

// marks returns n placeholders, numbered from 1 on.
func marks(mark string, n int) string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprintf("%s%d", mark, i+1)
	}
	return strings.Join(list, ", ")
}

// lastSeqQuery finds the number that a rejected event had to follow. It returns no row if the game does not exist.
func lastSeqQuery(mark string) string { return "SELECT seq FROM games WHERE id = " + mark + "1" }

// rejection returns why an event was rejected. Last is the number of the game's last event.
func rejection(w *write, last int, found bool) error {
	switch {
	case !found:
		return livegame.ErrNotFound
	case w.seq() > last+1:
		return fmt.Errorf("%w: the last event is %d, so the next must be %d", livegame.ErrConflict, last, last+1)
	default:
		return livegame.ErrConflict
	}
}
