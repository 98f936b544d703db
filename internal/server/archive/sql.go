package archive

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/feature"
	"github.com/wane-chess/wane/internal/server/feed"
	"github.com/wane-chess/wane/internal/server/job"
	"github.com/wane-chess/wane/internal/server/livegame"
)

// reader is who reads of games that have ended.
const reader = "archive"

// recentSize is the length of the column recent: this many IDs, separated by spaces. The last
// may be cut off if IDs are longer than usual.
const recentSize = RecentGames*13 - 1

// Data is what the archive stores of games; find is for their positions.
func Data(find livegame.Lookup) feature.Data {
	return feature.Data{
		Ended: feed.Reader{Name: reader, Wants: wants},
		AdoptGame: feature.Statements(
			"UPDATE archive SET white_guest = $2 WHERE id = $3 AND white_guest = $1",
			"UPDATE archive SET black_guest = $2 WHERE id = $3 AND black_guest = $1",
		),
		ForgetGuest: feature.Statements(
			"UPDATE archive SET black_name = '', black_guest = CASE WHEN white_guest = $1 "+
				"THEN '"+livegame.ForgottenWhite+"' ELSE '"+livegame.ForgottenBlack+"' END WHERE id = $2 AND black_guest = $1",
			"UPDATE archive SET white_name = '', white_guest = '"+livegame.ForgottenWhite+"' WHERE id = $2 AND white_guest = $1",
		),
		ForgetGame: func(ctx context.Context, t db.Tx, ids ...string) error {
			return unfile(ctx, t, livegame.ID(ids[0]), find)
		},
	}
}

// file archives a finished game. One that cannot be read or replayed is in the log, and not in the archive: its note
// would keep its guests for good.
func (a *Archive) file(ctx context.Context, s livegame.Summary) error {
	var r *Record
	bad := job.Safely(func() error {
		events, err := a.o.Games.EventsAfter(ctx, s.ID, 0)
		if err == nil {
			r, err = NewRecord(s, events, a.o.Lookup)
		}
		return err
	})
	if _, fault := errors.AsType[*db.Error](bad); fault || errors.Is(bad, context.DeadlineExceeded) ||
		errors.Is(bad, context.Canceled) {
		return bad // of the database, not of the game
	}
	err := a.put(ctx, s, r)
	if err == nil && bad != nil {
		a.o.Log.Error("cannot archive a finished game", "game", s.ID, "error", bad)
	}
	return err
}

// put archives a game with its record, unless that is done; nil: nothing of it is kept. It need not be flushed: if the
// machine fails, all of it is lost, the note of the feed included, or nothing.
func (a *Archive) put(ctx context.Context, s livegame.Summary, r *Record) error {
	return a.o.DB.Chore(ctx, func(ctx context.Context, t db.Tx) error {
		if err := t.Lock(ctx, db.ArchiveLock, ""); err != nil {
			return err
		}
		if !t.IsSQLite() {
			if _, err := t.Exec(ctx, "SELECT set_config('synchronous_commit', 'off', true)"); err != nil {
				return err
			}
		}
		fresh, err := feed.Take(ctx, t, reader, &s)
		if err != nil || !fresh || r == nil {
			return err
		}
		return r.insert(ctx, t)
	})
}

// insert inserts a record, and counts its steps.
func (r *Record) insert(ctx context.Context, t db.Tx) error {
	white, black := r.Seats[game.White], r.Seats[game.Black]
	if _, err := t.Exec(ctx, "INSERT INTO archive (id, ended, variant, family, public, white_guest, white_name, "+
		"black_guest, black_name, kind, level, result, plies, start, line) VALUES ("+db.Marks(15)+")",
		r.ID, r.Ended, r.Variant, Family(r.Variant), r.Public, white.Guest, livegame.Fold(white.Name), black.Guest,
		livegame.Fold(black.Name), r.Kind(), r.Level(), r.Result.String(), r.Plies, r.Start, r.Line); err != nil {
		return err
	}
	if len(r.Steps) == 0 {
		return nil
	}
	var one Tally
	one.Count(r.Result, r.Plies)
	var rows []string
	var args []any
	for _, step := range r.Steps {
		rows = append(rows, "("+db.MarksFrom(1+len(args), 8)+")")
		args = append(args, int64(step.Position), step.Move, one.White, one.Draws, one.Black, one.Plies, r.Ended, r.ID)
	}
	_, err := t.Exec(ctx, fmt.Sprintf(`INSERT INTO openings (spot, move, white, draws, black, plies, last, recent)
		VALUES %s ON CONFLICT (spot, move) DO UPDATE SET
		white = openings.white + excluded.white, draws = openings.draws + excluded.draws,
		black = openings.black + excluded.black, plies = openings.plies + excluded.plies,
		last = CASE WHEN excluded.last > openings.last THEN excluded.last ELSE openings.last END,
		recent = substr(excluded.recent || ' ' || openings.recent, 1, %d)`, strings.Join(rows, ", "), recentSize), args...)
	return err
}

// unfile removes a game from the archive and from the counts of the explorer.
func unfile(ctx context.Context, t db.Tx, id livegame.ID, find livegame.Lookup) error {
	var ended int64
	var result string
	r := Record{ID: id}
	err := t.Row(ctx, "SELECT ended, variant, public, result, plies, start, line FROM archive WHERE id = $1", id).
		Scan(&ended, &r.Variant, &r.Public, &result, &r.Plies, &r.Start, &r.Line)
	if errors.Is(err, sql.ErrNoRows) {
		return nil // it was not counted
	}
	if err == nil {
		_, err = t.Do(ctx, "DELETE FROM archive WHERE id = $1", id)
	}
	if err == nil {
		r.Result, err = livegame.ResultOf(result)
	}
	if job.Safely(func() error { return r.walk(find) }) != nil {
		r.Steps = nil // the rules have changed: its moves stay counted
	}
	for _, step := range r.Steps {
		if err == nil {
			err = uncount(ctx, t, &r, step, ended)
		}
	}
	return err
}

// uncount takes a game off the counts of a move. Of the last games, those that are remembered
// stay.
func uncount(ctx context.Context, t db.Tx, r *Record, step Step, ended int64) error {
	var recent string
	var last int64
	err := t.Row(ctx, "SELECT recent, last FROM openings WHERE spot = $1 AND move = $2", int64(step.Position), step.Move).
		Scan(&recent, &last)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	rest := slices.DeleteFunc(strings.Fields(recent), func(id string) bool { return id == string(r.ID) })
	if last == ended {
		last = 0
		for _, id := range rest {
			at, err := db.One[int64](ctx, t, nil, "SELECT COALESCE(max(ended), 0) FROM archive WHERE id = $1", id)
			if err != nil {
				return err
			}
			last = max(last, at)
		}
	}
	var one Tally
	one.Count(r.Result, r.Plies)
	if _, err = t.Do(ctx, `UPDATE openings
		SET white = white - $3, draws = draws - $4, black = black - $5, plies = plies - $6, last = $7, recent = $8
		WHERE spot = $1 AND move = $2`, int64(step.Position), step.Move, one.White, one.Draws, one.Black, one.Plies, last,
		strings.Join(rest, " ")); err != nil {
		return err
	}
	_, err = t.Do(ctx, "DELETE FROM openings WHERE spot = $1 AND move = $2 AND white + draws + black <= 0",
		int64(step.Position), step.Move)
	return err
}

// MoveTallies returns what was played in a position, the most frequent move first.
func (a *Archive) MoveTallies(ctx context.Context, spot PositionHash) ([]MoveTally, error) {
	rows, err := db.All[struct {
		Tally

		Move   string
		Last   time.Time
		Recent string
	}](ctx, a.o.DB, "SELECT move, white, draws, black, plies, last, recent FROM openings WHERE spot = $1", int64(spot))
	if err != nil {
		return nil, err
	}
	out := make([]MoveTally, len(rows))
	for i, r := range rows {
		out[i] = MoveTally{Move: r.Move, Tally: r.Tally, Last: r.Last}
		for _, id := range strings.Fields(r.Recent) {
			out[i].Recent = append(out[i].Recent, livegame.ID(id))
		}
	}
	SortMoveTallies(out)
	return out, nil
}

// PublicGames returns those of the games that are archived and public, in any order.
func (a *Archive) PublicGames(ctx context.Context, ids []livegame.ID) ([]Game, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	places, err := db.All[placeRow](ctx, a.o.DB,
		"SELECT id, ended FROM archive WHERE public AND id IN ("+db.Marks(len(ids))+")", db.Args(ids)...)
	if err != nil {
		return nil, err
	}
	return a.loadGames(ctx, places)
}

// placeRow is an archived game's position in the list.
type placeRow struct {
	bun.BaseModel `bun:"table:archive"`

	ID    livegame.ID
	Ended time.Time
}

// loadGames loads games, in their order.
func (a *Archive) loadGames(ctx context.Context, places []placeRow) ([]Game, error) {
	if len(places) == 0 {
		return nil, nil
	}
	ids := make([]livegame.ID, len(places))
	for i := range places {
		ids[i] = places[i].ID
	}
	list, err := a.o.Games.List(ctx, livegame.Query{IDs: ids, Limit: len(ids)})
	if err != nil {
		return nil, err
	}
	byID := make(map[livegame.ID]*livegame.Summary, len(list))
	for i := range list {
		byID[list[i].ID] = &list[i]
	}
	out := make([]Game, 0, len(places))
	for _, p := range places {
		sum := byID[p.ID]
		if sum == nil {
			return nil, fmt.Errorf("the archived game %s is missing", p.ID)
		}
		out = append(out, Game{Summary: *sum, Ended: p.Ended})
	}
	return out, nil
}

// playedRow is a row of the table archive.
type playedRow struct {
	Played

	Result string
}

// Played returns the games of an account that are public, or that the viewer played too, the last
// ended first.
func (a *Archive) Played(ctx context.Context, account, viewer string, limit int) ([]Played, error) {
	var all []Played
	for color, columns := range [][2]any{{"white_guest", "black_guest"}, {"black_guest", "white_guest"}} {
		rows, err := db.All[playedRow](ctx, a.o.DB, fmt.Sprintf(`SELECT id, ended, variant, public, %[2]s AS opponent,
			level, result, plies, CASE start WHEN '' THEN line ELSE '' END AS line FROM archive WHERE %[1]s <> '' AND %[1]s = $1
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
		func(a, b Played) int { return cmp.Or(b.Ended.Compare(a.Ended), cmp.Compare(b.ID, a.ID)) })
	return all[:min(limit, len(all))], nil
}
