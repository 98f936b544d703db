// Package manager runs the live games of one node: it decides about commands, stores
// their events, and notifies watchers.
//
// A game is loaded on demand and unloaded some time after its last use. The manager
// can rebuild its state from the store at any time. Commands of one game are handled
// one after the other; if another node was faster, the store reports a conflict, and
// the manager loads the new events and decides again. Games never wait for each other.
//
// An event counts once the store has it: watchers and other nodes hear of it
// afterwards. If the store's answer is lost, the manager asks the store what happened
// before it reports anything else about the game.
//
// Other nodes hear of an event by a signed notice. A notice without a valid signature only makes a node read the game
// from the store. Notices may be lost: the numbers of events show a gap, and every few seconds a node compares its
// games with the store. If the store has lost events in a failover, the node notices that the last one differs, loads
// the game and sends all of it to its watchers.
//
// Each node that has a game sets a timer for its flag. A sweep of the store ends games that no node has.
//
// If the engine is to move, the manager requests a job. A game has one job: the next one replaces it, and a takeback
// or the end of the game removes it and interrupts its worker. A few jobs of each guest and address are in the queue
// at a time, of one guest after the other; the others wait in the manager. If a node dies, a sweep of another
// requests its jobs again.
package manager

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/singleflight"

	"github.com/wane-chess/wane/internal/server/livegame"
)

// Timing holds the manager's intervals.
type Timing struct {
	Keep    time.Duration // how long an unwatched game stays loaded; default 1 min
	Sweep   time.Duration // interval of checks for overdue games and missing engine jobs; default 5 s
	Recheck time.Duration // interval of checks for events without a notice; default 5 s
}

// withDefaults sets the defaults.
func (t Timing) withDefaults() Timing {
	return Timing{
		Keep:    cmp.Or(t.Keep, time.Minute),
		Sweep:   cmp.Or(t.Sweep, 5*time.Second),
		Recheck: cmp.Or(t.Recheck, 5*time.Second),
	}
}

// storeTimeout bounds one call of the store, even if its caller has gone.
const storeTimeout = 10 * time.Second

// Options configure a Manager.
type Options struct {
	Node   string // name of the node, for logs
	Store  livegame.Store
	Queue  livegame.Queue
	Lookup livegame.Lookup
	Clock  Clock // nil: the system's clock
	Timing Timing
	// Rate returns a player who takes a seat, with the rating that the player has then; nil: there
	// are no ratings.
	Rate func(ctx context.Context, h livegame.Header, p livegame.Player) (livegame.Player, error)
	// Ended is called with a game that has ended here. It must return at once. It may be nil.
	Ended func(s livegame.Summary)
	// Changed is called with each event that this node has stored, the game after it, and which
	// players look at the game. It must return at once. It may be nil.
	Changed func(s livegame.Summary, e livegame.Event, here [2]bool)
	Log     *slog.Logger // nil: none
}

// Manager runs games. It is safe for concurrent use.
type Manager struct {
	node    string
	store   livegame.Store
	queue   livegame.Queue
	lookup  livegame.Lookup
	clock   Clock // shows the store's time if the machine's clock is wrong
	timing  Timing
	rate    func(context.Context, livegame.Header, livegame.Player) (livegame.Player, error)
	ended   func(livegame.Summary)
	changed func(livegame.Summary, livegame.Event, [2]bool)
	log     *slog.Logger
	own     context.Context // of work that no caller waits for; it does not end

	noticeKey   atomic.Pointer[[]byte] // signs notices; nil until it is read from the store
	storeFailed atomic.Bool            // since the last recheck
	machine     Clock                  // this machine's clock, as it is
	clockState  atomic.Pointer[clockState]
	timeCheck   singleflight.Group // of ensureTime
	refreshes   chan struct{}      // has a value for each refresh in the background
	// deafUntil is until when this node may not have heard of the connections of others, in ms
	// since 1970.
	deafUntil atomic.Int64

	mu     sync.Mutex // never held while waiting
	games  map[livegame.ID]*liveGame
	closed bool // Run has ended, timers are off

	peers     peers
	lobby     lobby
	players   players
	tasks     taskGroup
	admission admission
	counters  counters
}

// New returns a manager. It needs Run for timers, engine moves and other nodes.
func New(o Options) (*Manager, error) {
	switch {
	case o.Store == nil:
		return nil, errors.New("manager: Options.Store is missing: the store of games")
	case o.Queue == nil:
		return nil, errors.New("manager: Options.Queue is missing: the message queue")
	case o.Lookup == nil:
		return nil, errors.New("manager: Options.Lookup is missing: the rules, such as rules.ByName")
	}
	m := &Manager{
		node:    o.Node + "/" + rand.Text(), // unique even if two nodes have the same name
		store:   o.Store,
		queue:   o.Queue,
		lookup:  o.Lookup,
		machine: o.Clock,
		timing:  o.Timing.withDefaults(),
		rate:    o.Rate,
		ended:   o.Ended,
		changed: o.Changed,
		log:     o.Log,
		own:     context.Background(),
		games:   map[livegame.ID]*liveGame{},
	}
	if m.machine == nil {
		m.machine = systemClock{}
	}
	m.clock = safeClock{m.machine, m}
	if m.log == nil {
		m.log = slog.New(slog.DiscardHandler)
	}
	m.refreshes = make(chan struct{}, maxRefreshes)
	m.lobby.clock = m.clock
	m.admission = admission{manager: m, games: map[livegame.ID]*request{}, addresses: map[string]*address{}}
	return m, nil
}

// Create creates a game and requests the engine's move if the engine moves first. It sets an empty ID
// and Created; with a given ID the call can be repeated. Address is a hash of the creator's
// address, or empty. Errors about the header are *livegame.Error.
func (m *Manager) Create(ctx context.Context, head livegame.Header, address string) (Snapshot, error) {
	if head.ID == "" {
		head.ID = livegame.NewID()
	}
	if !head.ID.Valid() {
		return Snapshot{}, &livegame.Error{
			Code: livegame.NotAllowed, Message: "The ID of a game has 1 to 64 letters, digits, hyphens and underscores.",
		}
	}
	if err := m.ensureTime(ctx); err != nil {
		return Snapshot{}, err
	}
	if head.Created.IsZero() {
		head.Created = m.clock.Now()
	}
	m.rateSeats(ctx, &head)
	if err := m.create(ctx, head); err != nil {
		return Snapshot{}, err
	}
	g, err := m.acquire(ctx, head.ID)
	if err != nil {
		return Snapshot{}, err
	}
	defer g.unlock()
	if g.game.Header().Creator != head.Creator {
		return Snapshot{}, &livegame.Error{Code: livegame.NotAllowed, Message: "The game ID is in use by another guest."}
	}
	m.announceGame(head.ID)
	g.notifyPlayers()
	if len(g.game.Events()) == 0 {
		g.used, g.address = true, address
		g.requestMove(0)
	}
	return g.snapshot(), nil
}

// rateSeats gives the players of a new game their ratings.
func (m *Manager) rateSeats(ctx context.Context, h *livegame.Header) {
	for color := range h.Seats {
		h.Seats[color] = m.rated(ctx, *h, h.Seats[color])
	}
}

// rated returns a player with the rating. A game goes on without it.
func (m *Manager) rated(ctx context.Context, h livegame.Header, p livegame.Player) livegame.Player {
	if m.rate == nil || !p.Engine() && !p.Account {
		return p
	}
	r, err := m.rate(ctx, h, p)
	if err != nil {
		m.log.Warn("cannot read the rating of a player", "game", h.ID, "error", err)
		return p
	}
	return r
}

// create stores a new game.
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

// announceGame notifies other nodes of a new game; here it is loaded.
func (m *Manager) announceGame(id livegame.ID) {
	m.publish(livegame.Notice{Game: id})
}

// alone reports whether the queue knows that no other node can receive notices.
func (m *Manager) alone() bool {
	q, ok := m.queue.(interface{ Alone() bool })
	return ok && q.Alone()
}

// publish sends a notice. If it is lost, other nodes find the event by their recheck; if it
// has no signature, they read the store.
func (m *Manager) publish(n livegame.Notice) {
	if m.alone() {
		return
	}
	n.Node, n.Sent = m.node, m.clock.Now().UnixMilli()
	var err error
	if key := m.noticeKey.Load(); key != nil {
		err = n.Sign(*key)
	}
	if err == nil {
		err = m.queue.Publish(n)
	}
	if err != nil {
		m.log.Debug("cannot publish a notice", "game", n.Game, "error", err)
	}
}

// Do carries out a command. The event is on disk when it returns. A repeated command returns the
// same event. Lag is the sender's round trip. Errors are *livegame.Error,
// livegame.ErrNotFound, or the store's; after those the outcome is unknown, and the same
// command may be sent again.
func (m *Manager) Do(
	ctx context.Context, id livegame.ID, c livegame.Command, lag time.Duration,
) (livegame.Event, error) {
	arrived := m.readClock() // the player is not charged for waiting here
	m.counters.commands.Add(1)
	if err := m.ensureTime(ctx); err != nil {
		return livegame.Event{}, err
	}
	g, err := m.acquire(ctx, id)
	if err != nil {
		return livegame.Event{}, err
	}
	defer g.unlock()
	if !g.game.ColorsOf(c.Guest).None() {
		g.used, g.address = true, c.Address
	}
	if c.Kind == livegame.DoJoin {
		c.As = m.rated(ctx, g.game.Header(), c.As)
	}
	e, err := g.decide(ctx, c, arrived, lag)
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

// Summary returns a game as it is now, as lists show it.
func (m *Manager) Summary(ctx context.Context, id livegame.ID) (livegame.Summary, error) {
	g, err := m.acquire(ctx, id)
	if err != nil {
		return livegame.Summary{}, err
	}
	defer g.unlock()
	return g.game.Summary(), nil
}

// List returns summaries of games.
func (m *Manager) List(ctx context.Context, q livegame.Query) ([]livegame.Summary, error) {
	return m.store.List(ctx, q)
}

// Now returns the time by the manager's clock: the store's if that of this machine is wrong.
func (m *Manager) Now() time.Time { return m.clock.Now() }

// Thinking returns how many engine moves this node has requested for an address, given by its
// hash, and not got yet.
func (m *Manager) Thinking(address string) int { return m.admission.of(address) }

// WatchLobby calls changed, at most once in 500 ms, when lists of games have changed on
// any node, until stop is called.
func (m *Manager) WatchLobby(changed func()) (stop func()) { return m.lobby.watch(changed) }

// Ready returns a *NotReadyError if the store or the queue does not do its work, or if the clock of
// this machine is wrong.
func (m *Manager) Ready(ctx context.Context) error {
	if ahead := m.clockError(); ahead != 0 {
		return &NotReadyError{"clock", errors.New(describeClock(ahead))}
	}
	if err := m.store.Ping(ctx); err != nil {
		return &NotReadyError{"database", err}
	}
	if err := m.queue.Ping(ctx); err != nil {
		return &NotReadyError{"queue", err}
	}
	return nil
}

// NotReadyError says which part of a node does not do its work: its clock, the database or
// the queue.
type NotReadyError struct {
	Part string
	Err  error
}

// Error implements error.
func (e *NotReadyError) Error() string { return e.Part + ": " + e.Err.Error() }

// Unwrap returns what the part says.
func (e *NotReadyError) Unwrap() error { return e.Err }

// loadNoticeKey reads the key that signs notices, unless it is known.
func (m *Manager) loadNoticeKey(ctx context.Context) {
	if m.noticeKey.Load() != nil {
		return
	}
	ctx, cancel := detach(ctx)
	defer cancel()
	key, err := m.store.Secret(ctx, "notices")
	if err != nil {
		m.logError(ctx, "cannot read the key of notices", err)
		return
	}
	m.noticeKey.Store(&key)
}

// detach returns a context for work that must complete even if its caller goes away.
func detach(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), storeTimeout)
}

// counters are the numbers of Stats.
type counters struct {
	watchers                                                           atomic.Int64
	moves, commands, rejected, conflicts, jobs, stale, answers, panics atomic.Uint64
}

// Stats are numbers for metrics. All but the first two lines count from the start.
type Stats struct {
	Loaded, Watchers          int
	WaitingJobs, QueuedJobs   int    // engine moves that wait for their owner's turn here, and those in the queue
	Moves, Commands, Rejected uint64 // moves made here, commands, rejected commands
	Conflicts, Jobs, Answers  uint64 // lost races with other nodes, enqueued jobs, answers of engines
	StaleJobs                 uint64 // engine moves that no game wants any more
	Panics                    uint64 // in background work
}

// Stats returns the manager's numbers.
func (m *Manager) Stats() Stats {
	m.mu.Lock()
	loaded := len(m.games)
	m.mu.Unlock()
	waiting, queued := m.admission.counts()
	return Stats{
		Loaded:      loaded,
		WaitingJobs: waiting,
		QueuedJobs:  queued,
		StaleJobs:   m.counters.stale.Load(),
		Watchers:    int(m.counters.watchers.Load()),
		Moves:       m.counters.moves.Load(),
		Commands:    m.counters.commands.Load(),
		Rejected:    m.counters.rejected.Load(),
		Conflicts:   m.counters.conflicts.Load(),
		Jobs:        m.counters.jobs.Load(),
		Answers:     m.counters.answers.Load(),
		Panics:      m.counters.panics.Load(),
	}
}
