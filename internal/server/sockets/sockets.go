// Package sockets is the WebSocket side of the server: the games that clients
// watch and play, and the lobby.
//
// A client opens /ws and sends messages of type ClientMessage; the field t says
// which:
//
//	watch    game, from      watch a game. The answer is a "game" message. With
//	                         from, the number of the last event that the client
//	                         has, it holds only later events; without, all
//	unwatch  game            stop watching
//	lobby    on              watch the lobby, or stop
//	do       game, id, order, color, ply, move, seen
//	                         a command; answered by "ack" or "nack" with its id.
//	                         A command that is sent again counts once. Seen is the
//	                         number of the last event that the client knew; the
//	                         command is rejected as stale if moves before it have
//	                         been taken back since
//	chat     place, on       follow the chat of a place, such as games/ and an ID, or stop
//	pong     n               the answer to "ping"
//
// The server sends ServerMessages:
//
//	hello     me, now         the first message
//	ping      n, now, waiting every second; how many open games of others there are
//	game      game, from, events, times, presence, you
//	event     id (the game), event, times
//	presence  id, presence
//	ack       cmd, id, seq    the command is done and stored
//	nack      cmd, id, error
//	chat      place, room, from, messages
//	                          the messages of a room after number from; 0: all that are
//	                          recent, in place of those before. The answer to "chat" is one
//	                          such message for each room that the client may read
//	mine      mine            the client's unfinished games: the first answer to "lobby", and again
//	                          when one of them has changed; without any, they are left out
//	lobby     lobby           at most twice a second. It is the same for all clients: the name and
//	                          tag of "hello" tell a client which seats are its own
//	error     id, error       about an invalid message, or a game that cannot be watched any more; with place about a
//	                          chat that cannot be followed
//	player                    a game or a challenge of the client's account has begun or ended:
//	                          GET /api/challenges says which challenges there are
//	bye       error           the server is shutting down: reconnect soon
package sockets

import (
	"context"
	"sync"
	"time"

	"github.com/gobwas/ws"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/chat"
	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/guests"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/manager"
	"github.com/wane-chess/wane/internal/server/problem"
)

// Games is what sockets need of the game manager.
type Games interface {
	Watch(
		ctx context.Context, id livegame.ID, guest string, deliver func(*manager.Update),
	) (manager.Snapshot, *manager.Watcher, error)
	ExpectEvent(id livegame.ID, seq int)
	List(ctx context.Context, q livegame.Query) ([]livegame.Summary, error)
	WatchPlayer(guest string, changed func()) (stop func())
	WatchGames(changed func()) (take func(most int) map[livegame.ID]*livegame.Summary, stop func())
	// Now returns the time of events: the store's if this machine's is wrong.
	Now() time.Time
}

// Options are what sockets need. All fields but Host are required.
type Options struct {
	Games  Games
	Views  *gameview.Views
	Guard  *limits.Guard
	Limits limits.Limits
	Host   string // of the base URL; empty: that of each request
	// Do carries out a guest's command; lag is the time that it took to arrive.
	Do func(
		ctx context.Context, id livegame.ID, d gameview.Command, v *guests.Visit, lag time.Duration,
	) (livegame.Event, error)
	// Watch calls end when an identity is not valid any more; nil: there are no accounts.
	Watch func(i *auth.Identity, end func()) (stop func())
	// Panicked counts and logs a panic; at says where it was recovered.
	Panicked func(ctx context.Context, p any, at string)
	// Chat may be nil: there is none.
	Chat     Chat
	Registry prometheus.Registerer
	Now      func() time.Time
}

// Chat is what sockets need of the chat; see chat.Service.
type Chat interface {
	Watch(
		ctx context.Context, place chat.Place, r chat.Reader,
		deliver func(room chat.RoomName, after int, list []chat.Message),
	) (stop func(), err error)
}

// Sockets are the open sockets and the lobby that they show. As an http.Handler it
// opens a socket; Run must be called for pings and the lobby.
type Sockets struct {
	games   Games
	watch   func(i *auth.Identity, end func()) (stop func())
	views   *gameview.Views
	guard   *limits.Guard
	limits  limits.Limits
	host    string
	command func(
		ctx context.Context, id livegame.ID, d gameview.Command, v *guests.Visit, lag time.Duration,
	) (livegame.Event, error)
	panicked func(ctx context.Context, p any, at string)
	chat     Chat
	now      func() time.Time
	start    time.Time

	updates *updates
	hub     *hub
	lobby   *lobby
	sender  sender
	workers workers
	readers sync.WaitGroup // goroutines that receive

	opened   prometheus.Counter
	dropped  *prometheus.CounterVec
	sent     prometheus.Counter
	received prometheus.Counter
	refresh  prometheus.Histogram // of the lobby

	ctx     context.Context // of the work for messages; ends at the end of Close
	cancel  context.CancelFunc
	gate    sync.RWMutex // guards closing
	closing bool
	work    sync.WaitGroup // messages that are being handled
}

// New makes a Sockets without a socket, and registers its metrics.
func New(o Options) *Sockets {
	s := &Sockets{
		games: o.Games, watch: o.Watch, views: o.Views, guard: o.Guard, limits: o.Limits, host: o.Host, command: o.Do,
		panicked: o.Panicked, chat: o.Chat, now: o.Now, start: o.Now(),
		updates: newUpdates(o.Views),
		workers: workers{calls: make(chan call)},
		opened:  prometheus.NewCounter(prometheus.CounterOpts{Name: "wane_sockets_opened_total", Help: "Sockets opened."}),
		dropped: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "wane_sockets_dropped_total", Help: "Sockets closed by the server, by reason.",
		}, []string{"reason"}),
		sent: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "wane_socket_messages_sent_total", Help: "Messages sent on sockets.",
		}),
		received: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "wane_socket_messages_received_total", Help: "Messages received on sockets.",
		}),
		refresh: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "wane_lobby_refresh_seconds", Help: "Time to load the lobby after changes and to queue it for all viewers.",
			Buckets: prometheus.ExponentialBuckets(.001, 2, 13),
		}),
	}
	s.lobby = newLobby(s)
	s.hub = newHub(s.lobby.changed)
	s.ctx, s.cancel = context.WithCancel(context.Background())
	open := prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "wane_sockets", Help: "Open sockets."}, func() float64 {
		n, _ := s.hub.sizes()
		return float64(n)
	})
	o.Registry.MustRegister(s.opened, s.dropped, s.sent, s.received, s.refresh, open)
	return s
}

// Run pings the sockets and refreshes the lobby until the context is done.
func (s *Sockets) Run(ctx context.Context) {
	var wg sync.WaitGroup
	wg.Go(func() { s.hub.run(ctx) })
	wg.Go(func() { s.lobby.run(ctx) })
	wg.Wait()
}

// Lobby returns the lobby as a guest sees it.
func (s *Sockets) Lobby(ctx context.Context, guest string) (*gameview.MyLobby, error) {
	return s.lobby.of(ctx, guest)
}

// Rename sends a guest's new name to the guest's sockets.
func (s *Sockets) Rename(g guests.Guest) { s.hub.rename(g) }

// EndGuest closes the sockets of a guest who has become an account's: they connect again as the account.
func (s *Sockets) EndGuest(guest string) { s.hub.endGuest(guest) }

// Accounts returns the accounts that have a socket open, some more than once.
func (s *Sockets) Accounts() []string { return s.hub.accounts() }

// clock returns monotonic nanoseconds since the start.
func (s *Sockets) clock() int64 { return int64(s.now().Sub(s.start)) }

// busy registers a message that is about to be handled. It returns false if the
// server is shutting down.
func (s *Sockets) busy() bool {
	s.gate.RLock()
	defer s.gate.RUnlock()
	if s.closing {
		return false
	}
	s.work.Add(1)
	return true
}

// Down reports whether Close has been called.
func (s *Sockets) Down() bool {
	s.gate.RLock()
	defer s.gate.RUnlock()
	return s.closing
}

// caught is deferred by work that no request waits for: if it panics, the panic is
// counted and logged, and then is called.
func (s *Sockets) caught(ctx context.Context, at string, then func()) {
	if p := recover(); p != nil {
		s.panicked(ctx, p, at)
		then()
	}
}

// byeWait is how long a client may take to answer when the server closes its socket.
const byeWait = time.Second

// Close waits for the messages that are being handled, sends all sockets a close message
// and closes them, until the context is done. No socket can be opened afterwards.
func (s *Sockets) Close(ctx context.Context) {
	s.gate.Lock()
	s.closing = true
	s.gate.Unlock()
	wait(ctx, &s.work)
	bye := encode(&ServerMessage{
		T: "bye", Error: &problem.Fault{Code: problem.CodeServer, Text: "The server is restarting."},
	})
	sockets := s.hub.all(true)
	var wg sync.WaitGroup
	for _, k := range sockets {
		k.send(bye)
		k.control(k.conn.CloseFrame(ws.StatusGoingAway, "the server is shutting down"))
		wg.Go(func() {
			k.drained(ctx)
			_ = k.conn.SetReceiveDeadline(time.Now().Add(byeWait))
		})
	}
	wait(ctx, &wg)
	wait(ctx, &s.readers)
	s.cancel()
	for _, k := range s.hub.all(true) {
		k.close("")
	}
}

// wait waits for a group until the context is done.
func wait(ctx context.Context, wg *sync.WaitGroup) {
	finished := make(chan struct{})
	go func() {
		wg.Wait()
		close(finished)
	}()
	select {
	case <-finished:
	case <-ctx.Done():
	}
}
