package store

import (
	"context"
	"fmt"
	"strings"

	"github.com/wane-chess/wane/internal/live/archive"
)

// archiveStatements are the statements by which games are archived.
func (c *sqliteCommitter) archiveStatements() []prepared {
	return []prepared{
		{&c.mark, "UPDATE games SET archived = 1 WHERE id = ?1 AND status = 'finished' AND NOT archived"},
		{&c.entry, fmt.Sprintf("INSERT INTO archive (%s) VALUES (%s)", strings.Join(archiveColumns, ", "), marks("?", len(archiveColumns)))},
		{&c.opening, fmt.Sprintf(`INSERT INTO openings (%s) VALUES (%s) ON CONFLICT DO UPDATE SET
			white = white + excluded.white, draws = draws + excluded.draws, black = black + excluded.black,
			plies = plies + excluded.plies, last = max(last, excluded.last),
			recent = substr(excluded.recent || ' ' || recent, 1, %d)`,
			strings.Join(openingColumns, ", "), marks("?", len(openingColumns)), recentSize)},
	}
}

// archive archives games within a transaction.
func (c *sqliteCommitter) archive(ctx context.Context, records []archive.Record) error {
	var fresh []archive.Record
	for i := range records {
		r := &records[i]
		done, err := changed(c.mark.ExecContext(ctx, string(r.ID)))
		if err != nil {
			return err
		}
		if !done || r.Skip {
			continue
		}
		if _, err := c.entry.ExecContext(ctx, archiveRow(r)...); err != nil {
			return err
		}
		fresh = append(fresh, *r)
	}
	rows := openingRows(fresh)
	for i := range rows {
		if _, err := c.opening.ExecContext(ctx, rows[i].all()...); err != nil {
			return err
		}
	}
	return nil
}
