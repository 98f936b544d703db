package node

import (
	"context"
	"errors"

	"github.com/wane-chess/wane/internal/live/store"
)

// Backup copies a node's database to a file, as store.Backup does. The node may be running.
func Backup(ctx context.Context, c Config, file string, replace bool) (store.Contents, error) {
	return store.Backup(ctx, c.withDefaults().DB, file, replace)
}

// Restore replaces a node's database by a backup, as store.Restore does. It fails while a
// node is running on the data directory.
func Restore(ctx context.Context, c Config, file string, keep bool) (r store.Restored, err error) {
	own := c.DB == "" // in the data directory
	c = c.withDefaults()
	if own {
		lock, err := lockDir(c.Data)
		if err != nil {
			return r, err
		}
		defer func() { err = errors.Join(err, lock.Close()) }()
	}
	return store.Restore(ctx, c.DB, file, keep)
}
