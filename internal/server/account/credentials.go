package account

import (
	"context"
	"strings"
	"time"

	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/feature"
	"github.com/wane-chess/wane/internal/server/mail"
)

func (t tx) addSession(ctx context.Context, s *Session) error {
	if _, err := t.Do(ctx,
		"INSERT INTO sessions (id, account, hash, device, created, used, fresh) VALUES ($1, $2, $3, $4, $5, $6, $7)",
		s.ID, s.Account, s.Hash, s.Device, s.Created, s.Used, s.Fresh); err != nil {
		return err
	}
	return t.sessionsChanged(ctx, s.Account, s.ID)
}

// AddSession stores a session of an account that is open and has a password, given by what is stored of it; otherwise
// the error is ErrConflict.
func (s *Store) AddSession(ctx context.Context, session *Session, password string) error {
	return s.changeOf(ctx, session.Account, func(ctx context.Context, t tx) error {
		same, err := db.Has(ctx, t, "accounts WHERE id = $1 AND password = $2 AND closed = 0", session.Account, password)
		if err != nil {
			return err
		}
		if !same {
			return ErrConflict
		}
		return t.addSession(ctx, session)
	})
}

// Session finds a session by the hash of its secret, with its account.
func (s *Store) Session(ctx context.Context, hash string) (*Session, *Record, error) {
	session, err := db.One[*Session](ctx, s.DB, auth.ErrNotFound, "SELECT * FROM sessions WHERE hash = $1", hash)
	if err != nil {
		return nil, nil, err
	}
	r, err := s.Account(ctx, session.Account)
	return session, r, err
}

// Sessions returns the sessions of an account, the last used first.
func (s *Store) Sessions(ctx context.Context, id string) ([]*Session, error) {
	return db.All[*Session](ctx, s.DB, "SELECT * FROM sessions WHERE account = $1 ORDER BY used DESC, id", id)
}

// change runs a statement about an account that must change something.
func (s *Store) change(ctx context.Context, id, statement string, args ...any) error {
	return s.changeOf(ctx, id, func(ctx context.Context, t tx) error {
		return t.Need(ctx, auth.ErrNotFound, statement, args...)
	})
}

// UpdateSession changes the hash, use and freshness of a session that has a hash: a secret that was replaced meanwhile
// does not return.
func (s *Store) UpdateSession(ctx context.Context, session *Session, hash string) error {
	return s.change(ctx, session.Account,
		"UPDATE sessions SET hash = $2, used = $3, fresh = $4 WHERE id = $1 AND hash = $5",
		session.ID, session.Hash, session.Used, session.Fresh, hash)
}

// EndSessions ends sessions of an account: the one with an ID, or with "" all except another.
func (s *Store) EndSessions(ctx context.Context, id, only, except string) (n int, err error) {
	err = s.changeOf(ctx, id, func(ctx context.Context, t tx) error {
		ended, err := t.end(ctx, id,
			"DELETE FROM sessions WHERE account = $1 AND ($2 = '' AND id <> $3 OR id = $2) RETURNING id", only, except)
		n = len(ended)
		return err
	})
	return n, err
}

// end deletes sessions or tokens of an account, notes that for other nodes, and returns the IDs.
func (t tx) end(ctx context.Context, id, statement string, args ...any) ([]string, error) {
	ended, err := db.All[string](ctx, t, statement, append([]any{id}, args...)...)
	for _, one := range ended {
		if err == nil {
			err = t.accountChanged(ctx, id, one)
		}
	}
	return ended, err
}

// ReplacePassword stores an account with a new password as UpdateAccount does, and in the same transaction ends and
// begins what comes with that. It returns the IDs of sessions and tokens that have ended.
func (s *Store) ReplacePassword(
	ctx context.Context, r *Record, with Replacement,
) (ended []string, err error) {
	err = s.changeOf(ctx, r.ID, func(ctx context.Context, t tx) error {
		ended, err = t.replacePassword(ctx, r, with)
		return err
	})
	return ended, err
}

func (t tx) replacePassword(
	ctx context.Context, r *Record, with Replacement,
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
	Token

	Words string `bun:"scopes"` // Scopes
}

func (r *tokenRow) token() *Token {
	for scope := range strings.FieldsSeq(r.Words) {
		r.Scopes = append(r.Scopes, auth.Scope(scope))
	}
	return &r.Token
}

// most returns ErrMany if an account has as many rows of a table as it may have.
func (t tx) most(ctx context.Context, table, id string, most int) error {
	if err := feature.LockAccount(ctx, t.Tx, id); err != nil { // again, to see that there is one
		return err
	}
	n, err := db.One[int](ctx, t, nil, "SELECT count(*) FROM "+table+" WHERE account = $1", id)
	if err == nil && n >= most {
		err = ErrMany
	}
	return err
}

// AddToken stores a token, unless the account has most of them; then the error is ErrMany.
func (s *Store) AddToken(ctx context.Context, k *Token, most int) error {
	_, err := s.AddTokenOf(ctx, k, most, most)
	return err
}

// AddTokenOf is AddToken for a program that may have some of its account's tokens, all with one name: it removes the
// oldest ones above that, and returns their IDs.
func (s *Store) AddTokenOf(ctx context.Context, k *Token, most, ofName int) (ended []string, err error) {
	err = s.changeOf(ctx, k.Account, func(ctx context.Context, t tx) error {
		if ofName < most {
			ended, err = db.All[string](ctx, t, "DELETE FROM tokens WHERE account = $1 AND id IN (SELECT id FROM tokens "+
				"WHERE account = $1 AND name = $2 ORDER BY created DESC, id LIMIT $3 OFFSET $4) RETURNING id",
				k.Account, k.Name, most, ofName-1)
			if err != nil {
				return err
			}
		}
		if err := t.most(ctx, "tokens", k.Account, most); err != nil {
			return err
		}
		_, err := t.Do(ctx,
			"INSERT INTO tokens (id, account, hash, name, scopes, created, used) VALUES ($1, $2, $3, $4, $5, $6, $7)",
			k.ID, k.Account, k.Hash, k.Name, strings.Join(auth.ScopeNames(k.Scopes), " "), k.Created, k.Used)
		return err
	})
	return ended, err
}

// Token finds a token by the hash of its secret, with its account.
func (s *Store) Token(ctx context.Context, hash string) (*Token, *Record, error) {
	row, err := db.One[tokenRow](ctx, s.DB, auth.ErrNotFound, "SELECT * FROM tokens WHERE hash = $1", hash)
	if err != nil {
		return nil, nil, err
	}
	r, err := s.Account(ctx, row.Account)
	return row.token(), r, err
}

// Tokens returns the tokens of an account, the last made first.
func (s *Store) Tokens(ctx context.Context, id string) ([]*Token, error) {
	rows, err := db.All[tokenRow](ctx, s.DB, "SELECT * FROM tokens WHERE account = $1 ORDER BY created DESC, id", id)
	list := make([]*Token, len(rows))
	for i := range rows {
		list[i] = rows[i].token()
	}
	return list, err
}

// UseToken notes the last use of a token.
func (s *Store) UseToken(ctx context.Context, id string, at time.Time) error {
	return s.change(ctx, "", "UPDATE tokens SET used = $2 WHERE id = $1", id, at)
}

// DeleteToken deletes a token of an account.
func (s *Store) DeleteToken(ctx context.Context, id, token string) error {
	return s.changeOf(ctx, id, func(ctx context.Context, t tx) error {
		if err := t.Need(ctx, auth.ErrNotFound, "DELETE FROM tokens WHERE account = $1 AND id = $2",
			id, token); err != nil {
			return err
		}
		return t.accountChanged(ctx, id, token)
	})
}

// AddPasskey stores a passkey, as AddToken does a token; ErrTaken: it is known.
func (s *Store) AddPasskey(ctx context.Context, p *Passkey, most int) error {
	return s.changeOf(ctx, p.Account, func(ctx context.Context, t tx) error {
		if err := t.most(ctx, "passkeys", p.Account, most); err != nil {
			return err
		}
		return t.Need(ctx, ErrTaken, "INSERT INTO passkeys (id, account, name, data, created, used) "+
			"VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING", p.ID, p.Account, p.Name, p.Data, p.Created, p.Used)
	})
}

// Passkeys returns the passkeys of an account, the first made first.
func (s *Store) Passkeys(ctx context.Context, id string) ([]*Passkey, error) {
	return db.All[*Passkey](ctx, s.DB, "SELECT * FROM passkeys WHERE account = $1 ORDER BY created, id", id)
}

// UpdatePasskey changes the name, data and use of a passkey.
func (s *Store) UpdatePasskey(ctx context.Context, p *Passkey) error {
	return s.change(ctx, p.Account, "UPDATE passkeys SET name = $3, data = $4, used = $5 WHERE id = $1 AND account = $2",
		p.ID, p.Account, p.Name, p.Data, p.Used)
}

// DeletePasskey deletes a passkey, unless it is the last one and the account has no password; then the error is
// ErrLast.
func (s *Store) DeletePasskey(ctx context.Context, id string, passkey []byte) error {
	return s.changeOf(ctx, id, func(ctx context.Context, t tx) error {
		if err := t.Need(ctx, auth.ErrNotFound, "DELETE FROM passkeys WHERE account = $1 AND id = $2",
			id, passkey); err != nil {
			return err
		}
		another, err := db.Has(ctx, t,
			"passkeys WHERE account = $1 UNION ALL SELECT 1 FROM accounts WHERE id = $1 AND password <> ''", id)
		if err == nil && !another {
			err = ErrLast
		}
		return err
	})
}
