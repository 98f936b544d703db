package auth

import (
	"context"

	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/livegame"
)

// Known returns the accounts with these IDs. Those that do not exist are missing.
func Known(ctx context.Context, q db.Queryer, ids []string) (map[string]Account, error) {
	known := map[string]Account{}
	if len(ids) == 0 {
		return known, nil
	}
	list, err := db.All[Account](ctx, q, "SELECT * FROM accounts WHERE id IN ("+db.Marks(len(ids))+")", db.Args(ids)...)
	for _, a := range list {
		known[a.ID] = a
	}
	return known, err
}

// People shows the accounts with these IDs. Those that do not exist are missing, and so nil.
func People(ctx context.Context, q db.Queryer, ids ...string) (map[string]*livegame.Person, error) {
	known, err := Known(ctx, q, ids)
	people := make(map[string]*livegame.Person, len(known))
	for id, a := range known {
		p := a.Person()
		people[id] = &p
	}
	return people, err
}

// Named returns the account with a name, in any case, or ErrNotFound.
func Named(ctx context.Context, q db.Queryer, name string) (Account, error) {
	key := Key(name)
	if key == "" {
		return Account{}, ErrNotFound
	}
	return db.One[Account](ctx, q, ErrNotFound, "SELECT * FROM accounts WHERE key = $1", key)
}

// Deleted returns which of two IDs were those of accounts that are deleted.
func Deleted(ctx context.Context, q db.Queryer, a, b string) ([]string, error) {
	return db.All[string](ctx, q, "SELECT guest FROM claims WHERE guest IN ($1, $2) AND account = ''", a, b)
}

// Check returns ErrEnded if the context has an identity whose session or token is not there any more, or whose account
// is not open or lacks the role. It is the guard of all transactions.
func Check(ctx context.Context, t db.Tx) error {
	i := IdentityOf(ctx)
	if i == nil {
		return nil
	}
	table, id := "sessions", i.Session
	if id == "" {
		table, id = "tokens", i.Token
	}
	role, err := db.One[Role](ctx, t, ErrEnded, "SELECT accounts.role FROM "+table+` AS proof
		JOIN accounts ON accounts.id = proof.account WHERE proof.id = $1 AND accounts.id = $2
		AND accounts.closed = 0 AND accounts.deleting = 0`, id, i.Account.ID)
	if err == nil && !role.AtLeast(i.Account.Role) {
		err = ErrEnded
	}
	return err
}
