package tournament

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/feature"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/problem"
)

// ErrNotFound is the error of a tournament that there is not.
var ErrNotFound error = problem.Missing("There is no such tournament.")

var (
	// errConflict: the tournament has changed since it was read, or its ID is in use.
	errConflict = errors.New("the tournament has changed")
	// errMany: the account has as many open tournaments as it may have.
	errMany = errors.New("too many open tournaments")
)

// maxTrophies is how many trophies of an account are shown.
const maxTrophies = 30

// Row is what is stored of a tournament beside its events.
type Row struct {
	Terms
	Seq     int
	Status  Status
	Starts  time.Time // after delays
	Updated time.Time
	Players int
}

// row is a row of the table tournaments, but for who directs it.
type row struct {
	bun.BaseModel `bun:"table:tournaments"`
	Row

	Terms Terms // JSON of all but the creator
}

func (r *row) stored() Row {
	r.Terms.Creator = r.Creator
	r.Row.Terms = r.Terms
	return r.Row
}

// insert stores a tournament without events. It changes nothing if the creator has one of that ID. The error is
// errConflict if another account has, and errMany if the creator, an account, has most that are not over.
func (s *Service) insert(ctx context.Context, t Terms, most int) error {
	terms, err := json.Marshal(t)
	if err == nil { // JSON would hide what is wrong with them
		err = db.CheckText(t.Name, t.Description, t.Password)
	}
	if err != nil {
		return err
	}
	return s.o.DB.Write(ctx, func(ctx context.Context, tx db.Tx) error {
		// The tournaments of an account are counted one after the other.
		if err := feature.LockAccount(ctx, tx, t.Creator); err != nil && !errors.Is(err, auth.ErrNotFound) {
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
			return errMany
		}
		done, err := tx.Do(ctx, `INSERT INTO tournaments (id, seq, status, variant, private, creator, starts, updated,
			players, terms) VALUES ($1, 0, 'created', $2, $3, $4, $5, $6, 0, $7) ON CONFLICT (id) DO NOTHING`,
			t.ID, t.Variant, t.Private(), t.Creator, t.Starts, t.Created, string(terms))
		if err == nil && !done && creator != t.Creator {
			err = errConflict
		}
		return err
	})
}

// stored returns what is stored of a tournament beside its events, or ErrNotFound.
func (s *Service) stored(ctx context.Context, id livegame.ID) (Row, error) {
	r, err := db.One[row](ctx, s.o.DB, ErrNotFound, "SELECT * FROM tournaments WHERE id = $1", id)
	return r.stored(), err
}

// Created returns when tournaments were created, of those that there are.
func (s *Service) Created(ctx context.Context, ids ...livegame.ID) (map[livegame.ID]time.Time, error) {
	list, err := db.All[row](ctx, s.o.DB,
		"SELECT id, terms FROM tournaments WHERE id IN ("+db.Marks(len(ids))+")", db.Args(ids)...)
	created := make(map[livegame.ID]time.Time, len(list))
	for _, r := range list {
		created[r.Terms.ID] = r.Terms.Created
	}
	return created, err
}

// Access says who may see what belongs to a tournament beside its games, such as its chat.
type Access struct {
	Created time.Time
	private bool
	inside  map[string]bool // the accounts that play, or created it, if it is private
}

// NewAccess returns the access to a tournament: with accounts, only theirs.
func NewAccess(created time.Time, private bool, inside ...string) Access {
	a := Access{created, private, make(map[string]bool, len(inside))}
	for _, account := range inside {
		a.inside[account] = account != ""
	}
	return a
}

// Admits reports whether an account may see it, "" for none: all may, unless the tournament is private and the account
// neither plays nor created it.
func (a *Access) Admits(account string) bool { return !a.private || a.inside[account] }

// Access returns who may see what belongs to a tournament, or ErrNotFound.
func (s *Service) Access(ctx context.Context, id livegame.ID) (Access, error) {
	r, err := db.One[row](ctx, s.o.DB, ErrNotFound, "SELECT id, creator, terms FROM tournaments WHERE id = $1", id)
	if err != nil || !r.Terms.Private() {
		return NewAccess(r.Terms.Created, false), err
	}
	inside, err := db.All[string](ctx, s.o.DB, "SELECT account FROM tournament_players WHERE tournament = $1", id)
	return NewAccess(r.Terms.Created, true, append(inside, r.Creator)...), err
}

// events returns a tournament with its players by number and its events from number after+1 on, or ErrNotFound. With
// after, the players are nil if none has joined since.
func (s *Service) events(
	ctx context.Context, id livegame.ID, after int,
) (out Row, players []Player, list []Event, err error) {
	out, err = s.stored(ctx, id)
	if err != nil || after > 0 && out.Seq <= after {
		return out, nil, nil, err
	}
	type eventRow struct {
		Seq   int
		Event Event
	}
	rows, err := db.All[eventRow](ctx, s.o.DB,
		"SELECT seq, event FROM tournament_events WHERE tournament = $1 AND seq > $2 ORDER BY seq", id, after)
	if err != nil {
		return out, nil, nil, err
	}
	joined := after == 0
	for _, r := range rows {
		r.Event.Seq = r.Seq
		joined = joined || r.Event.Kind == Join
		list = append(list, r.Event)
	}
	if joined {
		// The players come after the events: who joins meanwhile is in no event yet, and does no harm.
		var rows []playerRow
		rows, err = db.All[playerRow](ctx, s.o.DB,
			"SELECT number, account, person, address FROM tournament_players WHERE tournament = $1 ORDER BY number", id)
		for _, r := range rows {
			players = append(players, Player{r.Person, r.Number, r.Account, r.Address})
		}
	}
	return out, players, list, err
}

// playerRow is a row of the table tournament_players.
type playerRow struct {
	Number  int
	Account string
	Person  livegame.Person
	Address string
}

// add adds an event and updates the row, with the player who joins first, or nil. Best are those with a trophy. It
// returns errConflict unless the event has the next number.
func (s *Service) add(ctx context.Context, e Event, p *Player, r Row, best ...placed) error {
	text, err := json.Marshal(e)
	if err != nil {
		return err
	}
	if e.Seq < 1 {
		return errors.New("events are numbered from 1")
	}
	return s.o.DB.Write(ctx, func(ctx context.Context, t db.Tx) error {
		if err := t.Need(ctx, errConflict, "UPDATE tournaments SET seq = $2, status = $3, starts = $4, "+
			"updated = $5, players = $6 WHERE id = $1 AND seq = $2 - 1",
			r.ID, e.Seq, r.Status, r.Starts, r.Updated, r.Players); err != nil {
			return err
		}
		if _, err := t.Exec(ctx, "INSERT INTO tournament_events (tournament, seq, event) VALUES ($1, $2, $3)",
			r.ID, e.Seq, string(text)); err != nil {
			return err
		}
		if p != nil {
			person, err := json.Marshal(p.Person)
			if err != nil {
				return err
			}
			if _, err := t.Exec(ctx, "INSERT INTO tournament_players (tournament, number, account, person, address) "+
				"VALUES ($1, $2, $3, $4, $5)", r.ID, p.Number, p.ID, string(person), p.Address); err != nil {
				return err
			}
		}
		for _, b := range best {
			if _, err := t.Exec(ctx, "UPDATE tournament_players SET place = $3 WHERE tournament = $1 AND number = $2",
				r.ID, b.number, b.place); err != nil {
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

// Query selects tournaments. Zero fields do not restrict it.
type Query struct {
	Status  []Status
	Variant string // with its other rankings, of Diminuendo Chess
	// Listed leaves out private tournaments.
	Listed bool
	// Of selects those that an account created or plays in.
	Of string
	// Due selects those that have started, or should have by then.
	Due time.Time
	// Director, with Due, leaves out those that another node directs, and puts those first that no
	// node has looked after for the longest time.
	Director string
	// ByStart orders them by their start, the next first; else the last changed is first.
	ByStart bool
	Limit   int // 0: 100
}

// List returns what is stored of tournaments.
func (s *Service) List(ctx context.Context, q Query) (list []Row, _ error) {
	rows, err := db.Select[row](ctx, s.o.DB, func(query *bun.SelectQuery) *bun.SelectQuery {
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
			if !q.ByStart && slices.ContainsFunc(q.Status, Status.Over) {
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
		if q.Of != "" {
			query = query.Where("id IN (SELECT tournament FROM tournament_players WHERE account = ?0 "+
				"UNION SELECT id FROM tournaments WHERE creator = ?0)", q.Of)
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
	for i := range rows {
		list = append(list, rows[i].stored())
	}
	return list, err
}

// claim makes this node direct a tournament until a time, unless another one does. It returns when a node looked after
// it last, and with seen notes that this one has, up to now.
func (s *Service) claim(
	ctx context.Context, id livegame.ID, now, until time.Time, seen bool,
) (last time.Time, leads bool, err error) {
	err = s.o.DB.Write(ctx, func(ctx context.Context, t db.Tx) (err error) {
		leads, err = t.Do(ctx,
			"UPDATE tournaments SET director = $2, claimed = $3 WHERE id = $1 AND (director = $2 OR claimed <= $4)",
			id, s.o.Node, until, now)
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

// gone is a player whose account is closed or, with Deleted, is no more.
type gone struct {
	Tournament livegame.ID
	Player     int
	Deleted    bool
}

// leftBehind returns players of tournaments that are not over whose accounts are closed or deleted.
func (s *Service) leftBehind(ctx context.Context) ([]gone, error) {
	return db.All[gone](ctx, s.o.DB, `SELECT p.tournament, p.number AS player, a.id IS NULL AS deleted
		FROM tournament_players AS p JOIN tournaments AS t ON t.id = p.tournament LEFT JOIN accounts AS a ON a.id = p.account
		WHERE t.status IN ('created', 'started') AND (a.id IS NULL OR a.closed <> 0)`)
}

// Plays reports whether an account is a player of a tournament that is not over.
func (s *Service) Plays(ctx context.Context, account string) (bool, error) {
	return db.Has(ctx, s.o.DB, "tournament_players AS p JOIN tournaments AS t ON t.id = p.tournament "+
		"WHERE p.account = $1 AND t.status IN ('created', 'started')", account)
}

// Trophy is a place among the first three of a tournament.
type Trophy struct {
	Tournament string `json:"tournament"`
	Name       string `json:"name"`
	Place      int    `json:"place"`
	Players    int    `json:"players"`
	Ended      int64  `json:"ended"`
}

// Trophies returns those of an account in listed tournaments, the latest first.
func (s *Service) Trophies(ctx context.Context, account string) ([]Trophy, error) {
	type won struct {
		row

		Place int
	}
	rows, err := db.All[won](ctx, s.o.DB, `SELECT t.id, t.terms, t.updated, t.players, p.place
		FROM tournament_players AS p JOIN tournaments AS t ON t.id = p.tournament
		WHERE p.account = $1 AND p.place > 0 AND NOT t.private ORDER BY t.updated DESC, t.id LIMIT $2`, account, maxTrophies)
	list := make([]Trophy, len(rows))
	for i, r := range rows {
		list[i] = Trophy{string(r.Terms.ID), r.Terms.Name, r.Place, r.Players, db.Milliseconds(r.Updated)}
	}
	return list, err
}

// CreatedBy returns the listed tournaments that an account has created, those that changed last first.
func (s *Service) CreatedBy(ctx context.Context, account string, limit int) ([]Row, error) {
	return s.listed(ctx, "t.creator = $1", account, limit)
}

// PlayedBy returns the listed tournaments in which an account plays or has played, those that changed last first.
func (s *Service) PlayedBy(ctx context.Context, account string, limit int) ([]Row, error) {
	return s.listed(ctx, "t.id IN (SELECT tournament FROM tournament_players WHERE account = $1)", account, limit)
}

func (s *Service) listed(ctx context.Context, where, account string, limit int) (list []Row, _ error) {
	rows, err := db.All[row](ctx, s.o.DB, "SELECT t.* FROM tournaments AS t WHERE "+where+
		" AND NOT t.private ORDER BY t.updated DESC, t.id LIMIT $2", account, limit)
	for i := range rows {
		list = append(list, rows[i].stored())
	}
	return list, err
}

// forget deletes tournaments that were canceled before a time.
func (s *Service) forget(ctx context.Context, before time.Time) error {
	return s.o.DB.Sweep(ctx, func(ctx context.Context, t db.Tx) (int, error) {
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

// Data is what is stored of accounts.
var Data = feature.Data{
	Forget: feature.Statements(
		"UPDATE tournament_players SET account = '', person = '{}', address = '' WHERE account = $1",
		"UPDATE tournaments SET creator = '' WHERE creator = $1"),
	Exports: []feature.Export{
		{Name: "tournaments", Query: `SELECT tournament, players, 'player' AS role, person, place
			FROM tournament_players JOIN tournaments ON id = tournament WHERE account = $1
			UNION ALL SELECT id, players, 'creator', '{}', 0 FROM tournaments WHERE creator = $1 ORDER BY tournament`},
	},
}
