// Package openings names the openings of games.
//
// A name belongs to a position, whatever moves led there, and to the line that follows until the
// next position with a name. Accounts propose names and vote for them, one vote for each position. The
// name with most votes, at least Needed, is the position's name; moderators can hide proposals and
// settle a name. No two positions of a game have the same name.
//
// The main lines that come with wane (book.Lines) have names until people name their positions.
// Where there is neither, the first moves of a line are its name, as far as it is known: as far as
// enough games of the archive and of the starter games went through it.
package openings

import (
	"context"
	"errors"
	"time"

	"github.com/wane-chess/wane/internal/live/admin"
	"github.com/wane-chess/wane/internal/live/archive"
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

// Errors of stores and of the service.
var (
	// ErrNotFound: there is no such proposal, or it is hidden.
	ErrNotFound = errors.New("there is no such proposal")
	// ErrTaken: another position of the game has the name.
	ErrTaken = errors.New("another position has this name")
	// ErrHidden: moderators have hidden the name for this position.
	ErrHidden = errors.New("moderators have hidden this name")
	// ErrVotes: a name that is left to the votes has none.
	ErrVotes = errors.New("there are no votes for this name")
	// ErrMany: the account has proposed as many names as it may in a day.
	ErrMany = errors.New("too many proposals")
)

// Proposal is a name that was proposed for a position.
type Proposal struct {
	ID       int64
	Position archive.PositionHash
	Variant  string
	Name     string
	Folded   string   // see Fold
	Line     []string // the moves that led there, in UCI
	Author   string   // ID of an account; empty: it was deleted
	Created  time.Time
	Votes    int
	Hidden   bool // by moderators
	Shown    bool // it is the name of the position
	Settled  bool // moderators have made it so
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

// Store keeps names. It is safe for concurrent use. Each change of proposals and votes changes, in the
// same transaction, the names that follow from them: of a position, the settled name, or else the one with
// most votes, at least Needed, that is neither hidden nor that of another position of the game. Of two
// with equal votes the one that is the name stays, and else the older one wins. A proposal without votes
// that is neither hidden nor settled is deleted.
type Store interface {
	// OpeningNames returns the names of all positions.
	OpeningNames(ctx context.Context) ([]Named, error)
	// OpeningProposals returns what was proposed for a position, at most limit: its name first, then those
	// with most votes, the hidden ones last; and the ID of the one that an account votes for, or 0.
	OpeningProposals(
		ctx context.Context, position archive.PositionHash, account string, limit int,
	) ([]Proposal, int64, error)
	// ProposeOpening stores a proposal with the vote of its author, who must exist. If it was proposed
	// before, it is a vote. The error is ErrHidden, ErrTaken, or ErrMany if the author has MaxPerDay
	// proposals since a time.
	ProposeOpening(ctx context.Context, p Proposal, since time.Time) error
	// VoteOpening stores the vote of an account, in place of another for the same position. It returns
	// ErrNotFound for a proposal that does not exist or is hidden.
	VoteOpening(ctx context.Context, account string, id int64, at time.Time) error
	// UnvoteOpening takes the vote back, if there is one.
	UnvoteOpening(ctx context.Context, account string, id int64) error
	// ListOpenings returns proposals, the latest first.
	ListOpenings(ctx context.Context, q Query) ([]Proposal, error)
	// SetOpening makes a name that of a position whatever the votes, also if it was hidden or not proposed, and
	// notes that in the log, with the name before the ID. The error is ErrTaken if another position has it.
	SetOpening(ctx context.Context, p Proposal, e admin.Entry) error
	// HideOpening hides a proposal, or with all every proposal of its author, or shows it again, and notes that in
	// the log, with the name before the detail.
	HideOpening(ctx context.Context, id int64, hidden, all bool, e admin.Entry) error
	// SettleOpening makes a proposal the name of its position whatever the votes, or leaves it to the votes
	// again, and notes that in the log. The error is ErrNotFound or ErrTaken.
	SettleOpening(ctx context.Context, id int64, settled bool, e admin.Entry) error
}
