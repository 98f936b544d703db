package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"github.com/wane-chess/wane/internal/live/challenge"
	"github.com/wane-chess/wane/internal/live/livegame"
	"github.com/wane-chess/wane/internal/server/db"
)

var _ challenge.Store = (*Store)(nil)

// challengeRow is what is read of a row of the table challenges.
type challengeRow struct {
	bun.BaseModel `bun:"table:challenges"`

	ID    string
	Terms string // JSON of all
}

func challengesOf(rows []challengeRow) ([]challenge.Challenge, error) {
	list := make([]challenge.Challenge, len(rows))
	for i, r := range rows {
		if err := json.Unmarshal([]byte(r.Terms), &list[i]); err != nil {
			return nil, fmt.Errorf("challenge %q: column terms: %w", r.ID, err)
		}
	}
	return list, nil
}

// Challenge implements challenge.Store.
func (s *Store) Challenge(ctx context.Context, id livegame.ID) (challenge.Challenge, error) {
	row, err := db.One[challengeRow](ctx, s.db, challenge.ErrNotFound, "SELECT * FROM challenges WHERE id = $1", id)
	if err != nil {
		return challenge.Challenge{}, err
	}
	list, err := challengesOf([]challengeRow{row})
	if err != nil {
		return challenge.Challenge{}, err
	}
	return list[0], nil
}

// PutChallenge implements challenge.Store. The row's number decides, as for a review.
func (s *Store) PutChallenge(ctx context.Context, c challenge.Challenge) error {
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
	return s.transact(ctx, func(ctx context.Context, t transaction) error {
		if err := t.notOften(ctx, c); err != nil {
			return err
		}
		query := "INSERT INTO challenges (id, seq, status, sender, receiver, updated, expires, terms) " +
			"VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (id) DO NOTHING"
		if c.Seq > 1 {
			query = "UPDATE challenges SET seq = $2, status = $3, sender = $4, receiver = $5, updated = $6, expires = $7, " +
				"terms = $8 WHERE id = $1 AND seq = $2 - 1"
		}
		return t.Need(ctx, challenge.ErrConflict, query,
			c.ID, c.Seq, c.Status, c.From.Guest, c.To.Guest, c.Updated, c.Expires, string(terms))
	})
}

// notOften returns challenge.ErrOften for a challenge that is one too many. Two at once take turns.
func (t transaction) notOften(ctx context.Context, c challenge.Challenge) error {
	if c.Seq != 1 || !c.Notifies() {
		return nil
	}
	if err := t.Lock(ctx, challengesLock, c.To.Guest); err != nil {
		return err
	}
	rows, err := db.All[challengeRow](ctx, t,
		"SELECT id, terms FROM challenges WHERE receiver = $1 AND updated > $2 ORDER BY updated DESC",
		c.To.Guest, c.Created.Add(-challenge.Often))
	if err != nil {
		return err
	}
	others, err := challengesOf(rows)
	if err == nil && c.TooOften(others) {
		err = challenge.ErrOften
	}
	return err
}

// Challenges implements challenge.Store.
func (s *Store) Challenges(ctx context.Context, q challenge.Query) ([]challenge.Challenge, error) {
	rows, err := db.Select[challengeRow](ctx, s.db, func(query *bun.SelectQuery) *bun.SelectQuery {
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
			if q.Status == challenge.Created || q.Status == challenge.Accepting { // whose index names both
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
	})
	if err != nil {
		return nil, err
	}
	return challengesOf(rows)
}

// ForgetChallenges implements challenge.Store.
func (s *Store) ForgetChallenges(ctx context.Context, before time.Time) error {
	return s.db.Forget(ctx, before, "challenges", "id", "updated", "status NOT IN ('created', 'accepting')")
}
