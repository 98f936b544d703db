package archive

import (
	"context"

	"github.com/wane-chess/wane/internal/server/livegame"
)

// Put archives a game with a record.
func (a *Archive) Put(ctx context.Context, s livegame.Summary, r Record) error {
	return a.put(ctx, s, &r)
}

// SetFew sets maxSorted.
func (a *Archive) SetFew(n int) { a.maxSorted = n }
