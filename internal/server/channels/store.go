package channels

import (
	"context"
	"time"

	"github.com/wane-chess/wane/internal/server/archive"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/manager"
)

// Store keeps which games channels show. It is safe for concurrent use.
type Store interface {
	// Channels returns what the channels show, in any order; those that have shown no game are missing.
	Channels(ctx context.Context) ([]Shown, error)
	// SetChannel stores what a channel shows from now on, unless it does not show the game before (any more): then
	// it returns false.
	SetChannel(ctx context.Context, before livegame.ID, now Shown) (bool, error)
}

// Games is what channels need of the game manager.
type Games interface {
	List(ctx context.Context, q livegame.Query) ([]livegame.Summary, error)
	Snapshot(ctx context.Context, id livegame.ID) (manager.Snapshot, error)
	WatchLobby(changed func()) (stop func())
	Now() time.Time
}

// Archive finds finished games.
type Archive interface {
	Search(ctx context.Context, q archive.Query) ([]archive.Game, error)
}
