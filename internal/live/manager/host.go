// Package manager runs the live games of one node: it takes commands, keeps what
// they lead to, and tells those who watch.
//
// A game is loaded when somebody asks for it and forgotten a while after nobody
// does. All that a manager holds can be made again from the store. Commands of one
// game come one after the other; when another node was faster the store says so,
// and the manager catches up and decides anew. Different games never wait for each
// other.
//
// An event counts when the store has it, and only then: watchers and other nodes
// hear of it afterwards, and where the store's answer is lost the manager asks the
// store what has become of it before it says anything more about the game.
package manager

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/wane-chess/wane/internal/live/livegame"
)

// Timing is how long a manager waits for things.
type Timing struct {
	Keep    time.Duration // how long a game that nobody watches stays loaded; default 1 min
	Sweep   time.Duration // how often to look for games that are due, and engines that were not asked; default 5 s
	Recheck time.Duration // how often to look for events that no notice told of; default 5 s
}

// withDefaults fills in what was left zero.
func (t Timing) withDefaults() Timing {
	return Timing{
		Keep:    cmp.Or(t.Keep, time.Minute),
		Sweep:   cmp.Or(t.Sweep, 5*time.Second),
		Recheck: cmp.Or(t.Recheck, 5*time.Second),
	}
}

// storeTimeout is how long the store may take for one call, whoever asked for it and
// whether or not he still waits.
const storeTimeout = 10 * time.Second

// Options are what a manager needs.
type Options struct {
	Node   string // a name among the nodes, for people
	Store  livegame.Store
	Queue  livegame.Queue
	Lookup livegame.Lookup
	Clock  Clock // nil: the system's
	Timing Timing
	Log    *slog.Logger // nil: nothing is logged
}

// Manager runs games. Its methods are safe for concurrent use.
type Manager struct {
	node   string
	store  livegame.Store
	queue  livegame.Queue
	lookup livegame.Lookup
	clock  Clock
	timing Timing
	log    *slog.Logger

	mu     sync.Mutex // never held while something else is waited for
	games  map[livegame.ID]*liveGame
	closed bool // Run has ended: no timers any more

	lobby    lobby
	tasks    taskGroup
	counters counters
}

// New makes a manager. Run must be called for timers, answers and other nodes.
func New(o Options) (*Manager, error) {
	switch {
	case o.Store == nil:
		return nil, errors.New("host: a store is needed to keep games in")
	case o.Queue == nil:
		return nil, errors.New("host: a bus is needed, even if there is one node only")
	case o.Lookup == nil:
		return nil, errors.New("host: rules are needed, such as rules.ByName finds them")
	}
	m := &Manager{
		node:   o.Node + "/" + rand.Text(), // two nodes that were given one name still hear each other
		store:  o.Store,
		queue:  o.Queue,
		lookup: o.Lookup,
		clock:  o.Clock,
		timing: o.Timing.withDefaults(),
		log:    o.Log,
		games:  map[livegame.ID]*liveGame{},
	}
	if m.clock == nil {
		m.clock = systemClock{}
	}
	m.clock = safeClock{m.clock, m}
	if m.log == nil {
		m.log = slog.New(slog.DiscardHandler)
	}
	m.lobby.clock = m.clock
	return m, nil
}

// Create begins a game and asks the engine for its move if it is to begin. The
// header's ID and Created are set if they are empty; with a given ID the call can
// be repeated. Errors about what was asked for are *livegame.Error.
func (m *Manager) Create(ctx context.Context, head livegame.Header) (Snapshot, error) {
	if head.ID == "" {
		head.ID = livegame.NewID()
	}
	if !head.ID.Valid() {
		return Snapshot{}, &livegame.Error{Code: livegame.NotAllowed, Message: "The ID of a game has 1 to 64 letters, digits, hyphens and underscores."}
	}
	if head.Created.IsZero() {
		head.Created = m.clock.Now()
	}
	if err := m.create(ctx, head); err != nil {
		return Snapshot{}, err
	}
	g, err := m.acquire(ctx, head.ID)
	if err != nil {
		return Snapshot{}, err
	}
	defer g.unlock()
	if g.game.Header().Creator != head.Creator {
		return Snapshot{}, &livegame.Error{Code: livegame.NotAllowed, Message: "There is a game of that name already, which somebody else has made."}
	}
	m.announceGame(head.ID)
	if len(g.game.Events()) == 0 {
		g.requestMove(0)
	}
	return g.snapshot(), nil
}

// create keeps a new game.
func (m *Manager) create(ctx context.Context, head livegame.Header) error {
	g, err := livegame.New(head, m.lookup)
	if err != nil {
		if refusal := (*livegame.Error)(nil); errors.As(err, &refusal) {
			return err
		}
		return &livegame.Error{Code: livegame.NotAllowed, Message: err.Error()}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	ctx, cancel := detach(ctx)
	defer cancel()
	if err := m.store.Create(ctx, g.Summary()); err != nil {
		return fmt.Errorf("create game %s: %w", head.ID, err)
	}
	return nil
}

// announceGame tells lobbies, here and elsewhere, of a new game.
func (m *Manager) announceGame(id livegame.ID) {
	m.lobby.markChanged()
	m.publish(livegame.Notice{Game: id})
}

// publish sends a notice. One that is lost is made good by the others' recheck.
func (m *Manager) publish(n livegame.Notice) {
	n.Node = m.node
	if err := m.queue.Publish(n); err != nil {
		m.log.Debug("a notice was not sent", "game", n.Game, "error", err)
	}
}

// Do carries a command out. The event is on disk when it returns. A command that
// was carried out before gives the same event again. Lag is the sender's round
// trip as measured. Errors are *livegame.Error, livegame.ErrNotFound, or of the store;
// after those nothing is known, and the same command may be sent again.
func (m *Manager) Do(ctx context.Context, id livegame.ID, c livegame.Command, lag time.Duration) (livegame.Event, error) {
	now := m.clock.Now() // what the command waits for here costs the player nothing
	m.counters.commands.Add(1)
	g, err := m.acquire(ctx, id)
	if err != nil {
		return livegame.Event{}, err
	}
	defer g.unlock()
	e, err := g.decide(ctx, c, now, lag)
	if refusal := (*livegame.Error)(nil); errors.As(err, &refusal) {
		m.counters.rejected.Add(1)
	}
	return e, err
}

// Snapshot returns a game as it is now.
func (m *Manager) Snapshot(ctx context.Context, id livegame.ID) (Snapshot, error) {
	g, err := m.acquire(ctx, id)
	if err != nil {
		return Snapshot{}, err
	}
	defer g.unlock()
	return g.snapshot(), nil
}

// List returns summaries of games, for lobbies and archives.
func (m *Manager) List(ctx context.Context, q livegame.Query) ([]livegame.Summary, error) {
	return m.store.List(ctx, q)
}

// WatchLobby calls changed, not more often than the caller's needs are served by
// (at most once in 500 ms), when something that lists show has changed on any
// node. The function returned ends it.
func (m *Manager) WatchLobby(changed func()) (stop func()) { return m.lobby.watch(changed) }

// Ready reports whether store and bus can be reached.
func (m *Manager) Ready(ctx context.Context) error {
	if err := m.store.Ping(ctx); err != nil {
		return fmt.Errorf("store: %w", err)
	}
	if err := m.queue.Ping(ctx); err != nil {
		return fmt.Errorf("bus: %w", err)
	}
	return nil
}

// detach returns a context for work that must be brought to its end even if
// whoever asked for it goes away.
func detach(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), storeTimeout)
}
