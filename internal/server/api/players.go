package api

import (
	"context"
	"errors"

	"github.com/wane-chess/wane/internal/server/account"
	"github.com/wane-chess/wane/internal/server/problem"
)

// Players finds accounts.
type Players interface {
	// Named returns the account with a name, in any case, or account.ErrNotFound.
	Named(ctx context.Context, name string) (account.Account, error)
	// Known returns the accounts with these IDs, in any order. Those that do not exist are missing.
	Known(ctx context.Context, ids []string) ([]account.Account, error)
}

// named returns the account with a name. Its error is fit for clients.
func (s *API) named(ctx context.Context, name string) (account.Account, error) {
	a, err := s.o.Players.Named(ctx, name)
	if errors.Is(err, account.ErrNotFound) {
		return a, problem.Missing("There is no such player.")
	}
	if err != nil {
		return a, err
	}
	return a, nil
}
