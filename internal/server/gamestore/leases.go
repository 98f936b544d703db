package gamestore

import (
	"context"
	"time"

	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/job"
)

var _ job.Leases = (*Store)(nil)

// Lease implements job.Leases.
func (s *Store) Lease(ctx context.Context, name, node string, now, until time.Time) (mine bool, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, t db.Tx) error { // chores of other jobs must not delay it
		mine, err = t.Do(ctx, `INSERT INTO leases (job, node, until) VALUES ($1, $2, $3)
			ON CONFLICT (job) DO UPDATE SET node = excluded.node, until = excluded.until
			WHERE leases.node = excluded.node OR leases.until <= $4`, name, node, until, now)
		return err
	})
	return mine && err == nil, err
}
