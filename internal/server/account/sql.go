package account

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"slices"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/feature"
	"github.com/wane-chess/wane/internal/server/mail"
)

// Store is the statements about accounts. It may be used by many goroutines and nodes. Methods that find nothing return
// auth.ErrNotFound.
type Store struct {
	DB   *db.DB
	Data []feature.Data // what all features store
}

// tx is a transaction of a Store.
type tx struct {
	db.Tx
	data []feature.Data
}

// each does a step of all data.
func (t tx) each(ctx context.Context, step func(feature.Data) feature.Step, ids ...string) error {
	return feature.Do(ctx, t.Tx, t.data, step, ids...)
}

// write runs work in a transaction.
func (s *Store) write(ctx context.Context, work func(context.Context, tx) error) error {
	return s.DB.Write(ctx, func(ctx context.Context, t db.Tx) error { return work(ctx, tx{t, s.Data}) })
}

// changeOf is feature.ChangeAccount.
func (s *Store) changeOf(ctx context.Context, id string, work func(context.Context, tx) error) error {
	return feature.ChangeAccount(ctx, s.DB, id,
		func(ctx context.Context, t db.Tx) error { return work(ctx, tx{t, s.Data}) })
}

// CreateAccount stores a new account with its first session and hashes of recovery codes. The ID is that of a guest,
// who is then claimed. The error is ErrTaken if another account has the name or one that looks like it, and
// ErrConflict if the guest is claimed.
func (s *Store) CreateAccount(ctx context.Context, r *Record, session *Session, codes []string) error {
	return s.write(ctx, func(ctx context.Context, t tx) error {
		if err := t.Need(ctx, ErrConflict,
			"INSERT INTO claims (guest, account) VALUES ($1, $1) ON CONFLICT DO NOTHING", r.ID); err != nil {
			return err
		}
		if err := t.None(ctx, ErrTaken, "retired_names WHERE hash = $1", retiredName(r.Skeleton)); err != nil {
			return err
		}
		if err := t.Need(ctx, ErrTaken,
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
func (s *Store) account(ctx context.Context, column string, value any) (*Record, error) {
	return db.One[*Record](ctx, s.DB, auth.ErrNotFound, "SELECT * FROM accounts WHERE "+column+" = $1", value)
}

// Account returns an account by its ID.
func (s *Store) Account(ctx context.Context, id string) (*Record, error) {
	return s.account(ctx, "id", id)
}

// AccountByKey returns an account by the key of its name.
func (s *Store) AccountByKey(ctx context.Context, key string) (*Record, error) {
	return s.account(ctx, "key", key)
}

// AccountByHandle returns an account by its handle.
func (s *Store) AccountByHandle(ctx context.Context, handle []byte) (*Record, error) {
	return s.account(ctx, "handle", handle)
}

// AccountByEmail returns an account by its e-mail address.
func (s *Store) AccountByEmail(ctx context.Context, email string) (*Record, error) {
	return s.account(ctx, "email <> '' AND email", email)
}

// accountRow is a row of the table accounts.
type accountRow struct {
	bun.BaseModel `bun:"table:accounts"`
	Record
}

// Accounts lists accounts, ordered by key.
func (s *Store) Accounts(ctx context.Context, p Page) ([]*Record, error) {
	rows, err := db.Select[accountRow](ctx, s.DB, func(query *bun.SelectQuery) *bun.SelectQuery {
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
	list := make([]*Record, len(rows))
	for i := range rows {
		list[i] = &rows[i].Record
	}
	return list, err
}

// Resembles reports whether the name of an account has a skeleton.
func (s *Store) Resembles(ctx context.Context, skeleton string) (bool, error) {
	return db.Has(ctx, s.DB, "accounts WHERE skeleton = $1 UNION ALL SELECT 1 FROM retired_names WHERE hash = $2",
		skeleton, retiredName(skeleton))
}

// retiredName returns what is kept of the name of a deleted account.
func retiredName(skeleton string) string {
	sum := sha256.Sum256([]byte("a retired name: " + skeleton))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// UpdateAccount stores a changed account. Its Seq must be one more than the stored one; otherwise the error is
// ErrConflict. ErrTaken: another account has the e-mail address.
func (s *Store) UpdateAccount(ctx context.Context, r *Record) error {
	return s.changeOf(ctx, r.ID, func(ctx context.Context, t tx) error { return t.updateAccount(ctx, r) })
}

func (t tx) updateAccount(ctx context.Context, r *Record) error {
	if err := t.None(ctx, ErrTaken, "accounts WHERE email = $1 AND email <> '' AND id <> $2",
		r.Email, r.ID); err != nil {
		return err
	}
	if err := t.Need(ctx, ErrConflict, `UPDATE accounts
		SET role = $3, bot = $4, closed = $5, muted = $6, seq = $2, password = $7, email = $8, language = $9, title = $10
		WHERE id = $1 AND seq = $2 - 1`,
		r.ID, r.Seq, r.Role, r.Bot, r.Closed, r.Muted, r.Password, r.Email, r.Language, r.Title); err != nil {
		return err
	}
	return t.accountChanged(ctx, r.ID, "")
}

// sessionsChanged puts right what belongs to the sessions of an account, after one has begun or some have ended.
func (t tx) sessionsChanged(ctx context.Context, id, begun string) error {
	return t.each(ctx, func(d feature.Data) feature.Step { return d.Sessions }, id, begun)
}

// accountChanged notes a change for other nodes, and ends what ends with sessions.
func (t tx) accountChanged(ctx context.Context, id, ended string) error {
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

// DeleteAccount deletes an account and all that belongs to it. Its guests stay claimed, and no account gets a name that
// looks like its.
func (s *Store) DeleteAccount(ctx context.Context, id string) error {
	return s.write(ctx, func(ctx context.Context, t tx) error {
		for _, lock := range []db.Lock{db.ArchiveLock, db.LedgerLock} {
			if err := t.Lock(ctx, lock, ""); err != nil {
				return err
			}
		}
		if err := feature.LockAccount(ctx, t.Tx, id); err != nil {
			return err
		}
		r, err := db.One[Record](ctx, t, auth.ErrNotFound, "SELECT * FROM accounts WHERE id = $1", id)
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

// BeginDeletion closes an account for good: no session, token, passkey or code is left, and package adopt deletes the
// rest.
func (s *Store) BeginDeletion(ctx context.Context, id string, at time.Time) error {
	return s.changeOf(ctx, id, func(ctx context.Context, t tx) error {
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

// PutCodes replaces the hashes of an account's recovery codes.
func (s *Store) PutCodes(ctx context.Context, id string, hashes []string) error {
	return s.changeOf(ctx, id, func(ctx context.Context, t tx) error { return t.putCodes(ctx, id, hashes) })
}

func (t tx) putCodes(ctx context.Context, id string, hashes []string) error {
	_, err := t.Do(ctx, "DELETE FROM recovery_codes WHERE account = $1", id)
	for _, hash := range hashes {
		if err == nil {
			_, err = t.Do(ctx, "INSERT INTO recovery_codes (account, hash) VALUES ($1, $2)", id, hash)
		}
	}
	return err
}

// HasCode reports whether an account has a code.
func (s *Store) HasCode(ctx context.Context, id, hash string) (bool, error) {
	return db.Has(ctx, s.DB, "recovery_codes WHERE account = $1 AND hash = $2", id, hash)
}

// Codes counts the codes of an account.
func (s *Store) Codes(ctx context.Context, id string) (int, error) {
	return db.One[int](ctx, s.DB, nil, "SELECT count(*) FROM recovery_codes WHERE account = $1", id)
}

// PutTicket stores a ticket.
func (s *Store) PutTicket(ctx context.Context, k *Ticket) error {
	return s.changeOf(ctx, k.Account, func(ctx context.Context, t tx) error {
		_, err := t.Do(ctx, "INSERT INTO tickets (hash, kind, account, data, expires) VALUES ($1, $2, $3, $4, $5)",
			k.Hash, k.Kind, k.Account, k.Data, k.Expires)
		return err
	})
}

// Ticket returns a ticket that is still valid.
func (s *Store) Ticket(ctx context.Context, kind, hash string, now time.Time) (*Ticket, error) {
	return db.One[*Ticket](ctx, s.DB, auth.ErrNotFound,
		"SELECT * FROM tickets WHERE hash = $1 AND kind = $2 AND expires > $3", hash, kind, now)
}

// TakeTicket removes a ticket that is still valid, and returns it.
func (s *Store) TakeTicket(ctx context.Context, kind, hash string, now time.Time) (k *Ticket, err error) {
	err = s.write(ctx, func(ctx context.Context, t tx) error {
		k, err = db.One[*Ticket](ctx, t, auth.ErrNotFound,
			"DELETE FROM tickets WHERE hash = $1 AND kind = $2 AND expires > $3 RETURNING *", hash, kind, now)
		return err
	})
	return k, err
}

// Attempt counts an attempt for each key, unless that must wait: then it returns how long, and counts nothing. Attempts
// are forgotten a day after the last one.
func (s *Store) Attempt(ctx context.Context, list []Attempts, now time.Time) (wait time.Duration, err error) {
	// so that no two transactions wait for each other
	list = slices.SortedFunc(slices.Values(list), func(a, b Attempts) int { return strings.Compare(a.Key, b.Key) })
	type attempts struct {
		Count int
		Last  time.Time
	}
	err = s.write(ctx, func(ctx context.Context, t tx) error {
		for _, a := range list {
			before, err := db.One[attempts](ctx, t, nil, `INSERT INTO attempts (key, count, last) VALUES ($1, 0, $2)
				ON CONFLICT (key) DO UPDATE SET count = CASE WHEN attempts.last < $3 THEN 0 ELSE attempts.count END
				RETURNING count, last`, a.Key, now, now.Add(-Memory))
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

// Succeeded forgets the attempts of keys, and takes back one attempt of another key.
func (s *Store) Succeeded(ctx context.Context, keys []string, once string) error {
	return s.write(ctx, func(ctx context.Context, t tx) error {
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

// PutPlace notes that an account was used from an address, given by a hash.
func (s *Store) PutPlace(ctx context.Context, id, place string, at time.Time) error {
	_, err := s.DB.Exec(ctx, "INSERT INTO places (account, place, at) VALUES ($1, $2, $3) ON CONFLICT (account, place) "+
		"DO UPDATE SET at = excluded.at", id, place, at)
	return err
}

// KnownPlace reports whether an account was used from an address, not long ago.
func (s *Store) KnownPlace(ctx context.Context, id, place string) (bool, error) {
	return db.Has(ctx, s.DB, "places WHERE account = $1 AND place = $2", id, place)
}

// Changes returns the changes after a number, at most limit; -1: only the last one.
func (s *Store) Changes(ctx context.Context, after int64, limit int) ([]Change, error) {
	if after == -1 {
		return db.All[Change](ctx, s.DB, "SELECT * FROM account_changes ORDER BY seq DESC LIMIT 1")
	}
	return db.All[Change](ctx, s.DB, "SELECT * FROM account_changes WHERE seq > $1 ORDER BY seq LIMIT $2",
		after, limit)
}

// Sweep deletes sessions that were not used since a time, tickets that have expired, attempts and changes that are
// forgotten.
func (s *Store) Sweep(ctx context.Context, now time.Time) error {
	for _, of := range []struct {
		table, key, column string
		kept               time.Duration
	}{
		{"sessions", "id", "used", Idle},
		{"tickets", "hash", "expires", 0},
		{"attempts", "key", "last", Memory},
		{"places", "account, place", "at", PlaceMemory},
		{"account_changes", "seq", "at", Memory},
	} {
		if err := s.DB.Forget(ctx, now.Add(-of.kept), of.table, of.key, of.column); err != nil {
			return err
		}
	}
	return nil
}
