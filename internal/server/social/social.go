// Package social is what accounts are to each other: one follows another, or blocks it.
//
// Who is blocked begins no game with the account that blocks, is not paired with it, cannot follow
// it, and writes nothing that it reads. Every node asks for blocks often, so each remembers them
// for some seconds; a notice makes the others forget them after a change.
//
// It also knows who is online: each node writes down from time to time which accounts are
// connected to it, and until when that holds.
package social

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/maypok86/otter/v2"

	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/livegame"
)

// Kind is what an account is to another.
type Kind string

// The kinds. An account is at most one of them to another.
const (
	None   Kind = ""
	Follow Kind = "follow"
	Block  Kind = "block"
)

// most is how many accounts an account may follow, and how many it may block.
const most = 500

// Errors of relate.
var (
	// errMany: the account follows or blocks as many as it may.
	errMany = errors.New("the account follows or blocks as many as it may")
	// errBlocked: the other account blocks this one.
	errBlocked = errors.New("the account is blocked")
)

// Errors for users, as *livegame.Error.
const (
	many    livegame.Code = "too-many" // as many as there may be
	refused livegame.Code = "refused"  // the other does not want it
)

const (
	// topic stands in notices that blocks have changed.
	topic livegame.ID = "_relations"
	// A node remembers for cacheTime whom an account blocks, if it does not hear of a change.
	cacheTime = 5 * time.Second
	cacheSize = 50_000
)

// Games is what the service needs of the game manager.
type Games interface {
	List(ctx context.Context, q livegame.Query) ([]livegame.Summary, error)
}

// Options are what a Service needs.
type Options struct {
	DB    *db.DB
	Queue livegame.Bus
	Games Games
	// Here returns the accounts that are connected to this node.
	Here func() []string
	// Followed is called when an account begins to follow another. It may be nil.
	Followed func(ctx context.Context, account, other string)
	Now      func() time.Time // nil: the system's clock
	Log      *slog.Logger     // nil: none
}

// Service is the relations of accounts as one node knows them. It is safe for concurrent use. It
// hears of changes on other nodes while its jobs run.
type Service struct {
	o       Options
	most    int
	see     func(ctx context.Context, accounts []string, until time.Time) error // setSeen
	blocked *otter.Cache[string, map[string]bool]                               // by the account that blocks
}

// New returns a service.
func New(o Options) *Service {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	s := &Service{o: o, most: most, blocked: otter.Must(&otter.Options[string, map[string]bool]{
		MaximumSize: cacheSize, ExpiryCalculator: otter.ExpiryWriting[string, map[string]bool](cacheTime),
	})}
	s.see = s.setSeen
	return s
}
