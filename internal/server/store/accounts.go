package store

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"slices"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"github.com/wane-chess/wane/internal/server/account"
	"github.com/wane-chess/wane/internal/server/adopt"
	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/feature"
	"github.com/wane-chess/wane/internal/server/mail"
)

var _ account.Store = (*Store)(nil)

// CreateAccount implements account.Store.
func (s *Store) CreateAccount(ctx context.Context, r *account.Record, session *account.Session, codes []string) error {
	return s.transact(ctx, func(ctx context.Context, t transaction) error {
		if err := t.Need(ctx, account.ErrConflict,
			"INSERT INTO claims (guest, account) VALUES ($1, $1) ON CONFLICT DO NOTHING", r.ID); err != nil {
			return err
		}
		if err := t.None(ctx, account.ErrTaken, "retired_names WHERE hash = $1", retiredName(r.Skeleton)); err != nil {
			return err
		}
		if err := t.Need(ctx, account.ErrTaken,
			`INSERT INTO accounts (id, name, key, skeleton, role, bot, created, closed, muted, seq, password, handle, email)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) ON CONFLICT DO NOTHING`,
			r.ID, r.Name, r.Key(), r.Skeleton, r.Role, r.Bot, r.Created, r.Closed, r.Muted, r.Seq, r.Password, r.Handle,
			r.Email); err != nil {
			return err
		}
		if err := t.addSession(ctx, session); err != nil {
			return err
		}
		return t.putCodes(ctx, r.ID, codes)
	})
}

// account finds an account by a column.
func (s *Store) account(ctx context.Context, column string, value any) (*account.Record, error) {
	return pointer(db.One[account.Record](ctx, s.db, auth.ErrNotFound,
		"SELECT * FROM accounts WHERE "+column+" = $1", value))
}

// Account implements account.Store.
func (s *Store) Account(ctx context.Context, id string) (*account.Record, error) {
	return s.account(ctx, "id", id)
}

// AccountByKey implements account.Store.
func (s *Store) AccountByKey(ctx context.Context, key string) (*account.Record, error) {
	return s.account(ctx, "key", key)
}

// AccountByHandle implements account.Store.
func (s *Store) AccountByHandle(ctx context.Context, handle []byte) (*account.Record, error) {
	return s.account(ctx, "handle", handle)
}

// AccountByEmail implements account.Store.
func (s *Store) AccountByEmail(ctx context.Context, email string) (*account.Record, error) {
	return s.account(ctx, "email <> '' AND email", email)
}

// accountRow is a row of the table accounts.
type accountRow struct {
	bun.BaseModel `bun:"table:accounts"`
	account.Record
}

// Accounts implements account.Store.
func (s *Store) Accounts(ctx context.Context, p account.Page) ([]*account.Record, error) {
	rows, err := db.Select[accountRow](ctx, s.db, func(query *bun.SelectQuery) *bun.SelectQuery {
		query = query.Where("key > ?", p.After).Order("key").Limit(int64(p.Limit))
		if p.Text != "" {
			query = query.Where(`key LIKE ? ESCAPE '\'`, "%"+db.Like(p.Text)+"%")
		}
		if p.Prefix != "" {
			query = query.Where("key >= ?", p.Prefix).Where(`key LIKE ? ESCAPE '\'`, db.Like(p.Prefix)+"%")
		}
		if p.Role != "" {
			query = query.Where("role = ?", string(p.Role))
		}
		if p.Closed {
			query = query.Where("closed > 0")
		}
		return query
	})
	return values(rows, func(r *accountRow) *account.Record { return &r.Record }), err
}

// Resembles implements account.Store.
func (s *Store) Resembles(ctx context.Context, skeleton string) (bool, error) {
	return db.Has(ctx, s.db, "accounts WHERE skeleton = $1 UNION ALL SELECT 1 FROM retired_names WHERE hash = $2",
		skeleton, retiredName(skeleton))
}

// retiredName returns what is kept of the name of a deleted account.
func retiredName(skeleton string) string {
	sum := sha256.Sum256([]byte("a retired name: " + skeleton))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// UpdateAccount implements account.Store.
func (s *Store) UpdateAccount(ctx context.Context, r *account.Record) error {
	return s.changeAccount(ctx, r.ID, func(ctx context.Context, t transaction) error { return t.updateAccount(ctx, r) })
}

func (t transaction) updateAccount(ctx context.Context, r *account.Record) error {
	if err := t.None(ctx, account.ErrTaken, "accounts WHERE email = $1 AND email <> '' AND id <> $2",
		r.Email, r.ID); err != nil {
		return err
	}
	if err := t.Need(ctx, account.ErrConflict, `UPDATE accounts
		SET role = $3, bot = $4, closed = $5, muted = $6, seq = $2, password = $7, email = $8, language = $9
		WHERE id = $1 AND seq = $2 - 1`,
		r.ID, r.Seq, r.Role, r.Bot, r.Closed, r.Muted, r.Password, r.Email, r.Language); err != nil {
		return err
	}
	return t.accountChanged(ctx, r.ID, "")
}

// sessionsChanged puts right what belongs to the sessions of an account, after one has begun or some have ended.
func (t transaction) sessionsChanged(ctx context.Context, id, begun string) error {
	return t.each(ctx, func(d feature.Data) feature.Step { return d.Sessions }, id, begun)
}

// accountChanged notes a change for other nodes, and ends what ends with sessions.
func (t transaction) accountChanged(ctx context.Context, id, ended string) error {
	if err := t.sessionsChanged(ctx, id, ""); err != nil {
		return err
	}
	_, err := t.Do(ctx, "INSERT INTO account_changes (at, account, ended) VALUES ($1, $2, $3)", time.Now(), id, ended)
	return err
}

// credentials delete all ways into an account.
var credentials = []string{
	"DELETE FROM sessions WHERE account = $1", "DELETE FROM tokens WHERE account = $1",
	"DELETE FROM passkeys WHERE account = $1", "DELETE FROM recovery_codes WHERE account = $1",
}

// DeleteAccount implements account.Store.
func (s *Store) DeleteAccount(ctx context.Context, id string) error {
	return s.transact(ctx, func(ctx context.Context, t transaction) error {
		if err := t.lock(ctx, db.ArchiveLock, db.LedgerLock); err != nil {
			return err
		}
		if err := feature.LockAccount(ctx, t.Tx, id); err != nil {
			return err
		}
		r, err := db.One[account.Record](ctx, t, auth.ErrNotFound, "SELECT * FROM accounts WHERE id = $1", id)
		if err != nil {
			return err
		}
		if err := t.Each(ctx, slices.Concat(credentials, []string{
			"DELETE FROM tickets WHERE account = $1 AND account <> ''",
			"DELETE FROM places WHERE account = $1",
			"UPDATE claims SET account = '' WHERE account = $1 AND account <> ''",
			"DELETE FROM accounts WHERE id = $1",
		}), id); err != nil {
			return err
		}
		for _, step := range []struct {
			statement string
			args      []any
		}{
			{"INSERT INTO retired_names (hash) VALUES ($1) ON CONFLICT DO NOTHING", []any{retiredName(r.Skeleton)}},
			{"UPDATE admin_log SET account = '', detail = '' WHERE account = $1 AND account <> ''", []any{r.Key()}},
		} {
			if _, err := t.Do(ctx, step.statement, step.args...); err != nil {
				return err
			}
		}
		if err := mail.Forget(ctx, t.Tx, id, ""); err != nil {
			return err
		}
		// The features come last: other players wait for the locks that some take.
		if err := t.each(ctx, func(d feature.Data) feature.Step { return d.ForgetName }, id, r.Name); err != nil {
			return err
		}
		if err := t.each(ctx, func(d feature.Data) feature.Step { return d.Forget }, id); err != nil {
			return err
		}
		return t.accountChanged(ctx, id, "")
	})
}

// BeginDeletion implements account.Store.
func (s *Store) BeginDeletion(ctx context.Context, id string, at time.Time) error {
	return s.changeAccount(ctx, id, func(ctx context.Context, t transaction) error {
		if err := t.Need(ctx, auth.ErrNotFound,
			"UPDATE accounts SET deleting = $2, closed = $2, seq = seq + 1, email = '' WHERE id = $1 AND deleting = 0",
			id, at); err != nil {
			return err
		}
		if err := t.Each(ctx, credentials, id); err != nil {
			return err
		}
		return t.accountChanged(ctx, id, "")
	})
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

// Claim implements account.Store.
func (s *Store) Claim(ctx context.Context, guest, id string, due time.Time) (claimed bool, err error) {
	err = s.changeAccount(ctx, id, func(ctx context.Context, t transaction) error {
		claimed, err = t.Do(ctx, "INSERT INTO claims (guest, account, due) SELECT $1, id, $3 FROM accounts "+
			"WHERE id = $2 AND deleting = 0 ON CONFLICT DO NOTHING", guest, id, due)
		if err != nil || !claimed {
			return err
		}
		return t.accountChanged(ctx, guest, account.GuestClaimed) // its connections end, on all nodes
	})
	return claimed, err
}

// Claimed implements account.Store.
func (s *Store) Claimed(ctx context.Context, guest string) (id string, err error) {
	return db.One[string](ctx, s.db, auth.ErrNotFound, "SELECT account FROM claims WHERE guest = $1", guest)
}

// PutCodes implements account.Store.
func (s *Store) PutCodes(ctx context.Context, id string, hashes []string) error {
	return s.changeAccount(ctx, id, func(ctx context.Context, t transaction) error { return t.putCodes(ctx, id, hashes) })
}

func (t transaction) putCodes(ctx context.Context, id string, hashes []string) error {
	_, err := t.Do(ctx, "DELETE FROM recovery_codes WHERE account = $1", id)
	for _, hash := range hashes {
		if err == nil {
			_, err = t.Do(ctx, "INSERT INTO recovery_codes (account, hash) VALUES ($1, $2)", id, hash)
		}
	}
	return err
}

// HasCode implements account.Store.
func (s *Store) HasCode(ctx context.Context, id, hash string) (bool, error) {
	return db.Has(ctx, s.db, "recovery_codes WHERE account = $1 AND hash = $2", id, hash)
}

// Codes implements account.Store.
func (s *Store) Codes(ctx context.Context, id string) (int, error) {
	return db.One[int](ctx, s.db, nil, "SELECT count(*) FROM recovery_codes WHERE account = $1", id)
}

// PutTicket implements account.Store.
func (s *Store) PutTicket(ctx context.Context, k *account.Ticket) error {
	return s.changeAccount(ctx, k.Account, func(ctx context.Context, t transaction) error {
		_, err := t.Do(ctx, "INSERT INTO tickets (hash, kind, account, data, expires) VALUES ($1, $2, $3, $4, $5)",
			k.Hash, k.Kind, k.Account, k.Data, k.Expires)
		return err
	})
}

// Ticket implements account.Store.
func (s *Store) Ticket(ctx context.Context, kind, hash string, now time.Time) (*account.Ticket, error) {
	return pointer(db.One[account.Ticket](ctx, s.db, auth.ErrNotFound,
		"SELECT * FROM tickets WHERE hash = $1 AND kind = $2 AND expires > $3", hash, kind, now))
}

// TakeTicket implements account.Store.
func (s *Store) TakeTicket(ctx context.Context, kind, hash string, now time.Time) (k *account.Ticket, err error) {
	err = s.transact(ctx, func(ctx context.Context, t transaction) error {
		k, err = pointer(db.One[account.Ticket](ctx, t, auth.ErrNotFound,
			"DELETE FROM tickets WHERE hash = $1 AND kind = $2 AND expires > $3 RETURNING *", hash, kind, now))
		return err
	})
	return k, err
}

// Attempt implements account.Store.
func (s *Store) Attempt(ctx context.Context, list []account.Attempts, now time.Time) (wait time.Duration, err error) {
	// so that no two transactions wait for each other
	list = slices.SortedFunc(slices.Values(list), func(a, b account.Attempts) int { return strings.Compare(a.Key, b.Key) })
	type attempts struct {
		Count int
		Last  time.Time
	}
	err = s.transact(ctx, func(ctx context.Context, t transaction) error {
		for _, a := range list {
			before, err := db.One[attempts](ctx, t, nil, `INSERT INTO attempts (key, count, last) VALUES ($1, 0, $2)
				ON CONFLICT (key) DO UPDATE SET count = CASE WHEN attempts.last < $3 THEN 0 ELSE attempts.count END
				RETURNING count, last`, a.Key, now, now.Add(-account.Memory))
			if err != nil {
				return err
			}
			wait = max(wait, a.Wait(before.Count, before.Last, now))
		}
		if wait > 0 {
			return nil
		}
		for _, a := range list {
			if _, err := t.Do(ctx, "UPDATE attempts SET count = count + 1, last = $2 WHERE key = $1", a.Key, now); err != nil {
				return err
			}
		}
		return nil
	})
	return wait, err
}

// Succeeded implements account.Store.
func (s *Store) Succeeded(ctx context.Context, keys []string, once string) error {
	return s.transact(ctx, func(ctx context.Context, t transaction) error {
		// The first, as in Attempt, so that no two transactions wait for each other.
		_, err := t.Do(ctx, "UPDATE attempts SET count = count - 1 WHERE key = $1 AND count > 0", once)
		for _, key := range slices.Sorted(slices.Values(keys)) {
			if err == nil {
				_, err = t.Do(ctx, "DELETE FROM attempts WHERE key = $1", key)
			}
		}
		return err
	})
}

// PutPlace implements account.Store.
func (s *Store) PutPlace(ctx context.Context, id, place string, at time.Time) error {
	return s.do(ctx, "INSERT INTO places (account, place, at) VALUES ($1, $2, $3) ON CONFLICT (account, place) "+
		"DO UPDATE SET at = excluded.at", id, place, at)
}

// KnownPlace implements account.Store.
func (s *Store) KnownPlace(ctx context.Context, id, place string) (bool, error) {
	return db.Has(ctx, s.db, "places WHERE account = $1 AND place = $2", id, place)
}

// Changes implements account.Store.
func (s *Store) Changes(ctx context.Context, after int64, limit int) ([]account.Change, error) {
	if after == -1 {
		return db.All[account.Change](ctx, s.db, "SELECT * FROM account_changes ORDER BY seq DESC LIMIT 1")
	}
	return db.All[account.Change](ctx, s.db, "SELECT * FROM account_changes WHERE seq > $1 ORDER BY seq LIMIT $2",
		after, limit)
}

// Sweep implements account.Store.
func (s *Store) Sweep(ctx context.Context, now time.Time) error {
	for _, of := range []struct {
		table, key, column string
		kept               time.Duration
	}{
		{"sessions", "id", "used", account.Idle},
		{"tickets", "hash", "expires", 0},
		{"attempts", "key", "last", account.Memory},
		{"places", "account, place", "at", account.PlaceMemory},
		{"account_changes", "seq", "at", account.Memory},
	} {
		if err := s.db.Forget(ctx, now.Add(-of.kept), of.table, of.key, of.column); err != nil {
			return err
		}
	}
	return nil
}
