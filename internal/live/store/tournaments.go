package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"github.com/wane-chess/wane/internal/live/db"
	"github.com/wane-chess/wane/internal/live/livegame"
	"github.com/wane-chess/wane/internal/live/tournament"
)

var _ tournament.Store = (*Store)(nil)

// tournamentRow is a row of the table tournaments, but for who directs it.
type tournamentRow struct {
	bun.BaseModel `bun:"table:tournaments"`

	ID      string `bun:",pk"`
	Seq     int
	Status  string
	Variant string
	Private bool
	Creator string
	Starts  int64
	Updated int64
	Players int
	Terms   string
}

func (r *tournamentRow) row() (out tournament.Row, err error) {
	if err = json.Unmarshal([]byte(r.Terms), &out.Terms); err != nil {
		return out, fmt.Errorf("tournament %q: column terms: %w", r.ID, err)
	}
	out.Creator = r.Creator
	out.Seq, out.Status, out.Starts, out.Updated, out.Players = r.Seq, tournament.Status(r.Status), timeOf(r.Starts),
		timeOf(r.Updated), r.Players
	return out, nil
}

// tournamentPlayerRow is a row of the table tournament_players.
type tournamentPlayerRow struct {
	bun.BaseModel `bun:"table:tournament_players"`

	Tournament  string `bun:",pk"`
	Number      int    `bun:",pk"`
	Account     string
	Name        string
	Bot         bool
	Rating      int
	Provisional bool
	Address     string
}

// tournamentError explains an error of a method that is about tournaments.
func (s *Store) tournamentError(ctx context.Context, what string, err error) error {
	for _, known := range []error{tournament.ErrNotFound, tournament.ErrConflict, tournament.ErrMany} {
		if errors.Is(err, known) {
			return known
		}
	}
	if err != nil {
		return fmt.Errorf("%s: %w", what, s.readError(ctx, err))
	}
	return nil
}

// CreateTournament implements tournament.Store.
func (s *Store) CreateTournament(ctx context.Context, t tournament.Terms, most int) error {
	terms, err := json.Marshal(t)
	if err == nil { // JSON would hide what is wrong with them
		err = checkText(string(t.ID), t.Name, t.Description, t.Variant, t.Password, t.Creator)
	}
	if err != nil {
		return s.tournamentError(ctx, "create a tournament", err)
	}
	err = s.transact(ctx, func(ctx context.Context, tx transaction) error {
		if !tx.IsSQLite() && t.Creator != "" { // the tournaments of an account are counted one after the other
			var one int
			if err := tx.Row(ctx, "SELECT 1 FROM accounts WHERE id = $1 FOR UPDATE", t.Creator).Scan(&one); err != nil &&
				!errors.Is(err, sql.ErrNoRows) {
				return err
			}
		}
		var creator string
		known := tx.Row(ctx, "SELECT COALESCE(MAX(creator), '') FROM tournaments WHERE id = $1", string(t.ID))
		if err := known.Scan(&creator); err != nil {
			return err
		}
		var open int
		err := tx.Row(ctx, "SELECT COUNT(*) FROM tournaments "+
			"WHERE creator = $1 AND creator <> '' AND status IN ('created', 'started') AND id <> $2", t.Creator, string(t.ID)).
			Scan(&open)
		if err == nil && open >= most && creator != t.Creator {
			err = tournament.ErrMany
		}
		if err != nil {
			return err
		}
		done, err := tx.Do(ctx, `INSERT INTO tournaments (id, seq, status, variant, private, creator, starts, updated,
			players, terms) VALUES ($1, 0, 'created', $2, $3, $4, $5, $6, 0, $7)
			ON CONFLICT (id) DO NOTHING`, string(t.ID), t.Variant, t.Private(), t.Creator, t.Starts.UnixMilli(),
			t.Created.UnixMilli(), string(terms))
		if err == nil && !done && creator != t.Creator {
			err = tournament.ErrConflict
		}
		return err
	})
	return s.tournamentError(ctx, "create a tournament", err)
}

// Tournament implements tournament.Store.
func (s *Store) Tournament(
	ctx context.Context, id livegame.ID, after int,
) (out tournament.Row, players []tournament.Player, events []tournament.Event, err error) {
	fail := func(err error) (tournament.Row, []tournament.Player, []tournament.Event, error) {
		return out, nil, nil, s.tournamentError(ctx, "read a tournament", err)
	}
	ctx, cancel := s.reading(ctx)
	defer cancel()
	var row tournamentRow
	found, err := s.selectOne(ctx, s.read.NewSelect().Model(&row).Where("id = ?", string(id)))
	if err == nil && !found {
		err = tournament.ErrNotFound
	}
	if err == nil {
		out, err = row.row()
	}
	if err != nil || after > 0 && row.Seq <= after {
		return fail(err)
	}
	var texts []struct {
		Seq   int
		Event string
	}
	if err = s.read.NewSelect().Table("tournament_events").Column("seq", "event").Where("tournament = ?", string(id)).
		Where("seq > ?", after).Order("seq").Scan(ctx, &texts); err != nil {
		return fail(err)
	}
	events = make([]tournament.Event, len(texts))
	joined := after == 0
	for i, t := range texts {
		if err := json.Unmarshal([]byte(t.Event), &events[i]); err != nil {
			return fail(fmt.Errorf("event %d of tournament %q: %w", t.Seq, id, err))
		}
		events[i].Seq = t.Seq
		joined = joined || events[i].Kind == tournament.Join
	}
	if !joined {
		return out, nil, events, nil
	}
	// The players come after the events: who joins meanwhile is in no event yet, and does no harm.
	var rows []tournamentPlayerRow
	if err := s.read.NewSelect().Model(&rows).Where("tournament = ?", string(id)).Order("number").Scan(ctx); err != nil {
		return fail(err)
	}
	players = make([]tournament.Player, len(rows))
	for i, r := range rows {
		players[i] = tournament.Player{
			Number: r.Number, Account: r.Account, Name: r.Name, Bot: r.Bot, Rating: r.Rating, Provisional: r.Provisional,
			Address: r.Address,
		}
	}
	return out, players, events, nil
}

// AppendTournament implements tournament.Store.
func (s *Store) AppendTournament(
	ctx context.Context, e tournament.Event, p *tournament.Player, r tournament.Row,
) error {
	text, err := json.Marshal(e)
	if err == nil && e.Seq < 1 {
		err = errors.New("events are numbered from 1")
	}
	if err == nil && p != nil {
		err = checkText(p.Account, p.Name, p.Address)
	}
	if err == nil {
		err = s.transact(ctx, func(ctx context.Context, t transaction) error {
			done, err := t.Do(ctx, "UPDATE tournaments SET seq = $2, status = $3, starts = $4, updated = $5, players = $6 "+
				"WHERE id = $1 AND seq = $2 - 1",
				string(r.ID), e.Seq, string(r.Status), r.Starts.UnixMilli(), r.Updated.UnixMilli(), r.Players)
			if err == nil && !done {
				err = tournament.ErrConflict
			}
			if err == nil {
				_, err = t.Do(ctx, "INSERT INTO tournament_events (tournament, seq, event) VALUES ($1, $2, $3)",
					string(r.ID), e.Seq, string(text))
			}
			if err == nil && p != nil {
				_, err = t.Do(ctx, "INSERT INTO tournament_players (tournament, number, account, name, bot, rating, provisional, "+
					"address) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
					string(r.ID), p.Number, p.Account, p.Name, p.Bot, p.Rating, p.Provisional, p.Address)
			}
			if err == nil && r.Status.Over() {
				_, err = t.Do(ctx, "UPDATE tournament_players SET address = '' WHERE tournament = $1 AND address <> ''",
					string(r.ID))
			}
			return err
		})
	}
	return s.tournamentError(ctx, "store an event of a tournament", err)
}

// Tournaments implements tournament.Store.
func (s *Store) Tournaments(ctx context.Context, q tournament.Query) ([]tournament.Row, error) {
	ctx, cancel := s.reading(ctx)
	defer cancel()
	query := s.read.NewSelect().Model((*tournamentRow)(nil))
	if !q.Due.IsZero() {
		query = query.Where("status IN ('created', 'started') AND starts <= ?", q.Due.UnixMilli())
		if q.Director != "" {
			query = query.Where("(director = ? OR claimed <= ?)", q.Director, q.Due.UnixMilli())
		}
	}
	if len(q.Status) > 0 {
		query = query.Where("status IN (?)", bun.List(q.Status))
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
	const most = 100
	query = query.OrderExpr(order).Limit(most)
	if q.Limit > 0 {
		query = query.Limit(int64(q.Limit))
	}
	var rows []tournamentRow
	err := query.Scan(ctx, &rows)
	list := make([]tournament.Row, len(rows))
	for i := range rows {
		if err == nil {
			list[i], err = rows[i].row()
		}
	}
	if err != nil {
		return nil, s.tournamentError(ctx, "list tournaments", err)
	}
	return list, nil
}

// LeadTournament implements tournament.Store.
func (s *Store) LeadTournament(
	ctx context.Context, id livegame.ID, node string, now, until time.Time, seen bool,
) (last time.Time, leads bool, err error) {
	if err = checkText(node); err == nil {
		err = s.transact(ctx, func(ctx context.Context, t transaction) error {
			var ms int64
			leads, err = t.Do(ctx,
				"UPDATE tournaments SET director = $2, claimed = $3 WHERE id = $1 AND (director = $2 OR claimed <= $4)",
				string(id), node, until.UnixMilli(), now.UnixMilli())
			if err != nil || !leads {
				return err
			}
			if err = t.Row(ctx, "SELECT seen FROM tournaments WHERE id = $1", string(id)).Scan(&ms); err == nil && ms > 0 {
				last = timeOf(ms)
			}
			if err == nil && seen {
				_, err = t.Do(ctx, "UPDATE tournaments SET seen = $2 WHERE id = $1", string(id), now.UnixMilli())
			}
			return err
		})
	}
	return last, leads, s.tournamentError(ctx, "direct a tournament", err)
}

// GonePlayers implements tournament.Store.
func (s *Store) GonePlayers(ctx context.Context) ([]tournament.Gone, error) {
	ctx, cancel := s.reading(ctx)
	defer cancel()
	var list []tournament.Gone
	err := s.read.NewRaw(`SELECT p.tournament, p.number AS player, a.id IS NULL AS deleted FROM tournament_players AS p
		JOIN tournaments AS t ON t.id = p.tournament
		LEFT JOIN accounts AS a ON a.id = p.account WHERE t.status IN ('created', 'started') AND (a.id IS NULL
		OR a.closed <> 0)`).Scan(ctx, &list)
	return list, s.tournamentError(ctx, "look for players who are gone", err)
}

// Plays implements tournament.Store.
func (s *Store) Plays(ctx context.Context, account string) (bool, error) {
	return s.exists(ctx,
		s.read.NewSelect().TableExpr("tournament_players AS p").Join("JOIN tournaments AS t ON t.id = p.tournament").
			Where("p.account = ? AND t.status IN ('created', 'started')", account))
}

// Here returns those of some accounts that are connected to any node, by tournament.Options.Present. Who
// hides being online plays all the same.
func (s *Store) Here(ctx context.Context, accounts []string, now time.Time) (map[string]bool, error) {
	here := make(map[string]bool, len(accounts))
	for part := range slices.Chunk(accounts, maxListed) {
		var list []string
		ctx, cancel := s.reading(ctx)
		err := s.read.NewRaw("SELECT account FROM seen WHERE account IN (?0) AND until > ?1 UNION SELECT account "+
			"FROM online WHERE account IN (?0) AND until > ?1", bun.List(part), now.UnixMilli()).
			Scan(ctx, &list)
		cancel()
		if err != nil {
			return nil, s.tournamentError(ctx, "look who is here", err)
		}
		for _, id := range list {
			here[id] = true
		}
	}
	return here, nil
}

// maxListed is how many values a query lists.
const maxListed = 500

// ForgetTournaments implements tournament.Store.
func (s *Store) ForgetTournaments(ctx context.Context, before time.Time) error {
	const old = `SELECT id FROM tournaments WHERE status = 'canceled' AND updated < $1 AND NOT EXISTS (SELECT 1
		FROM tournament_events AS e WHERE e.tournament = tournaments.id AND e.event LIKE '{"k":"pair"%') LIMIT 100`
	err := s.chore(ctx, func(ctx context.Context, t transaction) error {
		ids, err := db.All[string](ctx, t, old, before.UnixMilli())
		for _, id := range ids {
			for _, statement := range []string{"DELETE FROM tournament_events WHERE tournament = $1",
				"DELETE FROM tournament_players WHERE tournament = $1", "DELETE FROM tournaments WHERE id = $1"} {
				if err == nil {
					_, err = t.Do(ctx, statement, id)
				}
			}
		}
		return err
	})
	return s.tournamentError(ctx, "forget canceled tournaments", err)
}
