package node

import (
	"context"

	"github.com/wane-chess/wane/internal/server/db"
)

// Migrate makes the schema of a node's database that of this program, as db.Migrate does. Nodes may be running.
func Migrate(ctx context.Context, c Config, retried func(error)) (db.Migrated, error) {
	return db.Migrate(ctx, c.withDefaults().DB, retried)
}
