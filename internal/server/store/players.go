package store

import (
	"context"
	"maps"
	"slices"

	"github.com/wane-chess/wane/internal/server/auth"
)

// Named returns the account with a name, in any case, or auth.ErrNotFound.
func (s *Store) Named(ctx context.Context, name string) (auth.Account, error) {
	return auth.Named(ctx, s.db, name)
}

// Known returns the accounts with these IDs, in any order. Those that do not exist are missing.
func (s *Store) Known(ctx context.Context, ids []string) ([]auth.Account, error) {
	known, err := auth.Known(ctx, s.db, ids)
	return slices.Collect(maps.Values(known)), err
}
