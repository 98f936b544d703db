package gamestore

import (
	"context"

	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/feature"
)

// transaction is a transaction with what this package does in one.
type transaction struct {
	db.Tx
	data []feature.Data // of all features
}

// each does a step of the data of all features.
func (t transaction) each(ctx context.Context, step func(feature.Data) feature.Step, ids ...string) error {
	return feature.Do(ctx, t.Tx, t.data, step, ids...)
}

// lock takes locks, in the order of their numbers.
func (t transaction) lock(ctx context.Context, locks ...db.Lock) error {
	for _, l := range locks {
		if err := t.Lock(ctx, l, ""); err != nil {
			return err
		}
	}
	return nil
}

// chore runs work in a transaction that nobody waits for. If the context has an identity, the work is done only while
// that is valid, which is checked in the same transaction.
func (s *Store) chore(ctx context.Context, work func(context.Context, transaction) error) error {
	return s.db.Chore(ctx, func(ctx context.Context, t db.Tx) error { return work(ctx, transaction{t, s.data}) })
}
