package feature

import (
	"context"
	"errors"

	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/problem"
)

// PlayerPath is the part of a path that names an account.
type PlayerPath struct {
	Name string `path:"name" maxLength:"100" doc:"of the account, in any case"`
}

// Player returns the account with a name, in any case, or a problem if there is none.
func Player(ctx context.Context, q db.Queryer, name string) (auth.Account, error) {
	a, err := auth.Named(ctx, q, name)
	if errors.Is(err, auth.ErrNotFound) {
		err = problem.Missing("There is no such player.")
	}
	return a, err
}
