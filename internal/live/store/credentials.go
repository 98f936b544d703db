package store

import (
	"context"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"github.com/wane-chess/wane/internal/live/account"
	"github.com/wane-chess/wane/internal/live/db"
)

// sessionRow is a row of the table sessions.
type sessionRow struct {
	bun.BaseModel `bun:"table:sessions"`

	ID      string
	Account string
	Hash    string
	Device  string
	Created int64
	Used    int64
	Fresh   int64
}

func (r *sessionRow) session() *account.Session {
	return &account.Session{
		ID: r.ID, Account: r.Account, Hash: r.Hash, Device: r.Device, Created: moment(r.Created), Used: moment(r.Used),
		Fresh: moment(r.Fresh),
	}
}

func (t transaction) addSession(ctx context.Context, s *account.Session) error {
	_, err := t.Do(ctx,
		"INSERT INTO sessions (id, account, hash, device, created, used, fresh) VALUES ($1, $2, $3, $4, $5, $6, $7)",
		s.ID, s.Account, s.Hash, s.Device, momentColumn(s.Created), momentColumn(s.Used), momentColumn(s.Fresh))
	if err == nil { // what the account did as a guest was done by this browser
		_, err = t.Do(ctx, "UPDATE push_subscriptions SET session = $1 WHERE player = $2 AND session = ''", s.ID, s.Account)
	}
	return err
}

// AddSession implements account.Store.
func (s *Store) AddSession(ctx context.Context, session *account.Session, password string) error {
	err := checkText(session.Device)
	if err == nil {
		err = s.changeAccount(ctx, session.Account, func(ctx context.Context, t transaction) error {
			same := false
			err := t.Row(ctx, "SELECT count(*) > 0 FROM accounts WHERE id = $1 AND password = $2 AND closed = 0",
				session.Account, password).Scan(&same)
			if err == nil && !same {
				err = account.ErrConflict
			}
			if err == nil {
				err = t.addSession(ctx, session)
			}
			return err
		})
	}
	return s.accountError(ctx, "store a session", err)
}

// owned finds a row by the hash of a secret, and the account that it belongs to.
func (s *Store) owned(ctx context.Context, row any, hash string, owner func() string) (*account.Record, error) {
	ctx, cancel := s.reading(ctx)
	defer cancel()
	found, err := s.selectOne(ctx, s.read.NewSelect().Model(row).Where("hash = ?", hash))
	var r accountRow
	if err == nil && found {
		found, err = s.selectOne(ctx, s.read.NewSelect().Model(&r).Where("id = ?", owner()))
	}
	if err == nil && !found {
		err = account.ErrNotFound
	}
	return r.record(), s.accountError(ctx, "find a session or token", err)
}

// Session implements account.Store.
func (s *Store) Session(ctx context.Context, hash string) (*account.Session, *account.Record, error) {
	var row sessionRow
	r, err := s.owned(ctx, &row, hash, func() string { return row.Account })
	if err != nil {
		return nil, nil, err
	}
	return row.session(), r, nil
}

// Sessions implements account.Store.
func (s *Store) Sessions(ctx context.Context, id string) ([]*account.Session, error) {
	ctx, cancel := s.reading(ctx)
	defer cancel()
	var rows []sessionRow
	if err := s.read.NewSelect().Model(&rows).Where("account = ?", id).Order("used DESC", "id").Scan(ctx); err != nil {
		return nil, s.accountError(ctx, "list sessions", err)
	}
	list := make([]*account.Session, len(rows))
	for i := range rows {
		list[i] = rows[i].session()
	}
	return list, nil
}

// UpdateSession implements account.Store.
func (s *Store) UpdateSession(ctx context.Context, session *account.Session, hash string) error {
	return s.replace(ctx, session.Account, "change a session",
		"UPDATE sessions SET hash = $2, used = $3, fresh = $4 WHERE id = $1 AND hash = $5",
		session.ID, session.Hash, momentColumn(session.Used), momentColumn(session.Fresh), hash)
}

// EndSessions implements account.Store.
func (s *Store) EndSessions(ctx context.Context, id, only, except string) (n int, err error) {
	err = s.changeAccount(ctx, id, func(ctx context.Context, t transaction) error {
		ended, err := t.end(ctx, id,
			"DELETE FROM sessions WHERE account = $1 AND ($2 = '' AND id <> $3 OR id = $2) RETURNING id", only, except)
		n = len(ended)
		return err
	})
	return n, s.accountError(ctx, "end sessions", err)
}

// end deletes sessions or tokens of an account, notes that for other nodes, and returns the IDs.
func (t transaction) end(ctx context.Context, id, statement string, args ...any) ([]string, error) {
	ended, err := db.All[string](ctx, t, statement, append([]any{id}, args...)...)
	for _, one := range ended {
		if err == nil {
			err = t.accountChanged(ctx, id, one)
		}
	}
	return ended, err
}

// ReplacePassword implements account.Store.
func (s *Store) ReplacePassword(
	ctx context.Context, r *account.Record, with account.Replacement,
) (ended []string, err error) {
	err = checkText(r.Email, r.Password)
	if err == nil {
		err = s.changeAccount(ctx, r.ID, func(ctx context.Context, t transaction) error {
			ended, err = t.replacePassword(ctx, r, with)
			return err
		})
	}
	return ended, s.accountError(ctx, "replace a password", err)
}

func (t transaction) replacePassword(
	ctx context.Context, r *account.Record, with account.Replacement,
) (ended []string, err error) {
	err = t.updateAccount(ctx, r)
	for hash, statement := range map[string]string{
		with.Code:   "DELETE FROM recovery_codes WHERE account = $1 AND hash = $2",
		with.Ticket: "DELETE FROM tickets WHERE account = $1 AND hash = $2",
	} {
		used := true
		if err == nil && hash != "" {
			used, err = t.Do(ctx, statement, r.ID, hash)
		}
		if err == nil && !used {
			err = account.ErrNotFound
		}
	}
	if err == nil {
		_, err = t.Do(ctx, "DELETE FROM tickets WHERE account = $1", r.ID)
	}
	if err == nil {
		_, err = t.Do(ctx, "DELETE FROM outbox WHERE account = $1 AND kind = $2", r.ID, with.Letters)
	}
	if err == nil {
		ended, err = t.end(ctx, r.ID, "DELETE FROM sessions WHERE account = $1 AND id <> $2 RETURNING id", with.Keep)
	}
	if err == nil && with.Tokens {
		var tokens []string
		tokens, err = t.end(ctx, r.ID, "DELETE FROM tokens WHERE account = $1 RETURNING id")
		ended = append(ended, tokens...)
	}
	if err == nil && with.Begin != nil {
		err = t.addSession(ctx, with.Begin)
	}
	return ended, err
}

// tokenRow is a row of the table tokens.
type tokenRow struct {
	bun.BaseModel `bun:"table:tokens"`

	ID      string
	Account string
	Hash    string
	Name    string
	Scopes  string
	Created int64
	Used    int64
}

func (r *tokenRow) token() *account.Token {
	t := &account.Token{
		ID: r.ID, Account: r.Account, Hash: r.Hash, Name: r.Name, Created: moment(r.Created), Used: moment(r.Used),
	}
	for scope := range strings.FieldsSeq(r.Scopes) {
		t.Scopes = append(t.Scopes, account.Scope(scope))
	}
	return t
}

// most returns ErrMany if an account has as many rows of a table as it may have.
func (t transaction) most(ctx context.Context, table, id string, most int) error {
	err := t.lockAccount(ctx, id) // again, to see that there is one
	var n int
	if err == nil {
		err = t.Row(ctx, "SELECT count(*) FROM "+table+" WHERE account = $1", id).Scan(&n)
	}
	if err == nil && n >= most {
		err = account.ErrMany
	}
	return err
}

// AddToken implements account.Store.
func (s *Store) AddToken(ctx context.Context, k *account.Token, most int) error {
	scopes := make([]string, len(k.Scopes))
	for i, scope := range k.Scopes {
		scopes[i] = string(scope)
	}
	err := checkText(append(scopes, k.Name)...)
	if err == nil {
		err = s.changeAccount(ctx, k.Account, func(ctx context.Context, t transaction) error {
			err := t.most(ctx, "tokens", k.Account, most)
			if err == nil {
				_, err = t.Do(ctx,
					"INSERT INTO tokens (id, account, hash, name, scopes, created, used) VALUES ($1, $2, $3, $4, $5, $6, $7)",
					k.ID, k.Account, k.Hash, k.Name, strings.Join(scopes, " "), momentColumn(k.Created), momentColumn(k.Used))
			}
			return err
		})
	}
	return s.accountError(ctx, "store a token", err)
}

// Token implements account.Store.
func (s *Store) Token(ctx context.Context, hash string) (*account.Token, *account.Record, error) {
	var row tokenRow
	r, err := s.owned(ctx, &row, hash, func() string { return row.Account })
	if err != nil {
		return nil, nil, err
	}
	return row.token(), r, nil
}

// Tokens implements account.Store.
func (s *Store) Tokens(ctx context.Context, id string) ([]*account.Token, error) {
	ctx, cancel := s.reading(ctx)
	defer cancel()
	var rows []tokenRow
	if err := s.read.NewSelect().Model(&rows).Where("account = ?", id).Order("created DESC", "id").Scan(ctx); err != nil {
		return nil, s.accountError(ctx, "list tokens", err)
	}
	list := make([]*account.Token, len(rows))
	for i := range rows {
		list[i] = rows[i].token()
	}
	return list, nil
}

// UseToken implements account.Store.
func (s *Store) UseToken(ctx context.Context, id string, at time.Time) error {
	return s.replace(ctx, "", "note the use of a token", "UPDATE tokens SET used = $2 WHERE id = $1", id, at.UnixMilli())
}

// DeleteToken implements account.Store.
func (s *Store) DeleteToken(ctx context.Context, id, token string) error {
	err := s.changeAccount(ctx, id, func(ctx context.Context, t transaction) error {
		ok, err := t.Do(ctx, "DELETE FROM tokens WHERE account = $1 AND id = $2", id, token)
		if err == nil && !ok {
			err = account.ErrNotFound
		}
		if err == nil {
			err = t.accountChanged(ctx, id, token)
		}
		return err
	})
	return s.accountError(ctx, "delete a token", err)
}

// passkeyRow is a row of the table passkeys.
type passkeyRow struct {
	bun.BaseModel `bun:"table:passkeys"`

	ID      []byte
	Account string
	Name    string
	Data    []byte
	Created int64
	Used    int64
}

// AddPasskey implements account.Store.
func (s *Store) AddPasskey(ctx context.Context, p *account.Passkey, most int) error {
	err := checkText(p.Name)
	if err == nil {
		err = s.changeAccount(ctx, p.Account, func(ctx context.Context, t transaction) error {
			err := t.most(ctx, "passkeys", p.Account, most)
			fresh := false
			if err == nil {
				fresh, err = t.Do(ctx, "INSERT INTO passkeys (id, account, name, data, created, used) "+
					"VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING",
					p.ID, p.Account, p.Name, p.Data, momentColumn(p.Created), momentColumn(p.Used))
			}
			if err == nil && !fresh {
				err = account.ErrTaken
			}
			return err
		})
	}
	return s.accountError(ctx, "store a passkey", err)
}

// Passkeys implements account.Store.
func (s *Store) Passkeys(ctx context.Context, id string) ([]*account.Passkey, error) {
	ctx, cancel := s.reading(ctx)
	defer cancel()
	var rows []passkeyRow
	if err := s.read.NewSelect().Model(&rows).Where("account = ?", id).Order("created", "id").Scan(ctx); err != nil {
		return nil, s.accountError(ctx, "list passkeys", err)
	}
	list := make([]*account.Passkey, len(rows))
	for i, r := range rows {
		list[i] = &account.Passkey{
			ID: r.ID, Account: r.Account, Name: r.Name, Data: r.Data, Created: moment(r.Created), Used: moment(r.Used),
		}
	}
	return list, nil
}

// UpdatePasskey implements account.Store.
func (s *Store) UpdatePasskey(ctx context.Context, p *account.Passkey) error {
	if err := checkText(p.Name); err != nil {
		return err
	}
	return s.replace(ctx, p.Account, "change a passkey",
		"UPDATE passkeys SET name = $3, data = $4, used = $5 WHERE id = $1 AND account = $2",
		p.ID, p.Account, p.Name, p.Data, momentColumn(p.Used))
}

// DeletePasskey implements account.Store.
func (s *Store) DeletePasskey(ctx context.Context, id string, passkey []byte) error {
	err := s.changeAccount(ctx, id, func(ctx context.Context, t transaction) error {
		ok, err := t.Do(ctx, "DELETE FROM passkeys WHERE account = $1 AND id = $2", id, passkey)
		if err == nil && !ok {
			err = account.ErrNotFound
		}
		var ways int
		if err == nil {
			err = t.Row(ctx, "SELECT (SELECT count(*) FROM passkeys WHERE account = $1) + (SELECT count(*) FROM accounts "+
				"WHERE id = $1 AND password <> '')", id).Scan(&ways)
		}
		if err == nil && ways == 0 {
			err = account.ErrLast
		}
		return err
	})
	return s.accountError(ctx, "delete a passkey", err)
}
