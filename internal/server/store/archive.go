package store

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/archive"
	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/livegame"
)

var _ archive.Store = (*Store)(nil)

// archiveColumns are the columns of an archived game, openingColumns those of a
// move in a position.
var (
	archiveColumns = columns(`id ended variant family public white_guest white_name black_guest black_name kind level
		result plies line`)

	openingColumns = columns(`spot move white draws black plies last recent`)
)

// recentSize is the length of the column recent: this many IDs, separated by spaces. The last
// may be cut off if IDs are longer than usual.
const recentSize = archive.RecentGames*13 - 1

// archiveRow returns the values of archiveColumns.
func archiveRow(r *archive.Record) []any {
	white, black := r.Seats[game.White], r.Seats[game.Black]
	return []any{
		string(r.ID), r.Ended.UnixMilli(), r.Variant, archive.Family(r.Variant), r.Public,
		white.Guest, archive.Fold(white.Name), black.Guest, archive.Fold(black.Name),
		string(r.Kind()), r.Level(), r.Result.String(), r.Plies, r.Line,
	}
}

// openingRow is a row of the table openings.
type openingRow struct {
	Spot   int64
	Move   string
	White  int
	Draws  int
	Black  int
	Plies  int
	Last   int64
	Recent string
}

// all returns the values of openingColumns.
func (r *openingRow) all() []any {
	return []any{r.Spot, r.Move, r.White, r.Draws, r.Black, r.Plies, r.Last, r.Recent}
}

// openingRows counts the steps of records, in the order of the table's key. The last record
// is the most recent.
func openingRows(records []archive.Record) []openingRow {
	var rows []openingRow
	for i := range records {
		r := &records[i]
		var t archive.Tally
		t.Count(r.Result, r.Plies)
		for _, step := range r.Steps {
			rows = append(rows, openingRow{
				Spot: int64(step.Position), Move: step.Move, White: t.White, Draws: t.Draws, Black: t.Black, Plies: t.Plies,
				Last: r.Ended.UnixMilli(), Recent: string(r.ID),
			})
		}
	}
	slices.SortStableFunc(rows,
		func(a, b openingRow) int { return cmp.Or(cmp.Compare(a.Spot, b.Spot), cmp.Compare(a.Move, b.Move)) })
	merged := rows[:0]
	for _, row := range rows {
		last := len(merged) - 1
		if last < 0 || merged[last].Spot != row.Spot || merged[last].Move != row.Move {
			merged = append(merged, row)
			continue
		}
		m := &merged[last]
		m.White, m.Draws, m.Black, m.Plies = m.White+row.White, m.Draws+row.Draws, m.Black+row.Black, m.Plies+row.Plies
		m.Last = max(m.Last, row.Last)
		m.Recent = row.Recent + " " + m.Recent
		m.Recent = m.Recent[:min(recentSize, len(m.Recent))]
	}
	return merged
}

// Archive implements archive.Store. It need not be flushed: if the machine fails, all of it is lost, marks included,
// or nothing.
func (s *Store) Archive(ctx context.Context, records []archive.Record) error {
	for i := range records {
		if err := checkResult(records[i].Result); err != nil {
			return fmt.Errorf("archive game %q: %w", records[i].ID, err)
		}
	}
	err := s.chore(ctx, func(ctx context.Context, t transaction) error { return t.archive(ctx, records) })
	if err != nil {
		return fmt.Errorf("archive games: %w", err)
	}
	return nil
}

func (t transaction) archive(ctx context.Context, records []archive.Record) error {
	if len(records) == 0 {
		return nil
	}
	if err := t.lock(ctx, db.ArchiveLock); err != nil {
		return err
	}
	skip := ""
	if !t.IsSQLite() {
		if _, err := t.Exec(ctx, "SELECT set_config('synchronous_commit', 'off', true)"); err != nil {
			return err
		}
		skip = " ORDER BY id FOR NO KEY UPDATE SKIP LOCKED" // neither a writer of the game nor this waits
	}
	ids := make([]livegame.ID, len(records))
	for i := range records {
		ids[i] = records[i].ID
	}
	marked, err := db.All[livegame.ID](ctx, t, fmt.Sprintf(`UPDATE games SET archived = TRUE WHERE id IN (
		SELECT id FROM games WHERE id IN (%s) AND status = 'finished' AND NOT archived%s) RETURNING id`,
		db.Marks(len(ids)), skip), db.Args(ids)...)
	if err != nil {
		return err
	}
	var fresh []archive.Record
	var entries [][]any
	for i := range records {
		r := &records[i]
		if at := slices.Index(marked, r.ID); at >= 0 && !r.Skip {
			marked = slices.Delete(marked, at, at+1) // a duplicate counts once
			fresh = append(fresh, *r)
			entries = append(entries, archiveRow(r))
		}
	}
	if err := t.insert(ctx, "archive", archiveColumns, entries, ""); err != nil {
		return err
	}
	var openings [][]any
	for _, row := range openingRows(fresh) {
		openings = append(openings, row.all())
	}
	return t.insert(ctx, "openings", openingColumns, openings, fmt.Sprintf(`ON CONFLICT (spot, move) DO UPDATE SET
		white = openings.white + excluded.white, draws = openings.draws + excluded.draws,
		black = openings.black + excluded.black, plies = openings.plies + excluded.plies,
		last = CASE WHEN excluded.last > openings.last THEN excluded.last ELSE openings.last END,
		recent = substr(excluded.recent || ' ' || openings.recent, 1, %d)`, recentSize))
}

// insert inserts rows in one statement.
func (t transaction) insert(ctx context.Context, table string, columns []string, rows [][]any, then string) error {
	if len(rows) == 0 {
		return nil
	}
	list, args := make([]string, len(rows)), []any(nil)
	for i, row := range rows {
		list[i] = "(" + db.MarksFrom(1+len(args), len(row)) + ")"
		args = append(args, row...)
	}
	_, err := t.Exec(ctx, fmt.Sprintf("INSERT INTO %s (%s) VALUES %s %s",
		table, strings.Join(columns, ", "), strings.Join(list, ", "), then), args...)
	return err
}

// Unarchived implements archive.Store.
func (s *Store) Unarchived(ctx context.Context, limit int) ([]livegame.Summary, error) {
	list, err := s.games(ctx, "games_unarchived", func(q *bun.SelectQuery) *bun.SelectQuery {
		return q.Where("status = 'finished'").Where("NOT archived").OrderExpr("active, id").Limit(int64(limit))
	})
	if err != nil {
		return nil, fmt.Errorf("list games to archive: %w", err)
	}
	return list, nil
}

// Backlog implements archive.Store.
func (s *Store) Backlog(ctx context.Context, limit int) (int, error) {
	return db.One[int](ctx, s.db, nil, "SELECT count(*) FROM (SELECT 1 FROM games "+
		"WHERE status = 'finished' AND NOT archived LIMIT $1) AS part", limit)
}

// MoveTallies implements archive.Store.
func (s *Store) MoveTallies(ctx context.Context, spot archive.PositionHash) ([]archive.MoveTally, error) {
	rows, err := db.All[struct {
		archive.Tally

		Move   string
		Last   time.Time
		Recent string
	}](ctx, s.db, "SELECT move, white, draws, black, plies, last, recent FROM openings WHERE spot = $1", int64(spot))
	if err != nil {
		return nil, err
	}
	out := make([]archive.MoveTally, len(rows))
	for i, r := range rows {
		out[i] = archive.MoveTally{Move: r.Move, Tally: r.Tally, Last: r.Last}
		for _, id := range strings.Fields(r.Recent) {
			out[i].Recent = append(out[i].Recent, livegame.ID(id))
		}
	}
	archive.SortMoveTallies(out)
	return out, nil
}

// PublicGames implements archive.Store.
func (s *Store) PublicGames(ctx context.Context, ids []livegame.ID) ([]archive.Game, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	places, err := db.All[placeRow](ctx, s.db,
		"SELECT id, ended FROM archive WHERE public AND id IN ("+db.Marks(len(ids))+")", db.Args(ids)...)
	if err != nil {
		return nil, err
	}
	return s.loadGames(ctx, places)
}

// placeRow is an archived game's position in the list.
type placeRow struct {
	bun.BaseModel `bun:"table:archive"`

	ID    livegame.ID
	Ended time.Time
}

// loadGames loads games, in their order.
func (s *Store) loadGames(ctx context.Context, places []placeRow) ([]archive.Game, error) {
	if len(places) == 0 {
		return nil, nil
	}
	ids := values(places, func(p *placeRow) livegame.ID { return p.ID })
	list, err := s.games(ctx, "", func(q *bun.SelectQuery) *bun.SelectQuery { return q.Where("id IN (?)", bun.List(ids)) })
	if err != nil {
		return nil, err
	}
	byID := make(map[livegame.ID]*livegame.Summary, len(list))
	for i := range list {
		byID[list[i].ID] = &list[i]
	}
	out := make([]archive.Game, 0, len(places))
	for _, p := range places {
		sum := byID[p.ID]
		if sum == nil {
			return nil, fmt.Errorf("the archived game %s is missing", p.ID)
		}
		out = append(out, archive.Game{Summary: *sum, Ended: p.Ended})
	}
	return out, nil
}

// playedRow is a row of the table archive.
type playedRow struct {
	archive.Played

	Result string
}

// Played implements archive.Store.
func (s *Store) Played(ctx context.Context, account, viewer string, limit int) ([]archive.Played, error) {
	var all []archive.Played
	for color, columns := range [][2]any{{"white_guest", "black_guest"}, {"black_guest", "white_guest"}} {
		rows, err := db.All[playedRow](ctx, s.db, fmt.Sprintf(`SELECT id, ended, variant, public, %[2]s AS opponent,
			level, result, plies, line FROM archive WHERE %[1]s <> '' AND %[1]s = $1
			AND (public OR $2 <> '' AND $2 IN (white_guest, black_guest)) ORDER BY ended DESC, id DESC LIMIT $3`,
			columns[:]...), account, viewer, limit)
		for i := 0; err == nil && i < len(rows); i++ {
			p := rows[i].Played
			p.Color = game.Color(color)
			p.Result, err = livegame.ResultOf(rows[i].Result)
			all = append(all, p)
		}
		if err != nil {
			return nil, err
		}
	}
	slices.SortFunc(all,
		func(a, b archive.Played) int { return cmp.Or(b.Ended.Compare(a.Ended), cmp.Compare(b.ID, a.ID)) })
	return all[:min(limit, len(all))], nil
}
