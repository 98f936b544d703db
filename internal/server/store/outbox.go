package store

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/mail"
)

var _ mail.Store = (*Store)(nil)

// PutMail implements mail.Store.
func (s *Store) PutMail(ctx context.Context, j mail.Job) error {
	return s.changeAccount(ctx, j.Account, func(ctx context.Context, t transaction) error { return t.putMail(ctx, j) })
}

func (t transaction) putMail(ctx context.Context, j mail.Job) error {
	_, err := t.Do(ctx, "INSERT INTO outbox (id, kind, account, data, created, due, tries) "+
		"VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING",
		j.ID, j.Kind, j.Account, string(j.Data), j.Created, j.Due, j.Tries)
	return err
}

// TakeMail implements mail.Store.
func (s *Store) TakeMail(ctx context.Context, now, again time.Time, limit int) (list []mail.Job, err error) {
	err = s.transact(ctx, func(ctx context.Context, t transaction) error {
		list, err = db.All[mail.Job](ctx, t, `UPDATE outbox SET due = $2, tries = tries + 1
			WHERE id IN (SELECT id FROM outbox WHERE due <= $1 ORDER BY due, id LIMIT $3`+t.skipLocked()+`) RETURNING *`,
			now, again, limit)
		return err
	})
	slices.SortFunc(list,
		func(a, b mail.Job) int { return cmp.Or(a.Created.Compare(b.Created), strings.Compare(a.ID, b.ID)) })
	return list, err
}

// skipLocked makes a query leave rows to the transactions that are taking them.
func (t transaction) skipLocked() string {
	if t.IsSQLite() { // where one transaction writes at a time
		return ""
	}
	return " FOR UPDATE SKIP LOCKED"
}

// DelayMail implements mail.Store.
func (s *Store) DelayMail(ctx context.Context, id string, due time.Time) error {
	return s.do(ctx, "UPDATE outbox SET due = $2 WHERE id = $1", id, due)
}

// DropMail implements mail.Store.
func (s *Store) DropMail(ctx context.Context, id string) error {
	return s.do(ctx, "DELETE FROM outbox WHERE id = $1", id)
}
