// Package feature says what a feature of the server is: a folder that owns its statements, routes and jobs. A feature
// declares itself once; package node alone lists all of them.
//
// Its folder has statements in sql.go, routes with their JSON in http.go, rules, jobs, and Data. What is deleted with
// an account or a game, what an account adopts from a guest, and what it exports are loops over the Data of all
// features.
package feature

import (
	"context"
	"database/sql"
	"errors"
	"slices"

	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/feed"
	"github.com/wane-chess/wane/internal/server/job"
	"github.com/wane-chess/wane/internal/server/web"
)

// Feature is a part of the server.
type Feature interface {
	// Register adds its routes to a kit.
	Register(k *web.Kit)
	// Jobs registers what it does by itself.
	Jobs(r *job.Runner)
}

// Data says what a feature stores of accounts, guests and games. It needs no service, so programs that only work on
// the database have the data of all features, too.
type Data struct {
	// Forget deletes what it stores of an account, or makes it nobody's, in the transaction that deletes the account,
	// and after that: the account's row has gone.
	Forget Step
	// ForgetName takes the name of an account out of what others see, in the same transaction: its IDs are the account
	// and its name.
	ForgetName Step
	// Sessions puts right what belongs to sessions, once those of an account have changed, in the same transaction: its
	// IDs are the account and the session that has begun, or "".
	Sessions Step
	// Adopt gives what a guest has stored to an account: its IDs are those of the guest and the account.
	Adopt Step
	// AdoptGame does so with what belongs to a finished game, in the transaction that gives the account the seats: its
	// IDs are those of the guest, the account and the game.
	AdoptGame Step
	// ForgetGuest deletes what only a player of a game could read: a guest who has not come for long, or an account
	// that is being deleted. Its IDs are the player and the game, from which the player is taken.
	ForgetGuest Step
	// ForgetGame deletes what belongs to a game, in the transaction that deletes the game.
	ForgetGame Step
	// Ended is who reads of games that have ended.
	Ended feed.Reader
	// Exports are what an account gets of its data.
	Exports []Export
}

// Step is a part of a transaction, for some IDs. Nil does nothing.
type Step func(ctx context.Context, t db.Tx, ids ...string) error

// Statements returns a step of statements whose parameters are the IDs.
func Statements(list ...string) Step {
	return func(ctx context.Context, t db.Tx, ids ...string) error { return t.Each(ctx, list, db.Args(ids)...) }
}

// Do does a step of all data, in its order.
func Do(ctx context.Context, t db.Tx, all []Data, step func(Data) Step, ids ...string) error {
	for _, d := range all {
		if f := step(d); f != nil {
			if err := f(ctx, t, ids...); err != nil {
				return err
			}
		}
	}
	return nil
}

// Export is one kind of data of an account: a file with the rows of a query, whose parameter $1 is the account's ID, or
// those that Rows returns. It shows no secret, and nothing that identifies another player. Times are milliseconds since
// 1970.
type Export struct {
	Name, Query string
	Rows        func(ctx context.Context, d *db.DB, account string) ([]map[string]any, error)
}

// ChangeAccount is Write for what begins or ends sessions, tokens and other ways into an account, changes what it may
// do, or ends with them. Such transactions of an account take turns from their beginning, and so do those that the
// account asks for: what was made by an identity that ends meanwhile is found by what ends it, or is not made.
func ChangeAccount(ctx context.Context, d *db.DB, id string, work func(context.Context, db.Tx) error) error {
	ids := []string{id}
	if i := auth.IdentityOf(ctx); i != nil && i.Account.ID != id {
		ids = append(ids, i.Account.ID)
	}
	slices.Sort(ids) // so that no two transactions wait for each other
	return d.Write(ctx, func(ctx context.Context, t db.Tx) error {
		for _, id := range ids {
			// what belongs to no account need not wait
			if err := LockAccount(ctx, t, id); err != nil && !errors.Is(err, auth.ErrNotFound) {
				return err
			}
		}
		if d.Guard != nil { // the identity may have ended while this waited for the locks
			if err := d.Guard(ctx, t); err != nil {
				return err
			}
		}
		return work(ctx, t)
	})
}

// LockAccount makes transactions that change the rows of an account take turns. It returns auth.ErrNotFound if there
// is no such account. Its place among the locks is behind db.LedgerLock and before db.PuzzlesLock.
func LockAccount(ctx context.Context, t db.Tx, id string) error {
	query := "SELECT seq FROM accounts WHERE id = $1"
	if !t.IsSQLite() { // where one transaction writes at a time
		query += " FOR NO KEY UPDATE"
	}
	var seq int
	err := t.Row(ctx, query, id).Scan(&seq)
	if errors.Is(err, sql.ErrNoRows) {
		err = auth.ErrNotFound
	}
	return err
}
