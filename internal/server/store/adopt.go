package store

import (
	"context"
	"encoding/json"
	"time"

	"github.com/wane-chess/wane/internal/server/adopt"
	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/feature"
)

var _ adopt.Store = (*Store)(nil)

// TakeClaims implements adopt.Store.
func (s *Store) TakeClaims(ctx context.Context, now, again time.Time, limit int) (list []adopt.Claim, err error) {
	err = s.transact(ctx, func(ctx context.Context, t transaction) error {
		list, err = db.All[adopt.Claim](ctx, t, `UPDATE claims SET due = $2 WHERE guest IN
			(SELECT guest FROM claims WHERE due > 0 AND due <= $1 AND account <> '' ORDER BY due
			LIMIT $3`+t.skipLocked()+`) RETURNING guest, account`, now, again, limit)
		return err
	})
	return list, err
}

// skipLocked makes a query leave rows to the transactions that are taking them.
func (t transaction) skipLocked() string {
	if t.IsSQLite() { // where one transaction writes at a time
		return ""
	}
	return " FOR UPDATE SKIP LOCKED"
}

// SettleClaim implements adopt.Store.
func (s *Store) SettleClaim(ctx context.Context, guest string) error {
	return s.do(ctx, "UPDATE claims SET due = 0 WHERE guest = $1", guest)
}

// AdoptFinished implements adopt.Store.
func (s *Store) AdoptFinished(ctx context.Context, c adopt.Claim, limit int) (n int, err error) {
	was, err := json.Marshal(c.Guest)
	if err != nil {
		return 0, err
	}
	now, err := json.Marshal(c.Account)
	if err != nil {
		return 0, err
	}
	field := func(id []byte) string { return `"guest":` + string(id) }
	err = s.chore(ctx, func(ctx context.Context, t transaction) error {
		if err := t.lock(ctx, db.ArchiveLock); err != nil {
			return err
		}
		ids, err := db.All[string](ctx, t, `SELECT id FROM games WHERE status = 'finished' AND id IN (
			SELECT id FROM games WHERE white_guest <> '' AND white_guest = $1
			UNION SELECT id FROM games WHERE black_guest <> '' AND black_guest = $1
			UNION SELECT id FROM games WHERE creator <> '' AND creator = $1) ORDER BY id LIMIT $2`, c.Guest, limit)
		if err != nil {
			return err
		}
		n = len(ids)
		for _, id := range ids {
			if _, err := t.Do(ctx,
				`UPDATE games SET seats = replace(seats, $4, $5), creator = CASE WHEN creator = $2 THEN $3 ELSE creator END,
				white_guest = CASE WHEN white_guest = $2 THEN $3 ELSE white_guest END, black_guest = CASE WHEN black_guest = $2 THEN
				$3 ELSE black_guest END WHERE id = $1`,
				id, c.Guest, c.Account, field(was), field(now)); err != nil {
				return err
			}
			if err := t.Each(ctx, []string{
				"UPDATE archive SET white_guest = $3 WHERE id = $1 AND white_guest = $2",
				"UPDATE archive SET black_guest = $3 WHERE id = $1 AND black_guest = $2",
				"UPDATE events SET guest = $3 WHERE game = $1 AND guest = $2",
			}, id, c.Guest, c.Account); err != nil {
				return err
			}
		}
		if n == limit {
			return nil
		}
		if err := t.Each(ctx, []string{
			// The rest of the games can be found by their new player; the creator only finds them, too.
			"UPDATE games SET creator = $2 WHERE creator = $1 AND creator <> '' AND NOT (pairing AND status = 'waiting')",
		}, c.Guest, c.Account); err != nil {
			return err
		}
		return t.each(ctx, func(d feature.Data) feature.Step { return d.Adopt }, c.Guest, c.Account)
	})
	return n, err
}

// Deleting implements adopt.Store.
func (s *Store) Deleting(ctx context.Context, limit int) (list []adopt.Leaver, err error) {
	rows, err := db.All[adopt.Claim](ctx, s.db, `SELECT a.id AS account, COALESCE(c.guest, '') AS guest
		FROM (SELECT id, deleting FROM accounts WHERE deleting > 0 ORDER BY deleting, id LIMIT $1) AS a
		LEFT JOIN claims AS c ON c.account = a.id AND c.account <> '' ORDER BY a.deleting, a.id`, limit)
	for _, r := range rows {
		if n := len(list); n == 0 || list[n-1].Account != r.Account {
			list = append(list, adopt.Leaver{Account: r.Account})
		}
		if l := &list[len(list)-1]; r.Guest != "" {
			l.Guests = append(l.Guests, r.Guest)
		}
	}
	return list, err
}
