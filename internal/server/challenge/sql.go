package challenge

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/feature"
	"github.com/wane-chess/wane/internal/server/livegame"
)

// row is what is read of a row of the table challenges.
type row struct {
	bun.BaseModel `bun:"table:challenges"`

	ID    string
	Terms string // JSON of all
}

func (r *row) challenge() (c Challenge, err error) {
	if err := json.Unmarshal([]byte(r.Terms), &c); err != nil {
		return c, fmt.Errorf("challenge %q: column terms: %w", r.ID, err)
	}
	return c, nil
}

func challenges(rows []row, err error) (list []Challenge, _ error) {
	for i := range rows {
		c, failed := rows[i].challenge()
		if failed != nil {
			return nil, failed
		}
		list = append(list, c)
	}
	return list, err
}

// stored returns a challenge as it is stored, or ErrNotFound.
func (s *Service) stored(ctx context.Context, id livegame.ID) (Challenge, error) {
	r, err := db.One[row](ctx, s.o.DB, ErrNotFound, "SELECT * FROM challenges WHERE id = $1", id)
	if err != nil {
		return Challenge{}, err
	}
	return r.challenge()
}

// put stores a change. It returns errConflict unless its Seq is one more than that of the stored one, or 1 for a new
// one. It returns ErrOften for a new one that Notifies and is TooOften.
func (s *Service) put(ctx context.Context, c Challenge) error {
	if c.Seq < 1 {
		return errors.New("the changes of a challenge are numbered from 1")
	}
	// JSON would hide what is wrong with them.
	if err := db.CheckText(c.From.Name, c.To.Name, c.FEN, c.Variant, c.Address); err != nil {
		return err
	}
	terms, err := json.Marshal(c)
	if err != nil {
		return err
	}
	return s.o.DB.Write(ctx, func(ctx context.Context, t db.Tx) error {
		if err := notOften(ctx, t, c); err != nil {
			return err
		}
		query := "INSERT INTO challenges (id, seq, status, sender, receiver, updated, expires, terms) " +
			"VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (id) DO NOTHING"
		if c.Seq > 1 {
			query = "UPDATE challenges SET seq = $2, status = $3, sender = $4, receiver = $5, updated = $6, expires = $7, " +
				"terms = $8 WHERE id = $1 AND seq = $2 - 1"
		}
		return t.Need(ctx, errConflict, query,
			c.ID, c.Seq, c.Status, c.From.Guest, c.To.Guest, c.Updated, c.Expires, string(terms))
	})
}

// notOften returns ErrOften for a challenge that is one too many. Two at once take turns.
func notOften(ctx context.Context, t db.Tx, c Challenge) error {
	if c.Seq != 1 || !c.Notifies() {
		return nil
	}
	if err := t.Lock(ctx, db.ChallengesLock, c.To.Guest); err != nil {
		return err
	}
	others, err := challenges(db.All[row](ctx, t,
		"SELECT id, terms FROM challenges WHERE receiver = $1 AND updated > $2 ORDER BY updated DESC",
		c.To.Guest, c.Created.Add(-Often)))
	if err == nil && c.TooOften(others) {
		err = ErrOften
	}
	return err
}

// query selects challenges. Zero fields do not restrict it.
type query struct {
	Player string    // from or to this account
	From   string    // from this account
	Status Status    //
	Due    time.Time // that expire up to then
	Since  time.Time // changed at or after
	Limit  int       // most challenges; 0: 100
}

// list returns challenges, the last changed first.
func (s *Service) list(ctx context.Context, q query) ([]Challenge, error) {
	return challenges(db.Select[row](ctx, s.o.DB, func(query *bun.SelectQuery) *bun.SelectQuery {
		const most = 100
		query = query.OrderExpr("updated DESC, id DESC").Limit(most)
		if q.Limit > 0 {
			query = query.Limit(int64(q.Limit))
		}
		if q.Player != "" {
			query = query.Where("(sender = ? OR receiver = ?)", q.Player, q.Player)
		}
		if q.From != "" {
			query = query.Where("sender = ?", q.From)
		}
		if q.Status != "" {
			query = query.Where("status = ?", string(q.Status))
			if q.Status == Created || q.Status == Accepting { // whose index names both
				query = query.Where("status IN ('created', 'accepting')")
			}
		}
		if !q.Due.IsZero() {
			query = query.Where("expires <= ?", q.Due.UnixMilli())
		}
		if !q.Since.IsZero() {
			query = query.Where("updated >= ?", q.Since.UnixMilli())
		}
		return query
	}))
}

// forget deletes challenges that ended before a time.
func (s *Service) forget(ctx context.Context, before time.Time) error {
	return s.o.DB.Forget(ctx, before, "challenges", "id", "updated", "status NOT IN ('created', 'accepting')")
}

// Data is what is stored of accounts.
var Data = feature.Data{
	Forget: feature.Statements("DELETE FROM challenges WHERE sender = $1 OR receiver = $1"),
	Exports: []feature.Export{{Name: "challenges", Query: "SELECT id, status, updated, expires, " +
		"CASE WHEN sender = $1 THEN 'sent' ELSE 'received' END AS direction " +
		"FROM challenges WHERE sender = $1 OR receiver = $1 ORDER BY updated"}},
}
