package store

import (
	"context"

	"github.com/uptrace/bun"

	"github.com/wane-chess/wane/internal/live/account"
)

// Named returns the account with a name, in any case, or account.ErrNotFound.
func (s *Store) Named(ctx context.Context, name string) (account.Account, error) {
	key := account.Key(name)
	if key == "" {
		return account.Account{}, account.ErrNotFound
	}
	r, err := s.AccountByKey(ctx, key)
	if err != nil {
		return account.Account{}, err
	}
	return r.Account, nil
}

// Known returns the accounts with these IDs, in any order. Those that do not exist are missing.
func (s *Store) Known(ctx context.Context, ids []string) ([]account.Account, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	ctx, cancel := s.reading(ctx)
	defer cancel()
	var rows []accountRow
	if err := s.read.NewSelect().Model(&rows).Where("id IN (?)", bun.List(ids)).Scan(ctx); err != nil {
		return nil, s.accountError(ctx, "find accounts", err)
	}
	list := make([]account.Account, len(rows))
	for i := range rows {
		list[i] = rows[i].record().Account
	}
	return list, nil
}
