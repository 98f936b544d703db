package store

import (
	"context"
	"database/sql"
	"errors"
	"slices"

	"github.com/wane-chess/wane/internal/live/account"
)

// transact runs work in a transaction that games need not wait for. If the context has an identity, the work
// is done only while that is valid, which is checked in the same transaction.
func (s *Store) transact(ctx context.Context, work func(context.Context, transaction) error) error {
	return s.plainly(ctx, identified(ctx, work))
}

// chore is transact in the turn of chores: it excludes the node that archives games.
func (s *Store) chore(ctx context.Context, work func(context.Context, transaction) error) error {
	return s.inTurn(ctx, identified(ctx, work))
}

// changeAccount is transact for what begins or ends sessions, tokens and other ways into an account, or changes
// what it may do. Such transactions of an account take turns from their beginning, and so do those that the
// account asks for: what was made by an identity that ends meanwhile is found by what ends it, or is not made.
func (s *Store) changeAccount(ctx context.Context, id string, work func(context.Context, transaction) error) error {
	ids := []string{id}
	if i := account.IdentityOf(ctx); i != nil && i.Account.ID != id {
		ids = append(ids, i.Account.ID)
	}
	slices.Sort(ids) // so that no two transactions wait for each other
	work = identified(ctx, work)
	return s.plainly(ctx, func(ctx context.Context, t transaction) error {
		for _, id := range ids {
			// what belongs to no account need not wait
			if err := t.lockAccount(ctx, id); err != nil && !errors.Is(err, account.ErrNotFound) {
				return err
			}
		}
		return work(ctx, t)
	})
}

// identified returns work that fails with account.ErrEnded if the identity of a context is not valid any more.
func identified(
	ctx context.Context, work func(context.Context, transaction) error,
) func(context.Context, transaction) error {
	i := account.IdentityOf(ctx)
	if i == nil {
		return work
	}
	return func(ctx context.Context, t transaction) error {
		if err := t.checkIdentity(ctx, i); err != nil {
			return err
		}
		return work(ctx, t)
	}
}

// checkIdentity returns account.ErrEnded unless the session or token of an identity is there, and its account is
// open and has the role at least.
func (t transaction) checkIdentity(ctx context.Context, i *account.Identity) error {
	table, id := "sessions", i.Session
	if id == "" {
		table, id = "tokens", i.Token
	}
	var role string
	err := t.row(ctx, "SELECT accounts.role FROM "+table+" AS proof JOIN accounts ON accounts.id = proof.account "+
		"WHERE proof.id = $1 AND accounts.id = $2 AND accounts.closed = 0 AND accounts.deleting = 0", id, i.Account.ID).
		Scan(&role)
	if errors.Is(err, sql.ErrNoRows) || err == nil && !account.Role(role).AtLeast(i.Account.Role) {
		return account.ErrEnded
	}
	return err
}

// lockAccount makes transactions that change the rows of an account take turns.
func (t transaction) lockAccount(ctx context.Context, id string) error {
	query := "SELECT seq FROM accounts WHERE id = $1"
	if !t.sqlite { // where one transaction writes at a time
		query += " FOR NO KEY UPDATE"
	}
	var seq int
	err := t.row(ctx, query, id).Scan(&seq)
	if errors.Is(err, sql.ErrNoRows) {
		err = account.ErrNotFound
	}
	return err
}
