package store

import (
	"context"
	"database/sql"
	"errors"

	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/feature"
)

// transaction is a transaction with what this package does in one.
type transaction struct {
	db.Tx
	data []feature.Data // of all features
}

// each does a step of the data of all features.
func (t transaction) each(ctx context.Context, step func(feature.Data) feature.Step, ids ...string) error {
	return feature.Do(ctx, t.Tx, t.data, step, ids...)
}

// lock takes locks, in the order of their numbers.
func (t transaction) lock(ctx context.Context, locks ...db.Lock) error {
	for _, l := range locks {
		if err := t.Lock(ctx, l, ""); err != nil {
			return err
		}
	}
	return nil
}

// transact runs work in a transaction that a user waits for. If the context has an identity, the work is done only
// while that is valid, which is checked in the same transaction; so it is in chore.
func (s *Store) transact(ctx context.Context, work func(context.Context, transaction) error) error {
	return s.db.Write(ctx, func(ctx context.Context, t db.Tx) error { return work(ctx, transaction{t, s.data}) })
}

// chore runs work in a transaction that nobody waits for.
func (s *Store) chore(ctx context.Context, work func(context.Context, transaction) error) error {
	return s.db.Chore(ctx, func(ctx context.Context, t db.Tx) error { return work(ctx, transaction{t, s.data}) })
}

// changeAccount is feature.ChangeAccount.
func (s *Store) changeAccount(ctx context.Context, id string, work func(context.Context, transaction) error) error {
	return feature.ChangeAccount(ctx, s.db, id,
		func(ctx context.Context, t db.Tx) error { return work(ctx, transaction{t, s.data}) })
}

// checkIdentity returns auth.ErrEnded if the context has an identity whose session or token is not there any more,
// or whose account is not open or lacks the role. It is the guard of all transactions.
func checkIdentity(ctx context.Context, t db.Tx) error {
	i := auth.IdentityOf(ctx)
	if i == nil {
		return nil
	}
	table, id := "sessions", i.Session
	if id == "" {
		table, id = "tokens", i.Token
	}
	var role string
	err := t.Row(ctx, "SELECT accounts.role FROM "+table+" AS proof JOIN accounts ON accounts.id = proof.account "+
		"WHERE proof.id = $1 AND accounts.id = $2 AND accounts.closed = 0 AND accounts.deleting = 0", id, i.Account.ID).
		Scan(&role)
	if errors.Is(err, sql.ErrNoRows) || err == nil && !auth.Role(role).AtLeast(i.Account.Role) {
		return auth.ErrEnded
	}
	return err
}
