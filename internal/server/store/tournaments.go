package store

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"github.com/wane-chess/wane/internal/server/account"
	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/feature"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/tournament"
)

var _ tournament.Store = (*Store)(nil)

// tournamentRow is a row of the table tournaments, but for who directs it.
type tournamentRow struct {
	bun.BaseModel `bun:"table:tournaments"`
	tournament.Row

	Terms tournament.Terms
}

func (r *tournamentRow) row() tournament.Row {
	r.Terms.Creator = r.Creator
	r.Row.Terms = r.Terms
	return r.Row
}

// CreateTournament implements tournament.Store.
func (s *Store) CreateTournament(ctx context.Context, t tournament.Terms, most int) error {
	terms, err := json.Marshal(t)
	if err == nil { // JSON would hide what is wrong with them
		err = db.CheckText(t.Name, t.Description, t.Password)
	}
	if err != nil {
		return err
	}
	return s.transact(ctx, func(ctx context.Context, tx transaction) error {
		// The tournaments of an account are counted one after the other.
		if err := feature.LockAccount(ctx, tx.Tx, t.Creator); err != nil && !errors.Is(err, account.ErrNotFound) {
			return err
		}
		creator, err := db.One[string](ctx, tx, nil, "SELECT creator FROM tournaments WHERE id = $1", t.ID)
		if err != nil {
			return err
		}
		open, err := db.One[int](ctx, tx, nil, "SELECT COUNT(*) FROM tournaments "+
			"WHERE creator = $1 AND creator <> '' AND status IN ('created', 'started') AND id <> $2", t.Creator, t.ID)
		if err != nil {
			return err
		}
		if open >= most && creator != t.Creator {
			return tournament.ErrMany
		}
		done, err := tx.Do(ctx, `INSERT INTO tournaments (id, seq, status, variant, private, creator, starts, updated,
			players, terms) VALUES ($1, 0, 'created', $2, $3, $4, $5, $6, 0, $7) ON CONFLICT (id) DO NOTHING`,
			t.ID, t.Variant, t.Private(), t.Creator, t.Starts, t.Created, string(terms))
		if err == nil && !done && creator != t.Creator {
			err = tournament.ErrConflict
		}
		return err
	})
}

// Tournament implements tournament.Store.
func (s *Store) Tournament(
	ctx context.Context, id livegame.ID, after int,
) (out tournament.Row, players []tournament.Player, events []tournament.Event, err error) {
	row, err := db.One[tournamentRow](ctx, s.db, tournament.ErrNotFound, "SELECT * FROM tournaments WHERE id = $1", id)
	if err != nil || after > 0 && row.Seq <= after {
		return row.row(), nil, nil, err
	}
	type eventRow struct {
		Seq   int
		Event tournament.Event
	}
	rows, err := db.All[eventRow](ctx, s.db,
		"SELECT seq, event FROM tournament_events WHERE tournament = $1 AND seq > $2 ORDER BY seq", id, after)
	if err != nil {
		return out, nil, nil, err
	}
	joined := after == 0
	events = values(rows, func(r *eventRow) tournament.Event {
		r.Event.Seq = r.Seq
		joined = joined || r.Event.Kind == tournament.Join
		return r.Event
	})
	if joined {
		// The players come after the events: who joins meanwhile is in no event yet, and does no harm.
		players, err = db.All[tournament.Player](ctx, s.db,
			"SELECT * FROM tournament_players WHERE tournament = $1 ORDER BY number", id)
	}
	return row.row(), players, events, err
}

// AppendTournament implements tournament.Store.
func (s *Store) AppendTournament(
	ctx context.Context, e tournament.Event, p *tournament.Player, r tournament.Row,
) error {
	text, err := json.Marshal(e)
	if err != nil {
		return err
	}
	if e.Seq < 1 {
		return errors.New("events are numbered from 1")
	}
	return s.transact(ctx, func(ctx context.Context, t transaction) error {
		if err := t.Need(ctx, tournament.ErrConflict, "UPDATE tournaments SET seq = $2, status = $3, starts = $4, "+
			"updated = $5, players = $6 WHERE id = $1 AND seq = $2 - 1",
			r.ID, e.Seq, r.Status, r.Starts, r.Updated, r.Players); err != nil {
			return err
		}
		if _, err := t.Exec(ctx, "INSERT INTO tournament_events (tournament, seq, event) VALUES ($1, $2, $3)",
			r.ID, e.Seq, string(text)); err != nil {
			return err
		}
		if p != nil {
			if _, err := t.Exec(ctx, "INSERT INTO tournament_players (tournament, number, account, name, bot, rating, "+
				"provisional, address) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
				r.ID, p.Number, p.Account, p.Name, p.Bot, p.Rating, p.Provisional, p.Address); err != nil {
				return err
			}
		}
		if !r.Status.Over() {
			return nil
		}
		_, err := t.Exec(ctx, "UPDATE tournament_players SET address = '' WHERE tournament = $1 AND address <> ''", r.ID)
		return err
	})
}

// Tournaments implements tournament.Store.
func (s *Store) Tournaments(ctx context.Context, q tournament.Query) ([]tournament.Row, error) {
	rows, err := db.Select[tournamentRow](ctx, s.db, func(query *bun.SelectQuery) *bun.SelectQuery {
		query = query.ColumnExpr("*")
		if !q.Due.IsZero() {
			due := q.Due.UnixMilli()
			query = query.Where("status IN ('created', 'started') AND starts <= ?", due)
			if q.Director != "" {
				query = query.Where("(director = ? OR claimed <= ?)", q.Director, due)
			}
		}
		if len(q.Status) > 0 {
			column := "status"
			if !q.ByStart && slices.ContainsFunc(q.Status, tournament.Status.Over) {
				column = "status || ''" // an expression has no index: most tournaments are over, so the order's serves
			}
			query = query.Where(column+" IN (?)", bun.List(q.Status))
		}
		if q.Variant != "" {
			query = query.Where("(variant = ?0 OR variant LIKE ?0 || ':%')", q.Variant)
		}
		if q.Listed {
			query = query.Where("NOT private")
		}
		order := "updated DESC, id"
		switch {
		case q.ByStart:
			order = "starts, id"
		case q.Director != "":
			order = "seen, starts, id"
		}
		limit := q.Limit
		if limit <= 0 {
			limit = 100
		}
		return query.OrderExpr(order).Limit(int64(limit))
	})
	return values(rows, (*tournamentRow).row), err
}

// LeadTournament implements tournament.Store.
func (s *Store) LeadTournament(
	ctx context.Context, id livegame.ID, node string, now, until time.Time, seen bool,
) (last time.Time, leads bool, err error) {
	err = s.transact(ctx, func(ctx context.Context, t transaction) (err error) {
		leads, err = t.Do(ctx,
			"UPDATE tournaments SET director = $2, claimed = $3 WHERE id = $1 AND (director = $2 OR claimed <= $4)",
			id, node, until, now)
		if err != nil || !leads {
			return err
		}
		ms, err := db.One[int64](ctx, t, nil, "SELECT seen FROM tournaments WHERE id = $1", id)
		last = db.Time(ms)
		if err == nil && seen {
			_, err = t.Exec(ctx, "UPDATE tournaments SET seen = $2 WHERE id = $1", id, now)
		}
		return err
	})
	return last, leads, err
}

// GonePlayers implements tournament.Store.
func (s *Store) GonePlayers(ctx context.Context) ([]tournament.Gone, error) {
	return db.All[tournament.Gone](ctx, s.db, `SELECT p.tournament, p.number AS player, a.id IS NULL AS deleted
		FROM tournament_players AS p JOIN tournaments AS t ON t.id = p.tournament LEFT JOIN accounts AS a ON a.id = p.account
		WHERE t.status IN ('created', 'started') AND (a.id IS NULL OR a.closed <> 0)`)
}

// Plays implements tournament.Store.
func (s *Store) Plays(ctx context.Context, account string) (bool, error) {
	return db.Has(ctx, s.db, "tournament_players AS p JOIN tournaments AS t ON t.id = p.tournament "+
		"WHERE p.account = $1 AND t.status IN ('created', 'started')", account)
}

// ForgetTournaments implements tournament.Store.
func (s *Store) ForgetTournaments(ctx context.Context, before time.Time) error {
	return s.db.Sweep(ctx, func(ctx context.Context, t db.Tx) (int, error) {
		ids, err := db.All[string](ctx, t, `DELETE FROM tournaments WHERE id IN (SELECT id FROM tournaments AS t
			WHERE status = 'canceled' AND updated < $1 AND NOT EXISTS (SELECT 1 FROM tournament_events AS e
			WHERE e.tournament = t.id AND e.event LIKE '{"k":"pair"%') ORDER BY updated LIMIT 500) RETURNING id`, before)
		if err != nil || len(ids) == 0 {
			return 0, err
		}
		of := " WHERE tournament IN (" + db.Marks(len(ids)) + ")"
		return len(ids), t.Each(ctx, []string{"DELETE FROM tournament_events" + of, "DELETE FROM tournament_players" + of},
			db.Args(ids)...)
	})
}
