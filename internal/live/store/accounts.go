package store

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"github.com/wane-chess/wane/internal/live/account"
	"github.com/wane-chess/wane/internal/live/adopt"
	"github.com/wane-chess/wane/internal/live/notify"
	"github.com/wane-chess/wane/internal/live/rating"
)

var _ account.Store = (*Store)(nil)

// accountRow is a row of the table accounts.
type accountRow struct {
	bun.BaseModel `bun:"table:accounts"`

	ID       string
	Name     string
	Key      string
	Skeleton string
	Role     string
	Bot      bool
	Created  int64
	Closed   int64
	Muted    int64
	Seq      int
	Password string
	Handle   []byte
	Email    string
	Language string
	Deleting int64
}

func (r *accountRow) record() *account.Record {
	return &account.Record{
		Account: account.Account{
			ID: r.ID, Name: r.Name, Role: account.Role(r.Role), Bot: r.Bot, Created: moment(r.Created), Closed: moment(r.Closed),
			Muted: moment(r.Muted), Seq: r.Seq,
		},
		Skeleton: r.Skeleton, Password: r.Password, Handle: r.Handle, Email: r.Email, Language: r.Language,
	}
}

// moment returns the time of a column in which 0 stands for no time.
func moment(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return timeOf(ms)
}

// momentColumn is the reverse of moment.
func momentColumn(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

// CreateAccount implements account.Store.
func (s *Store) CreateAccount(ctx context.Context, r *account.Record, session *account.Session, codes []string) error {
	err := checkText(r.ID, r.Name, r.Skeleton, r.Email, session.Device)
	if err != nil {
		return s.accountError(ctx, "create an account", err)
	}
	err = s.transact(ctx, func(ctx context.Context, t transaction) error {
		fresh, err := t.Do(ctx, "INSERT INTO claims (guest, account) VALUES ($1, $1) ON CONFLICT DO NOTHING", r.ID)
		if err == nil && !fresh {
			err = account.ErrConflict
		}
		retired := false
		if err == nil {
			err = t.Row(ctx, "SELECT count(*) > 0 FROM retired_names WHERE hash = $1", retiredName(r.Skeleton)).Scan(&retired)
		}
		if err == nil && retired {
			err = account.ErrTaken
		}
		if err == nil {
			fresh, err = t.Do(ctx,
				`INSERT INTO accounts (id, name, key, skeleton, role, bot, created, closed, muted, seq, password, handle, email)
				VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) ON CONFLICT DO NOTHING`,
				r.ID, r.Name, r.Key(), r.Skeleton, string(r.Role), r.Bot, momentColumn(r.Created), momentColumn(r.Closed),
				momentColumn(r.Muted), r.Seq, r.Password, r.Handle, r.Email)
		}
		if err == nil && !fresh {
			err = account.ErrTaken
		}
		if err == nil {
			err = t.addSession(ctx, session)
		}
		if err == nil {
			err = t.putCodes(ctx, r.ID, codes)
		}
		return err
	})
	return s.accountError(ctx, "create an account", err)
}

// accountError explains an error of a method that is about accounts; those of package account stay
// as they are, for people see them.
func (s *Store) accountError(ctx context.Context, what string, err error) error {
	for _, known := range []error{account.ErrNotFound, account.ErrTaken, account.ErrConflict, account.ErrMany,
		account.ErrLast, account.ErrEnded} {
		if errors.Is(err, known) {
			return known
		}
	}
	if err != nil {
		return fmt.Errorf("%s: %w", what, s.readError(ctx, err))
	}
	return nil
}

// account finds an account by a column.
func (s *Store) account(ctx context.Context, column string, value any) (*account.Record, error) {
	ctx, cancel := s.reading(ctx)
	defer cancel()
	var row accountRow
	found, err := s.selectOne(ctx, s.read.NewSelect().Model(&row).Where("? = ?", bun.Ident(column), value))
	if err == nil && !found {
		err = account.ErrNotFound
	}
	if err != nil {
		return nil, s.accountError(ctx, "find an account", err)
	}
	return row.record(), nil
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
	if email == "" {
		return nil, account.ErrNotFound
	}
	return s.account(ctx, "email", email)
}

// Accounts implements account.Store.
func (s *Store) Accounts(ctx context.Context, p account.Page) ([]*account.Record, error) {
	ctx, cancel := s.reading(ctx)
	defer cancel()
	var rows []accountRow
	query := s.read.NewSelect().Model(&rows).Where("key > ?", p.After).Order("key").Limit(int64(p.Limit))
	if p.Text != "" {
		query = query.Where(`key LIKE ? ESCAPE '\'`, "%"+likeText(p.Text)+"%")
	}
	if p.Prefix != "" {
		query = query.Where("key >= ?", p.Prefix).Where(`key LIKE ? ESCAPE '\'`, likeText(p.Prefix)+"%")
	}
	if p.Role != "" {
		query = query.Where("role = ?", string(p.Role))
	}
	if p.Closed {
		query = query.Where("closed > 0")
	}
	if err := query.Scan(ctx); err != nil {
		return nil, s.accountError(ctx, "list accounts", err)
	}
	list := make([]*account.Record, len(rows))
	for i := range rows {
		list[i] = rows[i].record()
	}
	return list, nil
}

// likeText returns a text as a part of a pattern of LIKE that stands for itself.
func likeText(s string) string {
	return strings.NewReplacer(`\`, `\\`, "%", `\%`, "_", `\_`).Replace(s)
}

// exists reports whether a query finds anything.
func (s *Store) exists(ctx context.Context, query *bun.SelectQuery) (bool, error) {
	ctx, cancel := s.reading(ctx)
	defer cancel()
	found, err := query.Exists(ctx)
	return found, s.readError(ctx, err)
}

// Resembles implements account.Store.
func (s *Store) Resembles(ctx context.Context, skeleton string) (bool, error) {
	found, err := s.exists(ctx, s.read.NewSelect().Model((*accountRow)(nil)).Where("skeleton = ?", skeleton))
	if err == nil && !found {
		found, err = s.exists(ctx, s.read.NewSelect().Table("retired_names").Where("hash = ?", retiredName(skeleton)))
	}
	return found, err
}

// retiredName returns what is kept of the name of a deleted account.
func retiredName(skeleton string) string {
	sum := sha256.Sum256([]byte("a retired name: " + skeleton))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// UpdateAccount implements account.Store.
func (s *Store) UpdateAccount(ctx context.Context, r *account.Record) error {
	err := checkText(r.Email, r.Password)
	if err == nil {
		err = s.changeAccount(ctx, r.ID, func(ctx context.Context, t transaction) error { return t.updateAccount(ctx, r) })
	}
	return s.accountError(ctx, "change an account", err)
}

func (t transaction) updateAccount(ctx context.Context, r *account.Record) error {
	var other int
	err := t.Row(ctx, "SELECT count(*) FROM accounts WHERE email = $1 AND email <> '' AND id <> $2", r.Email, r.ID).
		Scan(&other)
	if err == nil && other > 0 {
		err = account.ErrTaken
	}
	ok := false
	if err == nil {
		ok, err = t.Do(ctx, `UPDATE accounts
			SET role = $3, bot = $4, closed = $5, muted = $6, seq = $2, password = $7, email = $8, language = $9
			WHERE id = $1 AND seq = $2 - 1`,
			r.ID, r.Seq, string(r.Role), r.Bot, momentColumn(r.Closed), momentColumn(r.Muted), r.Password, r.Email, r.Language)
	}
	if err == nil && !ok {
		err = account.ErrConflict
	}
	if err == nil {
		err = t.accountChanged(ctx, r.ID, "")
	}
	return err
}

// accountChanged notes a change for other nodes, and ends what ends with sessions.
func (t transaction) accountChanged(ctx context.Context, id, ended string) error {
	if err := t.endPushes(ctx, id); err != nil {
		return err
	}
	_, err := t.Do(ctx, "INSERT INTO account_changes (at, account, ended) VALUES ($1, $2, $3)",
		time.Now().UnixMilli(), id, ended)
	return err
}

// DeleteAccount implements account.Store.
func (s *Store) DeleteAccount(ctx context.Context, id string) error {
	err := s.transact(ctx, func(ctx context.Context, t transaction) error {
		var name, key, skeleton string
		err := t.lock(ctx, archiveLock, ledgerLock)
		if err == nil {
			err = t.lockAccount(ctx, id)
		}
		if err == nil {
			err = t.Row(ctx, "SELECT name, key, skeleton FROM accounts WHERE id = $1", id).Scan(&name, &key, &skeleton)
		}
		for _, statement := range []string{
			"DELETE FROM sessions WHERE account = $1", "DELETE FROM tokens WHERE account = $1",
			"DELETE FROM passkeys WHERE account = $1",
			"DELETE FROM recovery_codes WHERE account = $1", "DELETE FROM studies WHERE account = $1",
			"DELETE FROM vacations WHERE account = $1", "DELETE FROM chat WHERE author = $1",
			"DELETE FROM online WHERE account = $1", "DELETE FROM challenges WHERE sender = $1 OR receiver = $1",
			"DELETE FROM tickets WHERE account = $1 AND account <> ''",
			"DELETE FROM outbox WHERE account = $1 AND account <> ''", "DELETE FROM places WHERE account = $1",
			"DELETE FROM relations WHERE account = $1 OR other = $1", "DELETE FROM reports WHERE reported = $1",
			"UPDATE reports SET reporter = '' WHERE reporter = $1", "DELETE FROM seen WHERE account = $1",
			"UPDATE claims SET account = '' WHERE account = $1 AND account <> ''",
			"UPDATE tournament_players SET account = '', name = '', address = '' WHERE account = $1",
			"UPDATE tournaments SET creator = '' WHERE creator = $1", "DELETE FROM accounts WHERE id = $1",
		} {
			if err == nil {
				_, err = t.Do(ctx, statement, id)
			}
		}
		if err == nil {
			_, err = t.Do(ctx, "DELETE FROM notifications WHERE game = '' AND id = $1", notify.FollowerID(id))
		}
		if err == nil { // no one else has the name; that of a tournament may be the same
			_, err = t.Do(ctx, "UPDATE notifications SET name = '' WHERE name = $1 AND kind <> $2", name, string(notify.Begun))
		}
		if err == nil {
			_, err = t.Do(ctx, "INSERT INTO retired_names (hash) VALUES ($1) ON CONFLICT DO NOTHING", retiredName(skeleton))
		}
		if err == nil {
			err = t.forgetPlayer(ctx, id, string(rating.Gone(rand.Text())))
		}
		if err == nil {
			err = t.forgetStudies(ctx, id)
		}
		if err == nil {
			err = t.lock(ctx, puzzlesLock)
		}
		if err == nil {
			err = t.forgetPuzzles(ctx, id)
		}
		if err == nil {
			err = t.forgetOpenings(ctx, id)
		}
		if err == nil {
			_, err = t.Do(ctx, "UPDATE admin_log SET account = '', detail = '' WHERE account = $1 AND account <> ''", key)
		}
		if err == nil {
			err = t.accountChanged(ctx, id, "")
		}
		return err
	})
	return s.accountError(ctx, "delete an account", err)
}

// BeginDeletion implements account.Store.
func (s *Store) BeginDeletion(ctx context.Context, id string, at time.Time) error {
	err := s.changeAccount(ctx, id, func(ctx context.Context, t transaction) error {
		ok, err := t.Do(ctx,
			"UPDATE accounts SET deleting = $2, closed = $2, seq = seq + 1, email = '' WHERE id = $1 AND deleting = 0",
			id, at.UnixMilli())
		if err == nil && !ok {
			err = account.ErrNotFound
		}
		for _, statement := range []string{"DELETE FROM sessions WHERE account = $1", "DELETE FROM tokens WHERE account = $1",
			"DELETE FROM passkeys WHERE account = $1", "DELETE FROM recovery_codes WHERE account = $1"} {
			if err == nil {
				_, err = t.Do(ctx, statement, id)
			}
		}
		if err == nil {
			err = t.accountChanged(ctx, id, "")
		}
		return err
	})
	return s.accountError(ctx, "begin to delete an account", err)
}

// Deleting implements adopt.Store.
func (s *Store) Deleting(ctx context.Context, limit int) (list []adopt.Leaver, err error) {
	ctx, cancel := s.reading(ctx)
	defer cancel()
	var ids []string
	if err = s.read.NewSelect().Table("accounts").Column("id").Where("deleting > 0").Order("deleting").Limit(int64(limit)).
		Scan(ctx, &ids); err == nil {
		for _, id := range ids {
			l := adopt.Leaver{Account: id}
			if err = s.read.NewSelect().Table("claims").Column("guest").Where("account = ? AND account <> ''", id).
				Scan(ctx, &l.Guests); err != nil {
				break
			}
			list = append(list, l)
		}
	}
	return list, s.accountError(ctx, "look for accounts to delete", err)
}

// Claim implements account.Store.
func (s *Store) Claim(ctx context.Context, guest, id string, due time.Time) (claimed bool, err error) {
	err = s.changeAccount(ctx, id, func(ctx context.Context, t transaction) error {
		claimed, err = t.Do(ctx, "INSERT INTO claims (guest, account, due) SELECT $1, id, $3 FROM accounts "+
			"WHERE id = $2 AND deleting = 0 ON CONFLICT DO NOTHING", guest, id, due.UnixMilli())
		if err == nil && claimed {
			err = t.accountChanged(ctx, guest, account.GuestClaimed) // its connections end, on all nodes
		}
		return err
	})
	return claimed, s.accountError(ctx, "claim a guest", err)
}

// Claimed implements account.Store.
func (s *Store) Claimed(ctx context.Context, guest string) (id string, err error) {
	ctx, cancel := s.reading(ctx)
	defer cancel()
	err = s.read.NewSelect().Table("claims").Column("account").Where("guest = ?", guest).Scan(ctx, &id)
	if errors.Is(err, sql.ErrNoRows) {
		err = account.ErrNotFound
	}
	return id, s.accountError(ctx, "look for the account of a guest", err)
}

// PutCodes implements account.Store.
func (s *Store) PutCodes(ctx context.Context, id string, hashes []string) error {
	err := s.changeAccount(ctx, id, func(ctx context.Context, t transaction) error { return t.putCodes(ctx, id, hashes) })
	return s.accountError(ctx, "store recovery codes", err)
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
	known, err := s.exists(ctx, s.read.NewSelect().Table("recovery_codes").Where("account = ? AND hash = ?", id, hash))
	return known, s.accountError(ctx, "look for a recovery code", err)
}

// replace runs a statement about an account that must change something.
func (s *Store) replace(ctx context.Context, id, what, statement string, args ...any) error {
	err := s.changeAccount(ctx, id, func(ctx context.Context, t transaction) error {
		ok, err := t.Do(ctx, statement, args...)
		if err == nil && !ok {
			err = account.ErrNotFound
		}
		return err
	})
	return s.accountError(ctx, what, err)
}

// Codes implements account.Store.
func (s *Store) Codes(ctx context.Context, id string) (int, error) {
	ctx, cancel := s.reading(ctx)
	defer cancel()
	n, err := s.read.NewSelect().Table("recovery_codes").Where("account = ?", id).Count(ctx)
	return int(n), s.accountError(ctx, "count recovery codes", err)
}

// PutTicket implements account.Store.
func (s *Store) PutTicket(ctx context.Context, k *account.Ticket) error {
	err := s.changeAccount(ctx, k.Account, func(ctx context.Context, t transaction) error {
		_, err := t.Do(ctx, "INSERT INTO tickets (hash, kind, account, data, expires) VALUES ($1, $2, $3, $4, $5)",
			k.Hash, k.Kind, k.Account, k.Data, k.Expires.UnixMilli())
		return err
	})
	return s.accountError(ctx, "store a ticket", err)
}

// Ticket implements account.Store.
func (s *Store) Ticket(ctx context.Context, kind, hash string, now time.Time) (*account.Ticket, error) {
	ctx, cancel := s.reading(ctx)
	defer cancel()
	k := &account.Ticket{Hash: hash, Kind: kind}
	var expires int64
	err := s.read.NewSelect().Table("tickets").Column("account", "data", "expires").
		Where("hash = ? AND kind = ? AND expires > ?", hash, kind, now.UnixMilli()).Scan(ctx, &k.Account, &k.Data, &expires)
	if errors.Is(err, sql.ErrNoRows) {
		err = account.ErrNotFound
	}
	k.Expires = moment(expires)
	return k, s.accountError(ctx, "find a ticket", err)
}

// TakeTicket implements account.Store.
func (s *Store) TakeTicket(ctx context.Context, kind, hash string, now time.Time) (*account.Ticket, error) {
	k := &account.Ticket{Hash: hash, Kind: kind}
	var expires int64
	err := s.transact(ctx, func(ctx context.Context, t transaction) error {
		return t.Row(ctx,
			"DELETE FROM tickets WHERE hash = $1 AND kind = $2 AND expires > $3 RETURNING account, data, expires",
			hash, kind, now.UnixMilli()).
			Scan(&k.Account, &k.Data, &expires)
	})
	if errors.Is(err, sql.ErrNoRows) {
		err = account.ErrNotFound
	}
	k.Expires = moment(expires)
	return k, s.accountError(ctx, "take a ticket", err)
}

// Attempt implements account.Store.
func (s *Store) Attempt(ctx context.Context, list []account.Attempts, now time.Time) (wait time.Duration, err error) {
	// so that no two transactions wait for each other
	list = slices.SortedFunc(slices.Values(list), func(a, b account.Attempts) int { return strings.Compare(a.Key, b.Key) })
	for _, a := range list {
		if err := checkText(a.Key); err != nil {
			return 0, err
		}
	}
	err = s.transact(ctx, func(ctx context.Context, t transaction) error {
		wait = 0
		for _, a := range list {
			var count int
			var last int64
			query := `INSERT INTO attempts (key, count, last) VALUES ($1, 0, $2)
				ON CONFLICT (key) DO UPDATE SET count = CASE WHEN attempts.last < $3 THEN 0 ELSE attempts.count END
				RETURNING count, last`
			err := t.Row(ctx, query, a.Key, now.UnixMilli(), now.Add(-account.Memory).UnixMilli()).Scan(&count, &last)
			if err != nil {
				return err
			}
			wait = max(wait, a.Wait(count, timeOf(last), now))
		}
		for _, a := range list {
			if wait > 0 {
				break
			}
			_, err := t.Do(ctx, "UPDATE attempts SET count = count + 1, last = $2 WHERE key = $1", a.Key, now.UnixMilli())
			if err != nil {
				return err
			}
		}
		return nil
	})
	return wait, s.accountError(ctx, "count an attempt", err)
}

// Succeeded implements account.Store.
func (s *Store) Succeeded(ctx context.Context, keys []string, once string) error {
	err := s.transact(ctx, func(ctx context.Context, t transaction) error {
		// The first, as in Attempt, so that no two transactions wait for each other.
		if _, err := t.Do(ctx, "UPDATE attempts SET count = count - 1 WHERE key = $1 AND count > 0", once); err != nil {
			return err
		}
		for _, key := range slices.Sorted(slices.Values(keys)) {
			if _, err := t.Do(ctx, "DELETE FROM attempts WHERE key = $1", key); err != nil {
				return err
			}
		}
		return nil
	})
	return s.accountError(ctx, "forget attempts", err)
}

// PutPlace implements account.Store.
func (s *Store) PutPlace(ctx context.Context, id, place string, at time.Time) error {
	err := s.transact(ctx, func(ctx context.Context, t transaction) error {
		_, err := t.Do(ctx, "INSERT INTO places (account, place, at) VALUES ($1, $2, $3) ON CONFLICT (account, place) "+
			"DO UPDATE SET at = excluded.at", id, place, at.UnixMilli())
		return err
	})
	return s.accountError(ctx, "note where an account is used", err)
}

// KnownPlace implements account.Store.
func (s *Store) KnownPlace(ctx context.Context, id, place string) (bool, error) {
	known, err := s.exists(ctx, s.read.NewSelect().Table("places").Where("account = ? AND place = ?", id, place))
	return known, s.accountError(ctx, "look where an account is used", err)
}

// Changes implements account.Store.
func (s *Store) Changes(ctx context.Context, after int64, limit int) ([]account.Change, error) {
	ctx, cancel := s.reading(ctx)
	defer cancel()
	var list []account.Change
	query := s.read.NewSelect().Table("account_changes").Column("seq", "account", "ended").Limit(int64(limit))
	if after == -1 {
		query = query.Order("seq DESC").Limit(1)
	} else {
		query = query.Where("seq > ?", after).Order("seq")
	}
	err := query.Scan(ctx, &list)
	return list, s.accountError(ctx, "look for changes of accounts", err)
}

// Sweep implements account.Store.
func (s *Store) Sweep(ctx context.Context, now time.Time) error {
	err := s.transact(ctx, func(ctx context.Context, t transaction) error {
		for statement, before := range map[string]time.Time{
			"DELETE FROM sessions WHERE used < $1":      now.Add(-account.Idle),
			"DELETE FROM tickets WHERE expires < $1":    now,
			"DELETE FROM attempts WHERE last < $1":      now.Add(-account.Memory),
			"DELETE FROM places WHERE at < $1":          now.Add(-account.PlaceMemory),
			"DELETE FROM account_changes WHERE at < $1": now.Add(-account.Memory),
		} {
			if _, err := t.Do(ctx, statement, before.UnixMilli()); err != nil {
				return err
			}
		}
		return t.endPushes(ctx, "")
	})
	return s.accountError(ctx, "delete what has expired", err)
}
