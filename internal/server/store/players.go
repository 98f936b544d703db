package store

import (
	"context"
	"maps"
	"slices"

	"github.com/wane-chess/wane/internal/server/account"
)

// Named returns the account with a name, in any case, or account.ErrNotFound.
func (s *Store) Named(ctx context.Context, name string) (account.Account, error) {
	return account.Named(ctx, s.db, name)
}

// Known returns the accounts with these IDs, in any order. Those that do not exist are missing.
func (s *Store) Known(ctx context.Context, ids []string) ([]account.Account, error) {
	known, err := account.Known(ctx, s.db, ids)
	return slices.Collect(maps.Values(known)), err
}
