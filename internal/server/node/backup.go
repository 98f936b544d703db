package node

import (
	"context"
	"errors"

	"github.com/wane-chess/wane/internal/server/db"
)

// Backup copies a node's database to a file, as db.Backup does. The node may be running.
func Backup(ctx context.Context, c Config, file string, replace bool) (db.Contents, error) {
	return db.Backup(ctx, c.withDefaults().DB, file, replace)
}

// Restore replaces a node's database by a backup, as db.Restore does. It fails while a
// node is running on the data directory.
func Restore(ctx context.Context, c Config, file string, keep bool) (r db.Restored, err error) {
	own := c.DB == "" // in the data directory
	c = c.withDefaults()
	if own {
		lock, err := lockDir(c.Data)
		if err != nil {
			return r, err
		}
		defer func() { err = errors.Join(err, lock.Close()) }()
	}
	return db.Restore(ctx, c.DB, file, keep)
}
