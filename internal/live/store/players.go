package store

import (
	"context"

	"github.com/wane-chess/wane/internal/live/account"
	"github.com/wane-chess/wane/internal/server/db"
)

// Named returns the account with a name, in any case, or account.ErrNotFound.
func (s *Store) Named(ctx context.Context, name string) (account.Account, error) {
	key := account.Key(name)
	if key == "" {
		return account.Account{}, account.ErrNotFound
	}
	return db.One[account.Account](ctx, s.db, account.ErrNotFound, "SELECT * FROM accounts WHERE key = $1", key)
}

// Known returns the accounts with these IDs, in any order. Those that do not exist are missing.
func (s *Store) Known(ctx context.Context, ids []string) ([]account.Account, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	return db.All[account.Account](ctx, s.db, "SELECT * FROM accounts WHERE id IN ("+db.Marks(len(ids))+")",
		db.Args(ids)...)
}
