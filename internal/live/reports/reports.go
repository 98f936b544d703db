// Package reports is how accounts tell moderators of accounts that misbehave.
//
// A report has a reason and a few words, and may name a page, a game or a message of its chat. What was
// written there is copied at that moment, since the chat is deleted sooner. An account has at most
// one open report about another. Moderators decide about all open reports on an account at once, up
// to the last that they have read, so one that arrives meanwhile stays open.
package reports

import (
	"context"
	"errors"
	"time"

	"github.com/wane-chess/wane/internal/live/admin"
	"github.com/wane-chess/wane/internal/live/chat"
	"github.com/wane-chess/wane/internal/live/livegame"
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

// Reasons are all reasons.
var Reasons = []Reason{Cheating, Insult, Spam, Name, Other}

// Outcome is what moderators have decided.
type Outcome string

// The outcomes.
const (
	Dismissed Outcome = "dismissed" // nothing is wrong, or nothing can be done
	Muted     Outcome = "muted"     // the account cannot chat for a time
	Closed    Outcome = "closed"    // the account was closed
)

// Outcomes are all outcomes.
var Outcomes = []Outcome{Dismissed, Muted, Closed}

// Limits.
const (
	MaxText = 500                 // characters of a report
	MaxOpen = 20                  // open reports from an account
	Keep    = 30 * 24 * time.Hour // how long a report is kept once it is decided
	before  = 10                  // messages that are copied before the reported one
	behind  = 5                   // and after it
)

// Report is what an account says about another.
type Report struct {
	ID       int64 // they are decided in this order
	At       time.Time
	Reporter string // ID of the account; empty: it was deleted
	Reported string // ID of the account
	Reason   Reason
	Text     string
	Game     livegame.ID // empty: none
	Messages []Message   // of the game's chat
	Decided  time.Time   // zero: the report is open
	Outcome  Outcome
	By       string // name of the moderator who decided
}

// Message is one of the chat, as it was when it was reported.
type Message struct {
	Room     chat.Room `json:"room"`
	Seq      int       `json:"seq"`
	At       time.Time `json:"at"`
	Name     string    `json:"name"`
	Preset   string    `json:"preset,omitempty"`
	Text     string    `json:"text,omitempty"`
	Theirs   bool      `json:"theirs,omitempty"`   // the reported account wrote it
	Reported bool      `json:"reported,omitempty"` // the report is about it
	Page     string    `json:"page,omitempty"`     // path of a page that the report is about, instead of a message
}

// Case is an account with open reports.
type Case struct {
	Account     string // ID
	Reports     int
	Reasons     []Reason
	First, Last time.Time
}

// Errors of the store.
var (
	// ErrOpen: the reporter has an open report about the account already.
	ErrOpen = errors.New("there is an open report already")
	// ErrMany: the reporter has too many open reports.
	ErrMany = errors.New("too many open reports")
	// ErrDecided means that no open report is left; another moderator may have been first.
	ErrDecided = errors.New("no open report is left")
	// ErrLate means that another moderator has decided the reports first, but that the account was muted or
	// closed all the same.
	ErrLate = errors.New("another moderator has decided first, but the account was muted or closed all the same")
)

// Store keeps reports. It is safe for concurrent use.
type Store interface {
	// AddReport stores a report and returns it with its ID, or ErrOpen or ErrMany.
	AddReport(ctx context.Context, r Report) (Report, error)
	// Cases returns the accounts with open reports: those with most reports first, and of them
	// those that wait longest; and how many accounts there are.
	Cases(ctx context.Context, limit int) (list []Case, all int, err error)
	// ReportsOn returns the reports on an account, the latest first.
	ReportsOn(ctx context.Context, account string, limit int) ([]Report, error)
	// OpenReports counts the open reports on an account up to an ID.
	OpenReports(ctx context.Context, account string, upTo int64) (int, error)
	// Decide closes the open reports on an account up to an ID, and notes in the log what entry returns
	// for their number; or it returns ErrDecided if there are none.
	Decide(
		ctx context.Context, account string, upTo int64, o Outcome, by string, at time.Time, entry func(n int) admin.Entry,
	) error
	// ForgetReports deletes reports that were decided before a time.
	ForgetReports(ctx context.Context, before time.Time) error
}
