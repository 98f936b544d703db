package tournament

import (
	"context"
	"errors"
	"time"

	"github.com/wane-chess/wane/internal/server/livegame"
)

// Errors of stores and of the service.
var (
	// ErrNotFound: there is no such tournament.
	ErrNotFound = errors.New("there is no such tournament")
	// ErrConflict: the tournament has changed since it was read, or its ID is in use.
	ErrConflict = errors.New("the tournament has changed")
	// ErrMany: the account has as many open tournaments as it may have.
	ErrMany = errors.New("too many open tournaments")
)

// Row is what is stored of a tournament beside its events.
type Row struct {
	Terms
	Seq     int
	Status  Status
	Starts  time.Time // after delays
	Updated time.Time
	Players int
}

// Gone is a player whose account is closed or, with Deleted, is no more.
type Gone struct {
	Tournament livegame.ID
	Player     int
	Deleted    bool
}

// Query selects tournaments. Zero fields do not restrict it.
type Query struct {
	Status  []Status
	Variant string // with its other rankings, of Diminuendo Chess
	// Listed leaves out private tournaments.
	Listed bool
	// Due selects those that have started, or should have by then.
	Due time.Time
	// Director, with Due, leaves out those that another node directs, and puts those first that no
	// node has looked after for the longest time.
	Director string
	// ByStart orders them by their start, the next first; else the last changed is first.
	ByStart bool
	Limit   int // 0: 100
}

// Store keeps tournaments. It is safe for concurrent use; a change is on disk when its method returns nil.
type Store interface {
	// CreateTournament stores a tournament without events. It changes nothing if the creator has one of that
	// ID. The error is ErrConflict if another account has, and ErrMany if the creator, an account, has most that
	// are not over.
	CreateTournament(ctx context.Context, t Terms, most int) error
	// Tournament returns a tournament with its players by number and its events from number after+1 on, or ErrNotFound.
	// With after, the players are nil if none has joined since.
	Tournament(ctx context.Context, id livegame.ID, after int) (Row, []Player, []Event, error)
	// AppendTournament adds an event and updates the row, in one transaction, with the player who joins first, or nil.
	// It returns ErrConflict unless the event has the next number.
	AppendTournament(ctx context.Context, e Event, p *Player, r Row) error
	// Tournaments returns tournaments.
	Tournaments(ctx context.Context, q Query) ([]Row, error)
	// LeadTournament makes a node direct a tournament until a time, unless another one does. It returns
	// when a node looked after it last, and with seen notes that this one has, up to now.
	LeadTournament(
		ctx context.Context, id livegame.ID, node string, now, until time.Time, seen bool,
	) (last time.Time, leads bool, err error)
	// GonePlayers returns players of tournaments that are not over whose accounts are closed or deleted.
	GonePlayers(ctx context.Context) ([]Gone, error)
	// Plays reports whether an account is a player of a tournament that is not over.
	Plays(ctx context.Context, account string) (bool, error)
	// ForgetTournaments deletes tournaments that were canceled before a time.
	ForgetTournaments(ctx context.Context, before time.Time) error
}
