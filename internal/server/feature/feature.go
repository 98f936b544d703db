// Package feature says what a feature of the server is: a folder that owns its statements, routes and jobs. A feature
// declares itself once; package node alone lists all of them.
package feature

import (
	"context"
	"database/sql"
	"errors"

	"github.com/wane-chess/wane/internal/live/account"
	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/job"
	"github.com/wane-chess/wane/internal/server/web"
)

// Feature is a part of the server.
type Feature interface {
	// Register adds its routes to a kit.
	Register(k *web.Kit)
	// Jobs registers what it does by itself.
	Jobs(r *job.Runner)
	Data
}

// Data is what a feature stores of accounts.
type Data interface {
	// Forget deletes what it stores of an account, or makes it nobody's, in the transaction that deletes the account.
	Forget(ctx context.Context, t db.Tx, account string) error
	// Exports are what an account gets of its data.
	Exports() []Export
}

// Export is one kind of data of an account: a file with the rows of a query, whose parameter $1 is the account's ID. It
// shows no secret, and nothing that identifies another player. Times are milliseconds since 1970.
type Export struct{ Name, Query string }

// LockAccount makes transactions that change the rows of an account take turns. It returns account.ErrNotFound if there
// is no such account.
func LockAccount(ctx context.Context, t db.Tx, id string) error {
	query := "SELECT seq FROM accounts WHERE id = $1"
	if !t.IsSQLite() { // where one transaction writes at a time
		query += " FOR NO KEY UPDATE"
	}
	var seq int
	err := t.Row(ctx, query, id).Scan(&seq)
	if errors.Is(err, sql.ErrNoRows) {
		err = account.ErrNotFound
	}
	return err
}
