package chaos

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/coder/websocket"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/problem"
	"github.com/wane-chess/wane/internal/server/sockets"
)

// silence is how long a client bears a socket without a message: the server pings every
// second.
const silence = 3500 * time.Millisecond

// tab is a page with one game. Its socket moves to another node when it breaks, and resumes
// after its last event.
type tab struct {
	*guest
	history *history
	client  int
	random  *rand.Rand
	news    chan struct{} // gets a value after each event; has room for one
	leave   func()        // closes the page

	mu      sync.Mutex
	conn    *websocket.Conn
	gone    bool // the page was closed
	node    int
	at      game.Position
	plies   int
	events  []gameview.Event
	waiting map[string]chan sockets.ServerMessage // for answers, by ID of the command
}

// open opens a page for a game, until the context is done.
func (g *guest) open(ctx context.Context, h *history, rules game.Game, node int, random *rand.Rand) *tab {
	k := &tab{
		guest: g, history: h, client: h.client(g.name), random: random, news: make(chan struct{}, 1), node: node,
		at: rules.Start(), waiting: map[string]chan sockets.ServerMessage{},
	}
	ctx, leave := context.WithCancel(ctx)
	k.leave = func() {
		k.mu.Lock()
		k.gone = true
		k.mu.Unlock()
		leave()
	}
	g.w.sockets.Go(func() {
		for ctx.Err() == nil {
			err := k.session(ctx)
			g.w.count("connections", 1)
			if err != nil && ctx.Err() == nil {
				k.mu.Lock()
				if k.random.IntN(3) > 0 {
					k.node = (k.node + 1) % len(g.w.urls)
				}
				k.mu.Unlock()
				pause(ctx, 150*time.Millisecond)
			}
		}
	})
	return k
}

// session is one connection, from start to end.
func (k *tab) session(ctx context.Context) error {
	k.mu.Lock()
	node, last := k.node, len(k.events)
	k.mu.Unlock()
	dial, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	asked := k.w.now()
	address := "ws" + strings.TrimPrefix(k.w.urls[node], "http") + "/ws"
	//nolint:bodyclose // the library does
	conn, _, err := websocket.Dial(dial, address, &websocket.DialOptions{HTTPHeader: k.cookie()})
	if err != nil {
		return err
	}
	defer func() { _ = conn.CloseNow() }()
	defer context.AfterFunc(ctx, func() { _ = conn.CloseNow() })()
	conn.SetReadLimit(1 << 20)
	if err := send(ctx, conn, &sockets.ClientMessage{T: "watch", Game: k.history.Game, From: &last}); err != nil {
		return err
	}
	k.mu.Lock()
	k.conn = conn
	k.mu.Unlock()
	here := span{from: k.w.now()}
	defer func() {
		k.mu.Lock()
		k.conn = nil
		k.mu.Unlock()
		k.history.present(k.name, here)
	}()
	for {
		read, cancel := context.WithTimeout(ctx, silence)
		_, b, err := conn.Read(read)
		cancel()
		if err != nil {
			return err
		}
		here.to = k.w.now()
		var m sockets.ServerMessage
		if err := json.Unmarshal(b, &m); err != nil {
			k.history.wrong("%s got %.100q: %v", k.name, b, err)
			return err
		}
		if err := k.take(ctx, conn, &m, asked); err != nil {
			return err
		}
	}
}

// send sends a message.
func send(ctx context.Context, conn *websocket.Conn, m *sockets.ClientMessage) error {
	b, err := json.Marshal(m)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	return conn.Write(ctx, websocket.MessageText, b)
}

// errAgain ends a connection that cannot show the game.
var errAgain = errors.New("connect again")

// take handles a message. An error ends the connection.
func (k *tab) take(ctx context.Context, conn *websocket.Conn, m *sockets.ServerMessage, asked moment) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	now := k.w.now()
	switch m.T {
	case "ping":
		return send(ctx, conn, &sockets.ClientMessage{T: "pong", N: m.N})
	case "game":
		if m.From != len(k.events) {
			k.history.wrong("%s knew %d events of the game, and got those after %d at %.3f s: the server has lost some",
				k.name, len(k.events), m.From, seconds(now))
			return errAgain
		}
		for _, e := range m.Events {
			k.add(e, now)
		}
		k.history.read(&reading{
			Client: k.client, Way: fmt.Sprint("socket of ", k.w.names[k.node]), Call: asked, Return: now, From: m.From,
			N: len(k.events), Events: m.Events,
		})
	case "event":
		k.history.saw(*m.Event, now)
		k.add(*m.Event, now)
	case "ack", "nack":
		if c := k.waiting[m.Cmd]; c != nil {
			c <- *m
			delete(k.waiting, m.Cmd)
		}
	case "error", "bye":
		return errAgain
	}
	return nil
}

// add adds an event to the page.
func (k *tab) add(e gameview.Event, now moment) {
	if e.Seq != len(k.events)+1 {
		k.history.wrong("%s: event %d is followed by %d at %.3f s", k.name, len(k.events), e.Seq, seconds(now))
		return
	}
	k.events = append(k.events, e)
	switch e.Kind {
	case "move":
		legal := k.at.Legal(nil)
		i := slices.IndexFunc(legal, func(m game.Move) bool { return k.at.UCI(m) == e.Move })
		if i < 0 {
			k.history.wrong("event %d is the illegal move %s in %s", e.Seq, e.Move, k.at)
			return
		}
		k.at.Make(legal[i])
		k.plies++
	case "takeback":
		for range e.Plies {
			k.at.Unmake()
		}
		k.plies -= e.Plies
	}
	select {
	case k.news <- struct{}{}:
	default:
	}
}

// view is what a page shows.
type view struct {
	events []gameview.Event
	over   bool
	turn   string
	ply    int
	legal  []string
}

func (k *tab) view() view {
	k.mu.Lock()
	defer k.mu.Unlock()
	v := view{events: slices.Clip(k.events), ply: k.plies, turn: "white"}
	if k.plies%2 == 1 {
		v.turn = "black"
	}
	v.over = slices.ContainsFunc(v.events, func(e gameview.Event) bool { return e.Reason != "" })
	if !v.over {
		for _, m := range k.at.Legal(nil) {
			v.legal = append(v.legal, k.at.UCI(m))
		}
	}
	return v
}

// count returns how many events the page has.
func (k *tab) count() int {
	k.mu.Lock()
	defer k.mu.Unlock()
	return len(k.events)
}

// bySocket sends a command through the page's socket.
func (k *tab) bySocket(ctx context.Context, c gameview.Command) {
	k.mu.Lock()
	conn, answer := k.conn, make(chan sockets.ServerMessage, 1)
	if conn == nil || k.waiting[c.ID] != nil {
		k.mu.Unlock()
		pause(ctx, 50*time.Millisecond)
		return
	}
	k.waiting[c.ID] = answer
	a := &attempt{Client: k.client, Guest: k.name, Command: c, Way: "socket of " + k.w.names[k.node], Call: k.w.now()}
	k.mu.Unlock()
	k.history.begin(a)
	defer func() {
		k.mu.Lock()
		delete(k.waiting, c.ID)
		k.mu.Unlock()
	}()
	if send(ctx, conn, &sockets.ClientMessage{
		T: "do", Game: k.history.Game, ID: c.ID, Order: c.Order, Color: c.Color, Ply: c.Ply, Move: c.Move, Seen: c.Seen,
	}) != nil {
		return
	}
	select {
	case m := <-answer:
		k.answered(a, &m)
	case <-time.After(answerTime):
	case <-ctx.Done():
	}
}

func (k *tab) answered(a *attempt, m *sockets.ServerMessage) {
	switch {
	case m.T == "ack":
		k.history.end(a, k.w.now(), acknowledged, m.Seq, "")
	case m.Error.Code != problem.CodeServer:
		k.history.end(a, k.w.now(), rejected, 0, m.Error.Code)
	}
}

// byRequest sends a command to a node's API.
func (k *tab) byRequest(ctx context.Context, node int, c gameview.Command) {
	a := &attempt{Client: k.client, Guest: k.name, Command: c, Way: "request to " + k.w.names[node], Call: k.w.now()}
	k.history.begin(a)
	var done gameview.CommandResult
	err := k.call(ctx, node, http.MethodPost, "/api/games/"+k.history.Game+"/commands", c, &done)
	var refusal *rejection
	switch {
	case err == nil:
		now := k.w.now()
		if done.Seq != done.Event.Seq {
			k.history.wrong("the acknowledgment of event %d has event %d", done.Seq, done.Event.Seq)
		}
		k.history.saw(done.Event, now)
		k.history.end(a, now, acknowledged, done.Seq, "")
	case errors.As(err, &refusal):
		k.history.end(a, k.w.now(), rejected, 0, refusal.Code)
	}
}

// command sends a command until it has an answer, by changing ways. Now and then it gives
// up, or sends it once more after the answer.
func (k *tab) command(ctx context.Context, c gameview.Command) {
	c.ID = fmt.Sprintf("chaos-%06d", k.w.ids.Add(1))
	if c.Order != "join" {
		c.Seen = max(1, k.count())
	}
	for try := 0; ctx.Err() == nil && try < 6; try++ {
		node := k.random.IntN(len(k.w.urls))
		if k.random.IntN(2) == 0 {
			k.bySocket(ctx, c)
		} else {
			k.byRequest(ctx, node, c)
		}
		if k.history.answered(c.ID) {
			if k.random.IntN(12) == 0 {
				k.byRequest(ctx, node^1, c)
			}
			return
		}
		if try > 0 && k.random.IntN(5) == 0 {
			return
		}
	}
}

// answered reports whether a command has an answer.
func (h *history) answered(id string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	for i := len(h.Attempts) - 1; i >= 0; i-- {
		if a := h.Attempts[i]; a.Command.ID == id && a.Outcome != unknown {
			return true
		}
	}
	return false
}
