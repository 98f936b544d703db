package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"github.com/wane-chess/wane/internal/live/challenge"
	"github.com/wane-chess/wane/internal/live/db"
	"github.com/wane-chess/wane/internal/live/livegame"
)

var (
	_ challenge.Store    = (*Store)(nil)
	_ challenge.Presence = (*Store)(nil)
)

// challengeRow is a row of the table challenges.
type challengeRow struct {
	bun.BaseModel `bun:"table:challenges"`

	ID       string `bun:",pk"`
	Seq      int
	Status   string
	Sender   string
	Receiver string
	Updated  int64
	Expires  int64
	Terms    string
}

func newChallengeRow(c challenge.Challenge) (*challengeRow, error) {
	terms, err := json.Marshal(c)
	if err != nil {
		return nil, err
	}
	row := &challengeRow{
		ID: string(c.ID), Seq: c.Seq, Status: string(c.Status), Sender: c.From.Guest, Receiver: c.To.Guest,
		Updated: c.Updated.UnixMilli(), Expires: c.Expires.UnixMilli(), Terms: string(terms),
	}
	// JSON would hide what is wrong with them
	for _, text := range []string{c.From.Name, c.To.Name, c.FEN, c.Variant, c.Address} {
		if err == nil {
			err = checkText(text)
		}
	}
	if err == nil {
		err = checkText(row.ID, row.Status, row.Sender, row.Receiver)
	}
	return row, err
}

func (r *challengeRow) challenge() (c challenge.Challenge, err error) {
	if err = json.Unmarshal([]byte(r.Terms), &c); err != nil {
		return c, fmt.Errorf("column terms: %w", err)
	}
	return c, nil
}

// Challenge implements challenge.Store.
func (s *Store) Challenge(ctx context.Context, id livegame.ID) (challenge.Challenge, error) {
	ctx, cancel := s.reading(ctx)
	defer cancel()
	var row challengeRow
	found, err := s.selectOne(ctx, s.read.NewSelect().Model(&row).Where("id = ?", string(id)))
	if err == nil && !found {
		err = challenge.ErrNotFound
	}
	var c challenge.Challenge
	if err == nil {
		c, err = row.challenge()
	}
	if err != nil {
		return challenge.Challenge{}, fmt.Errorf("challenge %q: %w", id, err)
	}
	return c, nil
}

// PutChallenge implements challenge.Store. The row's number decides, as for a review.
func (s *Store) PutChallenge(ctx context.Context, c challenge.Challenge) error {
	row, err := newChallengeRow(c)
	if err == nil && c.Seq < 1 {
		err = errors.New("changes are numbered from 1")
	}
	if err == nil {
		err = s.transact(ctx, func(ctx context.Context, t transaction) error {
			args := []any{row.ID, row.Seq, row.Status, row.Sender, row.Receiver, row.Updated, row.Expires, row.Terms}
			if err := t.notOften(ctx, c); err != nil {
				return err
			}
			query := "INSERT INTO challenges (id, seq, status, sender, receiver, updated, expires, terms) " +
				"VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (id) DO NOTHING"
			if row.Seq > 1 {
				query = "UPDATE challenges SET seq = $2, status = $3, sender = $4, receiver = $5, updated = $6, expires = $7, " +
					"terms = $8 WHERE id = $1 AND seq = $2 - 1"
			}
			if done, err := t.Do(ctx, query, args...); err != nil || done {
				return err
			}
			return challenge.ErrConflict
		})
	}
	if err != nil {
		return fmt.Errorf("store change %d of challenge %q: %w", c.Seq, c.ID, err)
	}
	return nil
}

// notOften returns challenge.ErrOften for a challenge that is one too many. Two at once take turns.
func (t transaction) notOften(ctx context.Context, c challenge.Challenge) error {
	if c.Seq != 1 || !c.Notifies() {
		return nil
	}
	if err := t.Lock(ctx, challengesLock, c.To.Guest); err != nil {
		return err
	}
	terms, err := db.All[string](ctx, t, "SELECT terms FROM challenges WHERE receiver = $1 AND updated > $2 ORDER BY updated DESC",
		c.To.Guest, c.Created.Add(-challenge.Often).UnixMilli())
	others := make([]challenge.Challenge, len(terms))
	for i := range terms {
		if err == nil {
			others[i], err = (&challengeRow{Terms: terms[i]}).challenge()
		}
	}
	if err == nil && c.TooOften(others) {
		err = challenge.ErrOften
	}
	return err
}

// Challenges implements challenge.Store.
func (s *Store) Challenges(ctx context.Context, q challenge.Query) ([]challenge.Challenge, error) {
	ctx, cancel := s.reading(ctx)
	defer cancel()
	const most = 100
	query := s.read.NewSelect().Model((*challengeRow)(nil)).OrderExpr("updated DESC, id DESC").Limit(most)
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
	}
	if !q.Due.IsZero() {
		query = query.Where("expires <= ?", q.Due.UnixMilli())
	}
	if !q.Since.IsZero() {
		query = query.Where("updated >= ?", q.Since.UnixMilli())
	}
	var rows []challengeRow
	if err := query.Scan(ctx, &rows); err != nil {
		return nil, fmt.Errorf("list challenges: %w", s.readError(ctx, err))
	}
	list := make([]challenge.Challenge, len(rows))
	for i := range rows {
		var err error
		if list[i], err = rows[i].challenge(); err != nil {
			return nil, fmt.Errorf("challenge %q: %w", rows[i].ID, err)
		}
	}
	return list, nil
}

// ForgetChallenges implements challenge.Store.
func (s *Store) ForgetChallenges(ctx context.Context, before time.Time) error {
	const old = "status NOT IN ('created', 'accepting') AND updated < "
	read, cancel := s.reading(ctx)
	defer cancel()
	found, err := s.selectOne(read,
		s.read.NewSelect().Model(&challengeRow{}).Column("id").Where(old+"?", before.UnixMilli()).Limit(1))
	if err != nil || !found { // as nearly always, which needs no write
		return err
	}
	err = s.chore(ctx, func(ctx context.Context, t transaction) error {
		_, err := t.Do(ctx, "DELETE FROM challenges WHERE "+old+"$1", before.UnixMilli())
		return err
	})
	if err != nil {
		return fmt.Errorf("forget old challenges: %w", err)
	}
	return nil
}

// SetOnline implements challenge.Presence.
func (s *Store) SetOnline(ctx context.Context, account string, until time.Time) error {
	err := checkText(account)
	if err == nil {
		err = s.transact(ctx, func(ctx context.Context, t transaction) error {
			_, err := t.Do(ctx,
				"INSERT INTO online (account, until) VALUES ($1, $2) ON CONFLICT (account) DO UPDATE SET until = excluded.until",
				account, until.UnixMilli())
			return err
		})
	}
	if err != nil {
		return fmt.Errorf("store that an account is online: %w", err)
	}
	return nil
}

// Online implements challenge.Presence.
func (s *Store) Online(ctx context.Context, now time.Time, limit int) (accounts []string, err error) {
	ctx, cancel := s.reading(ctx)
	defer cancel()
	err = s.read.NewSelect().TableExpr("online").Column("account").Where("until > ?", now.UnixMilli()).
		OrderExpr("account").Limit(int64(limit)).Scan(ctx, &accounts)
	if err != nil {
		return nil, fmt.Errorf("list who is online: %w", s.readError(ctx, err))
	}
	return accounts, nil
}
