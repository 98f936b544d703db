package store

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/wane-chess/wane/internal/live/db"
	"github.com/wane-chess/wane/internal/live/mail"
)

var _ mail.Store = (*Store)(nil)

// mailError explains an error of a method that is about mail.
func (s *Store) mailError(ctx context.Context, what string, err error) error {
	if err != nil {
		return fmt.Errorf("%s: %w", what, s.readError(ctx, err))
	}
	return nil
}

// PutMail implements mail.Store.
func (s *Store) PutMail(ctx context.Context, j mail.Job) error {
	err := checkText(j.ID, j.Kind, j.Account, string(j.Data))
	if err == nil {
		err = s.changeAccount(ctx, j.Account, func(ctx context.Context, t transaction) error { return t.putMail(ctx, j) })
	}
	return s.mailError(ctx, "store mail", err)
}

func (t transaction) putMail(ctx context.Context, j mail.Job) error {
	_, err := t.Do(ctx, "INSERT INTO outbox (id, kind, account, data, created, due, tries) "+
		"VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING",
		j.ID, j.Kind, j.Account, string(j.Data), j.Created.UnixMilli(), j.Due.UnixMilli(), j.Tries)
	return err
}

// outboxRow is a row of the table outbox.
type outboxRow struct {
	ID      string
	Kind    string
	Account string
	Data    string
	Created int64
	Tries   int
}

// TakeMail implements mail.Store.
func (s *Store) TakeMail(ctx context.Context, now, again time.Time, limit int) (list []mail.Job, err error) {
	err = s.transact(ctx, func(ctx context.Context, t transaction) error {
		lock := " FOR UPDATE SKIP LOCKED"
		if t.IsSQLite() {
			lock = ""
		}
		rows, err := db.All[outboxRow](ctx, t, `UPDATE outbox SET due = $2, tries = tries + 1
			WHERE id IN (SELECT id FROM outbox WHERE due <= $1 ORDER BY due, id LIMIT $3`+lock+`)
			RETURNING id, kind, account, data, created, tries`, now, again, limit)
		for _, r := range rows {
			list = append(list, mail.Job{
				ID: r.ID, Kind: r.Kind, Account: r.Account, Data: json.RawMessage(r.Data), Created: timeOf(r.Created), Due: again,
				Tries: r.Tries,
			})
		}
		return err
	})
	slices.SortFunc(list,
		func(a, b mail.Job) int { return cmp.Or(a.Created.Compare(b.Created), strings.Compare(a.ID, b.ID)) })
	return list, s.mailError(ctx, "take mail", err)
}

// DelayMail implements mail.Store.
func (s *Store) DelayMail(ctx context.Context, id string, due time.Time) error {
	err := s.transact(ctx, func(ctx context.Context, t transaction) error {
		_, err := t.Do(ctx, "UPDATE outbox SET due = $2 WHERE id = $1", id, due.UnixMilli())
		return err
	})
	return s.mailError(ctx, "delay mail", err)
}

// DropMail implements mail.Store.
func (s *Store) DropMail(ctx context.Context, id string) error {
	err := s.transact(ctx, func(ctx context.Context, t transaction) error {
		_, err := t.Do(ctx, "DELETE FROM outbox WHERE id = $1", id)
		return err
	})
	return s.mailError(ctx, "drop mail", err)
}
