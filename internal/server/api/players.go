package api

import (
	"context"
	"errors"

	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/problem"
)

// Players finds accounts.
type Players interface {
	// Named returns the account with a name, in any case, or auth.ErrNotFound.
	Named(ctx context.Context, name string) (auth.Account, error)
	// Known returns the accounts with these IDs, in any order. Those that do not exist are missing.
	Known(ctx context.Context, ids []string) ([]auth.Account, error)
}

// named returns the account with a name. Its error is fit for clients.
func (s *API) named(ctx context.Context, name string) (auth.Account, error) {
	a, err := s.o.Players.Named(ctx, name)
	if errors.Is(err, auth.ErrNotFound) {
		return a, problem.Missing("There is no such player.")
	}
	if err != nil {
		return a, err
	}
	return a, nil
}
