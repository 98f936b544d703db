package archive

import (
	"context"
	"errors"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/live/livegame"
)

// ErrBusy says that another node is archiving games at this moment.
var ErrBusy = errors.New("another node is archiving games")

// Store is what the archive needs of a database. Its methods are safe for
// concurrent use.
type Store interface {
	// Search returns the games that a query selects, the last ended first. The
	// query must be one that Check finds nothing wrong with.
	Search(ctx context.Context, q Query) ([]Game, error)
	// Unarchived returns finished games that are not archived yet, at most so many,
	// those that were changed last at the end.
	Unarchived(ctx context.Context, limit int) ([]livegame.Summary, error)
	// Archive keeps records, all or none. Games that are archived already are left
	// as they are. It makes way for moves: it may wait for them, and may leave out
	// games that are being written to, which stay unarchived. It returns ErrBusy if
	// another node is at it.
	Archive(ctx context.Context, records []Record) error
	// MoveTallies returns what was played in a position, the most frequent move first.
	MoveTallies(ctx context.Context, spot PositionHash) ([]MoveTally, error)
	// PublicGames returns the archived public games of those that are named, in any order.
	PublicGames(ctx context.Context, ids []livegame.ID) ([]Game, error)
	// EventsAfter returns the events of a game after that number, as livegame.Store does.
	EventsAfter(ctx context.Context, id livegame.ID, seq int) ([]livegame.Event, error)
}

// Tally counts how games ended.
type Tally struct {
	White, Draws, Black int
	// Plies is how long they were, together.
	Plies int
}

// Games is how many games there are.
func (t Tally) Games() int { return t.White + t.Draws + t.Black }

// Add adds another tally.
func (t *Tally) Add(o Tally) {
	t.White += o.White
	t.Draws += o.Draws
	t.Black += o.Black
	t.Plies += o.Plies
}

// Count adds a game.
func (t *Tally) Count(r game.Result, plies int) {
	switch r {
	case game.WhiteWins:
		t.White++
	case game.BlackWins:
		t.Black++
	case game.Draw:
		t.Draws++
	default:
		return
	}
	t.Plies += plies
}

// RecentGames is how many games are remembered by name for each move in a
// position.
const RecentGames = 5

// MoveTally is a move that was played in a position, in so many games.
type MoveTally struct {
	Move string // in UCI; "": the games ended there
	Tally
	Last time.Time // when the last of the games ended
	// Recent are the last archived of the games, the latest first. Not all of them
	// need exist.
	Recent []livegame.ID
}
