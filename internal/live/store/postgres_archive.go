package store

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/wane-chess/wane/internal/live/archive"
)

// archiveLock is the advisory lock of the node that archives games: the letters of arch.
const archiveLock = 0x61726368

// Statements that archive games. Each takes its columns as arrays.
var (
	// A game that is being written to is skipped, so that neither waits for the other.
	postgresMark = `UPDATE games SET archived = TRUE WHERE id IN (
		SELECT id FROM games WHERE id = ANY($1::text[]) AND status = 'finished' AND NOT archived
		ORDER BY id FOR NO KEY UPDATE SKIP LOCKED) RETURNING id`

	postgresEntry = fmt.Sprintf("INSERT INTO archive (%s) SELECT * FROM unnest(%s)", strings.Join(archiveColumns, ", "),
		arrays("text bigint text text boolean text text text text text bigint text bigint text"))

	postgresOpening = fmt.Sprintf(`INSERT INTO openings AS o (%s) SELECT * FROM unnest(%s)
		ON CONFLICT (spot, move) DO UPDATE SET
		white = o.white + excluded.white, draws = o.draws + excluded.draws, black = o.black + excluded.black,
		plies = o.plies + excluded.plies, last = greatest(o.last, excluded.last),
		recent = left(excluded.recent || ' ' || o.recent, %d)`,
		strings.Join(openingColumns, ", "), arrays("bigint text bigint bigint bigint bigint bigint text"), recentSize)
)

// arrays returns a placeholder for an array of each type.
func arrays(types string) string {
	list := columns(types)
	for i, kind := range list {
		list[i] = fmt.Sprintf("$%d::%s[]", i+1, kind)
	}
	return strings.Join(list, ", ")
}

// archivePostgres archives games in a transaction of its own. It need not be flushed: if the
// machine fails, all of it is lost, marks included, or nothing.
func archivePostgres(pool *pgxpool.Pool) func(context.Context, []archive.Record) error {
	return func(ctx context.Context, records []archive.Record) error {
		ctx, cancel := context.WithTimeout(ctx, archiveTimeout)
		defer cancel()
		return pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
			var alone bool
			err := tx.QueryRow(ctx, "SELECT pg_try_advisory_xact_lock($1), set_config('synchronous_commit', 'off', true)",
				archiveLock).Scan(&alone, nil)
			if err != nil {
				return err
			}
			if !alone {
				return archive.ErrBusy
			}
			return archiveIn(ctx, tx, records)
		})
	}
}

func archiveIn(ctx context.Context, tx pgx.Tx, records []archive.Record) error {
	ids := make([]string, len(records))
	for i := range records {
		ids[i] = string(records[i].ID)
	}
	rows, err := tx.Query(ctx, postgresMark, ids)
	if err != nil {
		return err
	}
	marked, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return err
	}
	var fresh []archive.Record
	var entries [][]any
	for i := range records {
		r := &records[i]
		if at := slices.Index(marked, string(r.ID)); at >= 0 && !r.Skip {
			marked = slices.Delete(marked, at, at+1) // a duplicate counts once
			fresh = append(fresh, *r)
			entries = append(entries, archiveRow(r))
		}
	}
	if len(fresh) == 0 {
		return nil
	}
	if _, err := tx.Exec(ctx, postgresEntry, transposed(entries)...); err != nil {
		return err
	}
	merged := openingRows(fresh)
	if len(merged) == 0 {
		return nil
	}
	openings := make([][]any, len(merged))
	for i := range merged {
		openings[i] = merged[i].all()
	}
	_, err = tx.Exec(ctx, postgresOpening, transposed(openings)...)
	return err
}

// transposed returns the columns of rows.
func transposed(rows [][]any) []any {
	out := make([]any, len(rows[0]))
	for c := range out {
		column := make([]any, len(rows))
		for r := range rows {
			column[r] = rows[r][c]
		}
		out[c] = column
	}
	return out
}
