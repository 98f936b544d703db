// Package relations is what accounts are to each other: one follows another, or blocks it.
//
// Who is blocked begins no game with the account that blocks, is not paired with it, cannot follow
// it, and writes nothing that it reads. Every node asks for blocks often, so each remembers them
// for some seconds; a notice makes the others forget them after a change.
//
// It also knows who is online: each node writes down from time to time which accounts are
// connected to it, and until when that holds.
package relations

import (
	"context"
	"errors"
	"time"
)

// Kind is what an account is to another.
type Kind string

// The kinds. An account is at most one of them to another.
const (
	None   Kind = ""
	Follow Kind = "follow"
	Block  Kind = "block"
)

// Most is how many accounts an account may follow, and how many it may block.
const Most = 500

// Errors of stores.
var (
	// ErrMany: the account follows or blocks as many as it may.
	ErrMany = errors.New("the account follows or blocks as many as it may")
	// ErrBlocked: the other account blocks this one.
	ErrBlocked = errors.New("the account is blocked")
)

// Relation is what an account is to another.
type Relation struct {
	Account, Other string // IDs
	Kind           Kind
	At             time.Time
}

// Store keeps relations. It is safe for concurrent use. Its changes make room for moves: they may
// wait.
type Store interface {
	// Relate stores a relation in the place of an earlier one, and reports whether it was another. The error
	// is ErrMany if the account has most of its kind, and ErrBlocked if it would follow an account that
	// blocks it. A block ends that the other follows the account.
	Relate(ctx context.Context, r Relation, most int) (changed bool, err error)
	// Unrelate deletes a relation of a kind, if there is one.
	Unrelate(ctx context.Context, account, other string, k Kind) error
	// Relation returns what an account is to another.
	Relation(ctx context.Context, account, other string) (Kind, error)
	// Relations returns the relations of an account, the latest first.
	Relations(ctx context.Context, account string) ([]Relation, error)
	// Followers returns how many accounts follow an account.
	Followers(ctx context.Context, account string) (int, error)
	// Blocked returns whom accounts block.
	Blocked(ctx context.Context, accounts []string) (map[string][]string, error)

	// SetSeen notes until when accounts are online, and ForgetSeen deletes what ended before a time.
	SetSeen(ctx context.Context, accounts []string, until time.Time) error
	ForgetSeen(ctx context.Context, before time.Time) error
	// Seen returns those of some accounts that are online and not invisible. Bots are, too, while
	// they listen.
	Seen(ctx context.Context, accounts []string, now time.Time) ([]string, error)
	// SetInvisible says whether others do not see that an account is online; Invisible returns it.
	SetInvisible(ctx context.Context, account string, invisible bool) error
	Invisible(ctx context.Context, account string) (bool, error)
}
