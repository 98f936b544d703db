// Package moderation is how accounts tell moderators of accounts that misbehave, and what moderators and admins do with
// accounts.
//
// A report has a reason and a few words, and may name a page, a place, such as a game, or a message of its chat. What
// was written there is copied at that moment, since the chat is deleted sooner. An account has at most
// one open report about another. Moderators decide about all open reports on an account at once, up
// to the last that they have read, so one that arrives meanwhile stays open.
package moderation

import (
	"context"
	"time"

	"github.com/wane-chess/wane/internal/server/account"
	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/chat"
	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/job"
	"github.com/wane-chess/wane/internal/server/problem"
)

// Reason says what is wrong.
type Reason string

// The reasons.
const (
	Cheating Reason = "cheating" // help of an engine, or games lost or won on purpose
	Insult   Reason = "insult"
	Spam     Reason = "spam"
	Name     Reason = "name" // an offensive name
	Other    Reason = "other"
)

// reasons are all reasons.
var reasons = []Reason{Cheating, Insult, Spam, Name, Other}

// Outcome is what moderators have decided.
type Outcome string

// The outcomes.
const (
	Dismissed Outcome = "dismissed" // nothing is wrong, or nothing can be done
	Muted     Outcome = "muted"     // the account cannot chat for a time
	Closed    Outcome = "closed"    // the account was closed
)

// Limits.
const (
	maxText = 500                 // characters of a report
	maxOpen = 20                  // open reports from an account
	keep    = 30 * 24 * time.Hour // how long a report is kept once it is decided
	before  = 10                  // messages that are copied before the reported one
	behind  = 5                   // and after it

	sweepEvery = time.Hour
)

// Errors for users.
var (
	// errOpen: the reporter has an open report about the account already.
	errOpen = problem.Conflict("The moderators have your report on this player already.")
	// errMany: the reporter has too many open reports.
	errMany = problem.Conflict("Many of your reports are open. Wait until the moderators have read some.")
	// errDecided means that no open report is left; another moderator may have been first.
	errDecided = problem.Conflict("Another moderator has decided these reports.")
	// errLate means that another moderator has decided the reports first, but that the account was muted or
	// closed all the same.
	errLate = problem.Conflict(
		"Another moderator has decided these reports first, but the account was muted or closed all the same.")
)

// Chat reads the chat, also what is hidden, as *chat.Service.
type Chat interface {
	Readable(ctx context.Context, place chat.Place, r chat.Reader) ([]chat.RoomName, error)
	Written(
		ctx context.Context, place chat.Place, r chat.Reader, room chat.RoomName, after, limit int,
	) ([]chat.Message, error)
}

// Accounts finds and changes accounts, as *account.Service does.
type Accounts interface {
	Find(ctx context.Context, name string) (auth.Account, error)
	User(ctx context.Context, name string) (*account.Record, error)
	Users(ctx context.Context, p account.Page) ([]*account.Record, error)
	Governs(i *auth.Identity, r *account.Record) error
	Close(ctx context.Context, id string) error
	Mute(ctx context.Context, id string, until time.Time) error
	Act(ctx context.Context, a account.Action, id, value, reason string) (detail string, err error)
}

// Options are what a Service needs. Chat is needed for reports only.
type Options struct {
	DB       *db.DB
	Accounts Accounts
	Chat     Chat
	Now      func() time.Time
}

// Service takes reports and decides them. It is safe for concurrent use.
type Service struct{ o Options }

// New returns a service. It needs Jobs to delete old reports.
func New(o Options) *Service { return &Service{o} }

// Jobs registers the deletion of old reports.
func (s *Service) Jobs(r *job.Runner) { r.Every("reports", sweepEvery, job.OneNode, s.forget) }
