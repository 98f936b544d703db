package store

import (
	"context"
	"errors"
	"time"

	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/mail"
	"github.com/wane-chess/wane/internal/server/notify"
)

var _ notify.DigestStore = (*Store)(nil)

// Digest implements notify.DigestStore.
func (s *Store) Digest(ctx context.Context, player string) (notify.Digest, error) {
	d, err := db.One[notify.Digest](ctx, s.db, nil, "SELECT * FROM digests WHERE player = $1", player)
	if err == nil && d.Player == "" {
		d = notify.Digest{Player: player, Every: notify.Never}
	}
	return d, err
}

// PutDigest implements notify.DigestStore.
func (s *Store) PutDigest(ctx context.Context, d notify.Digest) error {
	return s.do(ctx, `INSERT INTO digests (player, every, since, sent, secret) VALUES ($1, $2, $3, 0, $4)
		ON CONFLICT (player) DO UPDATE SET every = $2, since = $3, secret = $4`, d.Player, d.Every, d.Since, d.Secret)
}

// EndDigest implements notify.DigestStore.
func (s *Store) EndDigest(ctx context.Context, secret string) (bool, error) {
	known, err := db.Has(ctx, s.db, "digests WHERE secret = $1 AND secret <> ''", secret)
	if err != nil || !known { // a stranger who guesses makes nothing wait
		return false, err
	}
	n, err := s.db.Exec(ctx, "UPDATE digests SET every = $2 WHERE secret = $1", secret, notify.Never)
	return n > 0, err
}

// DueDigests implements notify.DigestStore.
func (s *Store) DueDigests(
	ctx context.Context, now, before time.Time, after notify.Digest, limit int,
) ([]notify.Digest, error) {
	return db.All[notify.Digest](ctx, s.db, `SELECT * FROM digests AS d
		WHERE (d.every = $1 AND d.sent <= $2 OR d.every = $3 AND d.sent <= $4)
		AND EXISTS (SELECT 1 FROM notifications AS n WHERE n.player = d.player AND n.state = 0 AND n.mailed = 0
		AND n.at >= d.since AND n.at < $5) AND (d.sent, d.player) > ($6, $7) ORDER BY d.sent, d.player LIMIT $8`,
		notify.Daily, now.Add(-notify.DailyTime), notify.Weekly, now.Add(-notify.WeeklyTime), before,
		after.Sent, after.Player, limit)
}

// errUntaken rolls a digest back.
var errUntaken = errors.New("there is no digest to send")

// TakeDigest implements notify.DigestStore.
func (s *Store) TakeDigest(
	ctx context.Context, d notify.Digest, now time.Time, job func(ids []string) (mail.Job, error),
) (taken bool, err error) {
	err = s.chore(ctx, func(ctx context.Context, t transaction) error {
		if err := t.Need(ctx, errUntaken, "UPDATE digests SET sent = $4 WHERE player = $1 AND sent = $2 AND every = $3",
			d.Player, d.Sent, d.Every, now); err != nil {
			return err
		}
		ids, err := db.All[string](ctx, t,
			"UPDATE notifications SET mailed = 1 WHERE player = $1 AND state = 0 AND mailed = 0 AND at >= $2 RETURNING id",
			d.Player, d.Since)
		if err != nil {
			return err
		}
		if len(ids) == 0 { // all were read meanwhile
			return errUntaken
		}
		j, err := job(ids)
		if err != nil {
			return err
		}
		return t.putMail(ctx, j)
	})
	if errors.Is(err, errUntaken) {
		return false, nil
	}
	return err == nil, err
}
