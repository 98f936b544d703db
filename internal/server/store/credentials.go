package store

import (
	"context"
	"strings"
	"time"

	"github.com/wane-chess/wane/internal/server/account"
	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/feature"
	"github.com/wane-chess/wane/internal/server/mail"
)

func (t transaction) addSession(ctx context.Context, s *account.Session) error {
	if _, err := t.Do(ctx,
		"INSERT INTO sessions (id, account, hash, device, created, used, fresh) VALUES ($1, $2, $3, $4, $5, $6, $7)",
		s.ID, s.Account, s.Hash, s.Device, s.Created, s.Used, s.Fresh); err != nil {
		return err
	}
	return t.sessionsChanged(ctx, s.Account, s.ID)
}

// AddSession implements account.Store.
func (s *Store) AddSession(ctx context.Context, session *account.Session, password string) error {
	return s.changeAccount(ctx, session.Account, func(ctx context.Context, t transaction) error {
		same, err := db.Has(ctx, t, "accounts WHERE id = $1 AND password = $2 AND closed = 0", session.Account, password)
		if err != nil {
			return err
		}
		if !same {
			return account.ErrConflict
		}
		return t.addSession(ctx, session)
	})
}

// Session implements account.Store.
func (s *Store) Session(ctx context.Context, hash string) (*account.Session, *account.Record, error) {
	session, err := db.One[account.Session](ctx, s.db, auth.ErrNotFound, "SELECT * FROM sessions WHERE hash = $1", hash)
	if err != nil {
		return nil, nil, err
	}
	r, err := s.Account(ctx, session.Account)
	return &session, r, err
}

// Sessions implements account.Store.
func (s *Store) Sessions(ctx context.Context, id string) ([]*account.Session, error) {
	return pointers(db.All[account.Session](ctx, s.db,
		"SELECT * FROM sessions WHERE account = $1 ORDER BY used DESC, id", id))
}

// change runs a statement about an account that must change something.
func (s *Store) change(ctx context.Context, id, statement string, args ...any) error {
	return s.changeAccount(ctx, id, func(ctx context.Context, t transaction) error {
		return t.Need(ctx, auth.ErrNotFound, statement, args...)
	})
}

// UpdateSession implements account.Store.
func (s *Store) UpdateSession(ctx context.Context, session *account.Session, hash string) error {
	return s.change(ctx, session.Account,
		"UPDATE sessions SET hash = $2, used = $3, fresh = $4 WHERE id = $1 AND hash = $5",
		session.ID, session.Hash, session.Used, session.Fresh, hash)
}

// EndSessions implements account.Store.
func (s *Store) EndSessions(ctx context.Context, id, only, except string) (n int, err error) {
	err = s.changeAccount(ctx, id, func(ctx context.Context, t transaction) error {
		ended, err := t.end(ctx, id,
			"DELETE FROM sessions WHERE account = $1 AND ($2 = '' AND id <> $3 OR id = $2) RETURNING id", only, except)
		n = len(ended)
		return err
	})
	return n, err
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
	err = s.changeAccount(ctx, r.ID, func(ctx context.Context, t transaction) error {
		ended, err = t.replacePassword(ctx, r, with)
		return err
	})
	return ended, err
}

func (t transaction) replacePassword(
	ctx context.Context, r *account.Record, with account.Replacement,
) (ended []string, err error) {
	if err := t.updateAccount(ctx, r); err != nil {
		return nil, err
	}
	for hash, statement := range map[string]string{
		with.Code:   "DELETE FROM recovery_codes WHERE account = $1 AND hash = $2",
		with.Ticket: "DELETE FROM tickets WHERE account = $1 AND hash = $2",
	} {
		if hash == "" {
			continue
		}
		if err := t.Need(ctx, auth.ErrNotFound, statement, r.ID, hash); err != nil {
			return nil, err
		}
	}
	if _, err := t.Do(ctx, "DELETE FROM tickets WHERE account = $1 AND account <> ''", r.ID); err != nil {
		return nil, err
	}
	if err := mail.Forget(ctx, t.Tx, r.ID, with.Letters); err != nil {
		return nil, err
	}
	ended, err = t.end(ctx, r.ID, "DELETE FROM sessions WHERE account = $1 AND id <> $2 RETURNING id", with.Keep)
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
	account.Token

	Words string `bun:"scopes"` // Scopes
}

func (r *tokenRow) token() *account.Token {
	for scope := range strings.FieldsSeq(r.Words) {
		r.Scopes = append(r.Scopes, auth.Scope(scope))
	}
	return &r.Token
}

// most returns ErrMany if an account has as many rows of a table as it may have.
func (t transaction) most(ctx context.Context, table, id string, most int) error {
	if err := feature.LockAccount(ctx, t.Tx, id); err != nil { // again, to see that there is one
		return err
	}
	n, err := db.One[int](ctx, t, nil, "SELECT count(*) FROM "+table+" WHERE account = $1", id)
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
	return s.changeAccount(ctx, k.Account, func(ctx context.Context, t transaction) error {
		if err := t.most(ctx, "tokens", k.Account, most); err != nil {
			return err
		}
		_, err := t.Do(ctx,
			"INSERT INTO tokens (id, account, hash, name, scopes, created, used) VALUES ($1, $2, $3, $4, $5, $6, $7)",
			k.ID, k.Account, k.Hash, k.Name, strings.Join(scopes, " "), k.Created, k.Used)
		return err
	})
}

// Token implements account.Store.
func (s *Store) Token(ctx context.Context, hash string) (*account.Token, *account.Record, error) {
	row, err := db.One[tokenRow](ctx, s.db, auth.ErrNotFound, "SELECT * FROM tokens WHERE hash = $1", hash)
	if err != nil {
		return nil, nil, err
	}
	r, err := s.Account(ctx, row.Account)
	return row.token(), r, err
}

// Tokens implements account.Store.
func (s *Store) Tokens(ctx context.Context, id string) ([]*account.Token, error) {
	rows, err := db.All[tokenRow](ctx, s.db, "SELECT * FROM tokens WHERE account = $1 ORDER BY created DESC, id", id)
	return values(rows, (*tokenRow).token), err
}

// UseToken implements account.Store.
func (s *Store) UseToken(ctx context.Context, id string, at time.Time) error {
	return s.change(ctx, "", "UPDATE tokens SET used = $2 WHERE id = $1", id, at)
}

// DeleteToken implements account.Store.
func (s *Store) DeleteToken(ctx context.Context, id, token string) error {
	return s.changeAccount(ctx, id, func(ctx context.Context, t transaction) error {
		if err := t.Need(ctx, auth.ErrNotFound, "DELETE FROM tokens WHERE account = $1 AND id = $2",
			id, token); err != nil {
			return err
		}
		return t.accountChanged(ctx, id, token)
	})
}

// AddPasskey implements account.Store.
func (s *Store) AddPasskey(ctx context.Context, p *account.Passkey, most int) error {
	return s.changeAccount(ctx, p.Account, func(ctx context.Context, t transaction) error {
		if err := t.most(ctx, "passkeys", p.Account, most); err != nil {
			return err
		}
		return t.Need(ctx, account.ErrTaken, "INSERT INTO passkeys (id, account, name, data, created, used) "+
			"VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING", p.ID, p.Account, p.Name, p.Data, p.Created, p.Used)
	})
}

// Passkeys implements account.Store.
func (s *Store) Passkeys(ctx context.Context, id string) ([]*account.Passkey, error) {
	return pointers(db.All[account.Passkey](ctx, s.db,
		"SELECT * FROM passkeys WHERE account = $1 ORDER BY created, id", id))
}

// UpdatePasskey implements account.Store.
func (s *Store) UpdatePasskey(ctx context.Context, p *account.Passkey) error {
	return s.change(ctx, p.Account, "UPDATE passkeys SET name = $3, data = $4, used = $5 WHERE id = $1 AND account = $2",
		p.ID, p.Account, p.Name, p.Data, p.Used)
}

// DeletePasskey implements account.Store.
func (s *Store) DeletePasskey(ctx context.Context, id string, passkey []byte) error {
	return s.changeAccount(ctx, id, func(ctx context.Context, t transaction) error {
		if err := t.Need(ctx, auth.ErrNotFound, "DELETE FROM passkeys WHERE account = $1 AND id = $2",
			id, passkey); err != nil {
			return err
		}
		another, err := db.Has(ctx, t,
			"passkeys WHERE account = $1 UNION ALL SELECT 1 FROM accounts WHERE id = $1 AND password <> ''", id)
		if err == nil && !another {
			err = account.ErrLast
		}
		return err
	})
}
