// Package opening names the openings of games.
//
// A name belongs to a position, whatever moves led there, and to the line that follows until the
// next position with a name. Accounts propose names and vote for them, one vote for each position. The
// name with most votes, at least Needed, is the position's name; moderators can hide proposals and
// settle a name. No two positions of a game have the same name.
//
// The main lines that come with wane (book.Lines) have names until people name their positions.
// Where there is neither, the first moves of a line are its name, as far as it is known: as far as
// enough games of the archive and of the starter games went through it.
//
// A transaction that changes votes also changes the names that follow from them. A node remembers all names for
// seconds, and for minutes how many games went through the positions of first moves.
package opening

import (
	"net/http"
	"time"

	"github.com/wane-chess/wane/internal/server/archive"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/problem"
)

const (
	// MaxPlies is how deep in a game a position can have a name.
	MaxPlies = archive.Depth
	// MinText is how many characters a name has at least.
	MinText = 3
	// MaxText is how many it has at most.
	MaxText = 60
	// Needed is how many accounts must vote for a name until all see it. The one that proposes it
	// is the first.
	Needed = 3
	// MaxPerDay is how many names an account may propose in a day.
	MaxPerDay = 10
	// MaxListed is how many proposals of a position are listed.
	MaxListed = 30
)

// Errors of the service.
var (
	// ErrNotFound: there is no such proposal, or it is hidden.
	ErrNotFound = problem.Missing("This name is no longer proposed.")
	// ErrTaken: another position of the game has the name.
	ErrTaken = problem.New(http.StatusConflict, problem.CodeDuplicate, "Another opening of this game has the name.")
	// ErrHidden: moderators have hidden the name for this position.
	ErrHidden = problem.Conflict("The moderators do not want this name.")
	// ErrVotes: a name that is left to the votes has none.
	ErrVotes = problem.Conflict("No account votes for this name any more.")
	// ErrMany: the account has proposed as many names as it may in a day.
	ErrMany = problem.New(http.StatusConflict, problem.CodeTooMany,
		"You have proposed as many names as you may in a day.")
)

// Proposal is a name that was proposed for a position.
type Proposal struct {
	ID       int64                `json:"id"`
	Position archive.PositionHash `json:"-" bun:"spot"`
	Variant  string               `json:"-"`
	Name     string               `json:"name"`
	Folded   string               `json:"-"` // see Fold
	Line     string               `json:"-"` // the moves that led there, as UCI with spaces between
	Author   string               `json:"-"` // ID of an account; empty: it was deleted
	By       *livegame.Person     `json:"author,omitempty" bun:"-" doc:"absent if the account was deleted"`
	Created  time.Time            `json:"-"`
	Votes    int                  `json:"votes"`
	Mine     bool                 `json:"mine,omitempty" doc:"you vote for it"`
	Shown    bool                 `json:"shown,omitempty" doc:"it is the name of the position"`
	Settled  bool                 `json:"settled,omitempty" doc:"moderators have chosen it"`
	Hidden   bool                 `json:"hidden,omitempty" doc:"only moderators see it"`
}

// Query selects proposals. Zero fields do not restrict it.
type Query struct {
	Variant string
	Shown   bool  // only those that are the name of their position
	Before  int64 // only those with a smaller ID
	Limit   int
}

// Named is a position with a name.
type Named struct {
	Variant  string
	Position archive.PositionHash
	Name     string
}
