package mail

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/wane-chess/wane/internal/server/db"
)

// Put stores a job, unless there is one with its ID.
func Put(ctx context.Context, t db.Tx, j Job) error {
	_, err := t.Do(ctx, "INSERT INTO outbox (id, kind, account, data, created, due, tries) "+
		"VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING",
		j.ID, j.Kind, j.Account, string(j.Data), j.Created, j.Due, j.Tries)
	return err
}

// Forget deletes the jobs of a kind that are about an account; those of all kinds for an empty one.
func Forget(ctx context.Context, t db.Tx, account, kind string) error {
	_, err := t.Do(ctx, "DELETE FROM outbox WHERE account = $1 AND account <> '' AND (kind = $2 OR $2 = '')",
		account, kind)
	return err
}

// take returns jobs that are due, the oldest first, and makes them due again at a time. So one node has each of them
// until then. Tries are counted.
func (b *Outbox) take(ctx context.Context, now, again time.Time, limit int) (list []Job, err error) {
	err = b.o.DB.Write(ctx, func(ctx context.Context, t db.Tx) error {
		skip := " FOR UPDATE SKIP LOCKED" // what others are taking
		if t.IsSQLite() {                 // where one transaction writes at a time
			skip = ""
		}
		list, err = db.All[Job](ctx, t, `UPDATE outbox SET due = $2, tries = tries + 1
			WHERE id IN (SELECT id FROM outbox WHERE due <= $1 ORDER BY due, id LIMIT $3`+skip+`) RETURNING *`,
			now, again, limit)
		return err
	})
	slices.SortFunc(list,
		func(a, b Job) int { return cmp.Or(a.Created.Compare(b.Created), strings.Compare(a.ID, b.ID)) })
	return list, err
}

// delay makes a job that was taken due at another time.
func (b *Outbox) delay(ctx context.Context, id string, due time.Time) error {
	_, err := b.o.DB.Exec(ctx, "UPDATE outbox SET due = $2 WHERE id = $1", id, due)
	return err
}

func (b *Outbox) drop(ctx context.Context, id string) error {
	_, err := b.o.DB.Exec(ctx, "DELETE FROM outbox WHERE id = $1", id)
	return err
}
