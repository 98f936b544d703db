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

	"github.com/wane-chess/wane/internal/live/archive"
	"github.com/wane-chess/wane/internal/live/livegame"
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
	// Forget makes the guests of a finished game unknown. A rated game keeps them until it is settled. It
	// returns livegame.ErrConflict if the game has changed.
	Forget(ctx context.Context, s livegame.Summary, gone func(guest string) bool) error
	// ForgetAskers forgets who asked for reviews that ended, at most limit, and returns how many.
	ForgetAskers(ctx context.Context, before time.Time, limit int) (int, error)
	// ForgetChat deletes messages that were written before a time, at most limit, and returns how
	// many.
	ForgetChat(ctx context.Context, before time.Time, limit int) (int, error)
	// ForgetDeleted forgets the IDs of games that were deleted before a time.
	ForgetDeleted(ctx context.Context, before time.Time) error
	// Log notes what an operator did.
	Log(ctx context.Context, e Entry) error
	// Entries returns a part of what operators did, the latest first.
	Entries(ctx context.Context, q LogQuery) ([]Entry, error)
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
	// Record has the game's ID and what it counts for in the archive.
	Record archive.Record
	Seq    int // of its last event
	At     time.Time
	Entry  *Entry // for the log; nil: none
}

// Entry is what an operator did.
type Entry struct {
	ID       int64 // its number in the log
	At       time.Time
	Operator string
	Action   Action
	Game     livegame.ID // empty: several, or none
	Account  string      // key of an account; empty: none
	Detail   string
}

// LogQuery selects entries of the log.
type LogQuery struct {
	Game    livegame.ID // only what was done with a game; empty: all
	Account string      // only what was done with the account of this key; empty: all
	Before  int64       // only entries before this number; 0: all
	Limit   int
}

// Action is what was done.
type Action string

// The actions.
const (
	Closed   Action = "close"
	Deleted  Action = "delete"
	Exported Action = "export"
	// Of accounts:
	UserClosed   Action = "close account"
	UserReopened Action = "reopen account"
	UserRole     Action = "role"
	UserMuted    Action = "mute"
	UserToken    Action = "token"
	// ReportsDecided: of all open reports on an account.
	ReportsDecided Action = "reports"
	// Of puzzles, whose ID is in the detail:
	PuzzleRests    Action = "rest puzzle"
	PuzzleReleased Action = "release puzzle"
	PuzzleRemoved  Action = "remove puzzle"
	// Of names of openings, which are in the detail with their numbers:
	OpeningHidden    Action = "hide opening name"
	OpeningUnhidden  Action = "unhide opening name"
	OpeningSettled   Action = "settle opening name"
	OpeningUnsettled Action = "unsettle opening name"
	// Of studies, whose IDs and names are in the detail:
	StudyHidden   Action = "hide study"
	StudyUnhidden Action = "unhide study"
	StudyComment  Action = "remove study comment"
)
