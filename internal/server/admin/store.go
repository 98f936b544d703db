// Package admin does what the operator of a server does with its games: it finds, closes and
// deletes them, and, as the Sweeper, deletes what has been kept long enough.
//
// It works on the database, beside running nodes. A game is closed by an event like any
// other, so the order of events decides races with its players. A deleted game leaves its ID
// behind for a while: nodes that have it loaded find it there and tell the players, and no
// repeated request creates the game again.
package admin

import (
	"context"
	"time"

	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/livegame"
)

// Store is the database of a server. It is safe for concurrent use. Its changes make room for
// moves: they may wait.
type Store interface {
	// Load, Append and Now are those of livegame.Store.
	Load(ctx context.Context, id livegame.ID) (livegame.Header, []livegame.Event, error)
	Append(ctx context.Context, id livegame.ID, e livegame.Event, s livegame.Summary) error
	Now(ctx context.Context) (time.Time, error)
	// Games returns a page of games.
	Games(ctx context.Context, p Page) ([]livegame.Summary, error)
	// Delete deletes a game, with all that belongs to it. It returns livegame.ErrNotFound if there
	// is none, and livegame.ErrConflict if the game has changed.
	Delete(ctx context.Context, d Deletion) error
	// Active reports whether a guest has a seat in a game that is not finished or was changed
	// since, or created one, or has an account.
	Active(ctx context.Context, guest string, since time.Time) (bool, error)
	// Forget makes the guests of a finished game unknown. It keeps them until all features have read of its end. It
	// returns livegame.ErrConflict if the game has changed.
	Forget(ctx context.Context, s livegame.Summary, gone func(guest string) bool) error
	// ForgetDeleted forgets the IDs of games that were deleted before a time.
	ForgetDeleted(ctx context.Context, before time.Time) error
	// DB returns the database, for the log.
	DB() *db.DB
}

// Kind selects games for Page.
type Kind int

// The kinds of games.
const (
	All        Kind = iota
	Void            // no result or no move, and not live
	Remembered      // finished, with a guest who is known
)

// Page selects a page of games in the order of their last change.
type Page struct {
	Kind    Kind
	Variant string
	Status  livegame.Status
	Since   time.Time // last changed at or after; zero: any time
	Before  time.Time // last changed before; zero: any time
	// After is the game before the page; zero: the page is the first.
	After  livegame.Place
	Oldest bool // the first changed come first, not the last
	Limit  int
}

// Deletion is a game to delete.
type Deletion struct {
	Game  livegame.ID
	Seq   int // of its last event
	At    time.Time
	Entry *Entry // for the log; nil: none
}
