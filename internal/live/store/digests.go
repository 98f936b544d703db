package store

import (
	"context"
	"errors"
	"time"

	"github.com/uptrace/bun"

	"github.com/wane-chess/wane/internal/live/db"
	"github.com/wane-chess/wane/internal/live/mail"
	"github.com/wane-chess/wane/internal/live/notify"
)

var _ notify.DigestStore = (*Store)(nil)

// digestRow is a row of the table digests.
type digestRow struct {
	bun.BaseModel `bun:"table:digests,alias:d"`

	Player string `bun:",pk"`
	Every  string
	Since  int64
	Sent   int64
	Secret string
}

func (r *digestRow) digest() notify.Digest {
	return notify.Digest{
		Player: r.Player, Every: notify.Every(r.Every), Since: timeOf(r.Since), Sent: timeOf(r.Sent), Secret: r.Secret,
	}
}

// Digest implements notify.DigestStore.
func (s *Store) Digest(ctx context.Context, player string) (notify.Digest, error) {
	ctx, cancel := s.reading(ctx)
	defer cancel()
	row := digestRow{Player: player, Every: string(notify.Never)}
	if _, err := s.selectOne(ctx, s.read.NewSelect().Model(&row).Where("player = ?", player)); err != nil {
		return notify.Digest{}, s.notifyError(ctx, "read a digest", err)
	}
	return row.digest(), nil
}

// PutDigest implements notify.DigestStore.
func (s *Store) PutDigest(ctx context.Context, d notify.Digest) error {
	if err := checkText(d.Player, string(d.Every), d.Secret); err != nil {
		return err
	}
	return s.doNotify(ctx, "store a digest",
		`INSERT INTO digests (player, every, since, sent, secret) VALUES ($1, $2, $3, 0, $4)
		ON CONFLICT (player) DO UPDATE SET every = $2, since = $3, secret = $4`, d.Player, string(d.Every),
		d.Since.UnixMilli(), d.Secret)
}

// EndDigest implements notify.DigestStore.
func (s *Store) EndDigest(ctx context.Context, secret string) (ended bool, err error) {
	if err = checkText(secret); err == nil {
		ended, err = s.knowsSecret(ctx, secret)
	}
	if err == nil && ended { // a stranger who guesses makes nothing wait
		err = s.transact(ctx, func(ctx context.Context, t transaction) error {
			ended, err = t.Do(ctx, "UPDATE digests SET every = $2 WHERE secret = $1", secret, string(notify.Never))
			return err
		})
	}
	return ended, s.notifyError(ctx, "end a digest", err)
}

func (s *Store) knowsSecret(ctx context.Context, secret string) (bool, error) {
	ctx, cancel := s.reading(ctx)
	defer cancel()
	return s.read.NewSelect().Model((*digestRow)(nil)).Where("secret = ? AND secret <> ''", secret).Exists(ctx)
}

// DueDigests implements notify.DigestStore.
func (s *Store) DueDigests(ctx context.Context, now, before time.Time, limit int) ([]notify.Digest, error) {
	ctx, cancel := s.reading(ctx)
	defer cancel()
	var rows []digestRow
	err := s.read.NewSelect().Model(&rows).
		Where("d.every = ? AND d.sent <= ? OR d.every = ? AND d.sent <= ?", string(notify.Daily),
			now.Add(-notify.DailyTime).UnixMilli(), string(notify.Weekly), now.Add(-notify.WeeklyTime).UnixMilli()).
		Where("EXISTS (SELECT 1 FROM notifications AS n WHERE n.player = d.player AND n.state = 0 AND n.mailed = 0 "+
			"AND n.at >= d.since AND n.at < ?)", before.UnixMilli()).
		Order("d.sent", "d.player").Limit(int64(limit)).Scan(ctx)
	if err != nil {
		return nil, s.notifyError(ctx, "list digests", err)
	}
	list := make([]notify.Digest, len(rows))
	for i := range rows {
		list[i] = rows[i].digest()
	}
	return list, nil
}

// errUntaken rolls a digest back.
var errUntaken = errors.New("there is no digest to send")

// TakeDigest implements notify.DigestStore.
func (s *Store) TakeDigest(
	ctx context.Context, d notify.Digest, now time.Time, job func(ids []string) (mail.Job, error),
) (taken bool, err error) {
	err = s.chore(ctx, func(ctx context.Context, t transaction) error {
		won, err := t.Do(ctx, "UPDATE digests SET sent = $4 WHERE player = $1 AND sent = $2 AND every = $3",
			d.Player, d.Sent.UnixMilli(), string(d.Every), now.UnixMilli())
		if err != nil {
			return err
		}
		if !won {
			return errUntaken
		}
		ids, err := db.All[string](ctx, t,
			"UPDATE notifications SET mailed = 1 WHERE player = $1 AND state = 0 AND mailed = 0 AND at >= $2 RETURNING id",
			d.Player, d.Since.UnixMilli())
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
	return err == nil, s.notifyError(ctx, "take a digest", err)
}
