package sockets

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"time"

	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/guests"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/manager"
	"github.com/wane-chess/wane/internal/server/problem"
)

func encode(m *ServerMessage) []byte {
	b, err := json.Marshal(m)
	if err != nil {
		panic(err) // no type in a message can fail
	}
	return b
}

// pingMessage encodes a ping. It avoids encoding/json, since most messages
// are pings.
func pingMessage(now, n, lag int64, waiting int) []byte {
	b := append(make([]byte, 0, 64), `{"t":"ping","now":`...)
	b = strconv.AppendInt(b, now, 10)
	b = append(b, `,"n":`...)
	b = strconv.AppendInt(b, n, 10)
	if lag > 0 {
		b = append(b, `,"lag":`...)
		b = strconv.AppendInt(b, lag, 10)
	}
	if waiting > 0 {
		b = append(b, `,"waiting":`...)
		b = strconv.AppendInt(b, int64(waiting), 10)
	}
	return append(b, '}')
}

// parsePong returns the number of a pong as the page writes it: most messages are pongs.
func parsePong(b []byte) (n int64, ok bool) {
	digits, found := bytes.CutPrefix(b, []byte(`{"t":"pong","n":`))
	if !found || len(digits) < 2 || len(digits) > 16 || digits[len(digits)-1] != '}' {
		return 0, false
	}
	for _, c := range digits[:len(digits)-1] {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = 10*n + int64(c-'0')
	}
	return n, true
}

// playerMessage says that something has begun or ended for the account of a socket.
var playerMessage = encode(&ServerMessage{T: "player"})

// report sends an error that belongs to no command.
func (k *socket) report(code, text string) {
	k.send(encode(&ServerMessage{T: "error", Error: &problem.Fault{Code: code, Text: text}}))
}

func (k *socket) hello() {
	me := k.s.guard.Guests.Me(k.who(), k.visit().Account())
	k.send(encode(&ServerMessage{T: "hello", Now: k.s.now().UnixMilli(), Me: &me}))
	if k.s.lobby.stale() {
		k.s.lobby.changed() // pings say how many games are open
	}
}

// handle handles a client's message. An invalid one is answered by an error.
func (k *socket) handle(ctx context.Context, b []byte) {
	defer k.s.caught(ctx, "a message on a socket", func() { k.report(problem.CodeServer, problem.Sorry) })
	var m ClientMessage
	if err := json.Unmarshal(b, &m); err != nil {
		k.report(problem.CodeBadMessage, "The message could not be read: "+err.Error()+".")
		return
	}
	switch m.T {
	case "pong":
		k.pong(m.N)
	case "do":
		k.do(ctx, &m)
	case "watch":
		k.watch(ctx, &m)
	case "chat":
		k.chat(ctx, &m)
	case "unwatch":
		k.unwatch(livegame.ID(m.Game))
	case "lobby":
		switch wait, ok := k.afford(limits.Read); {
		case !m.On:
			k.s.lobby.leave(k)
		case !ok:
			k.report(problem.CodeTooFast, problem.TooFastText(wait))
		default:
			k.s.lobby.join(ctx, k)
		}
	default:
		k.report(problem.CodeBadMessage,
			"Unknown message type "+strconv.QuoteToASCII(cut(m.T, 20))+": expected watch, unwatch, lobby, do, chat or pong.")
	}
}

// who returns the socket's guest.
// visit is who sends the messages of the socket.
func (k *socket) visit() *guests.Visit {
	return &guests.Visit{Address: k.address, Guest: k.who(), Identity: k.account}
}

func (k *socket) who() guests.Guest { return guests.Guest{ID: k.guest, Name: *k.name.Load()} }

// afford takes one from the budgets of the socket's guest and address: a message
// costs as much as a request to the API.
func (k *socket) afford(b limits.Kind) (time.Duration, bool) {
	return k.s.guard.Limiter.Take(b, &guests.Visit{Address: k.address, Guest: guests.Guest{ID: k.guest}})
}

// cut shortens a client's text.
func cut(s string, most int) string {
	if len(s) > most {
		return s[:most]
	}
	return s
}

// Limits of a command's fields, in bytes.
const (
	minCommandID = 8
	maxCommandID = 64
	maxWord      = 40
)

// checkCommand says what is wrong with the fields of a command; empty: nothing.
func checkCommand(m *ClientMessage) string {
	switch {
	case len(m.ID) < minCommandID || len(m.ID) > maxCommandID:
		return "A command needs an ID of 8 to 64 characters."
	case !livegame.ID(m.Game).Valid():
		return "A command needs the ID of its game."
	case m.Order == "" || len(m.Order) > maxWord:
		return "A command needs an order, such as move."
	case m.Color != "" && m.Color != "white" && m.Color != "black":
		return "The color is white or black."
	case m.Ply != nil && (*m.Ply < 0 || *m.Ply > 100_000):
		return "The ply is the number of moves played before: 0 or more."
	case m.Seen < 0:
		return "Seen is the number of an event: 1 or more."
	case len(m.Move) > maxWord:
		return "The move is longer than 40 characters."
	}
	return ""
}

func (k *socket) do(ctx context.Context, m *ClientMessage) {
	answer := ServerMessage{T: "nack", Cmd: m.ID, ID: m.Game}
	if wrong := checkCommand(m); wrong != "" {
		answer.Cmd, answer.ID = cut(m.ID, maxCommandID), cut(m.Game, maxWord)
		answer.Error = &problem.Fault{Code: problem.CodeBadMessage, Text: wrong}
		k.send(encode(&answer))
		return
	}
	if wait, ok := k.afford(limits.Command); !ok {
		answer.Error = &problem.Fault{Code: problem.CodeTooFast, Text: problem.TooFastText(wait)}
		k.send(encode(&answer))
		return
	}
	d := gameview.Command{ID: m.ID, Order: m.Order, Color: m.Color, Ply: m.Ply, Move: m.Move, Seen: m.Seen}
	visit := k.visit()
	e, err := k.held(func() (livegame.Event, error) {
		return k.s.command(ctx, livegame.ID(m.Game), d, visit, time.Duration(k.lag.Load()))
	})
	if err != nil {
		_, fault := k.s.guard.Problems.Fault(ctx, err)
		answer.Error = &fault
	} else {
		answer.T, answer.Seq = "ack", e.Seq
	}
	k.send(encode(&answer))
}

// held carries out a command, while events wait for what is sent next: its acknowledgment.
func (k *socket) held(command func() (livegame.Event, error)) (livegame.Event, error) {
	hold := func(on bool) {
		k.mu.Lock()
		k.holding = on
		k.mu.Unlock()
	}
	hold(true)
	defer hold(false)
	return command()
}

// watch watches a game. A second request is answered again.
func (k *socket) watch(ctx context.Context, m *ClientMessage) {
	id := livegame.ID(m.Game)
	refuse := func(e problem.Fault) {
		k.send(encode(&ServerMessage{T: "error", ID: cut(m.Game, maxWord), Error: &e}))
	}
	if !livegame.ID(m.Game).Valid() {
		refuse(problem.Fault{Code: problem.CodeNotFound, Text: "There is no such game."})
		return
	}
	k.unwatch(id)
	if most := k.s.limits.SocketGames; len(k.watches) >= most {
		refuse(problem.Fault{
			Code: problem.CodeTooMany, Text: "One connection can follow " + message.Plural(most, "game") + ", not more.",
		})
		return
	}
	if wait, ok := k.afford(limits.Read); !ok {
		refuse(problem.Fault{Code: problem.CodeTooFast, Text: problem.TooFastText(wait)})
		return
	}
	if m.From != nil {
		k.s.games.ExpectEvent(id, *m.From)
	}
	w := &watch{k: k, game: id}
	snap, hw, err := k.s.games.Watch(ctx, id, k.guest, w.deliver)
	if err != nil {
		_, fault := k.s.guard.Problems.Fault(ctx, err)
		refuse(fault)
		return
	}
	w.of = hw
	k.presence.Lock()
	k.watches = append(k.watches, w)
	if k.stale { // it became stale while the game was loaded
		hw.SetUnresponsive(true)
	}
	k.presence.Unlock()

	from := 0
	if m.From != nil {
		from = *m.From
	}
	w.begin(k.s.updates.game(snap, k.guest, from))
}

// unwatch stops watching a game. Only the reading goroutine changes watches.
func (k *socket) unwatch(id livegame.ID) {
	i := slices.IndexFunc(k.watches, func(w *watch) bool { return w.game == id })
	if i < 0 {
		return
	}
	w := k.watches[i]
	k.mu.Lock()
	w.over = true
	k.mu.Unlock()
	w.of.Stop()
	k.presence.Lock()
	k.watches = slices.Delete(k.watches, i, i+1)
	k.presence.Unlock()
}

// begin sends the game to the client, and the updates since.
func (w *watch) begin(b []byte) {
	k := w.k
	k.mu.Lock()
	ok := k.enqueue(b)
	for _, b := range w.early {
		ok = ok && k.enqueue(b)
	}
	w.ready, w.early = true, nil
	k.mu.Unlock()
	if !ok {
		k.close("slow")
	}
}

// deliver is called by the manager, with the game locked.
func (w *watch) deliver(u *manager.Update) {
	k := w.k
	b := k.s.updates.encode(u, k.guest)
	k.mu.Lock()
	ok := true
	switch {
	case w.over:
	case !w.ready:
		w.early = append(w.early, b)
	case k.holding && u.Event != nil:
		ok = k.hold(outgoing{b, false}) // sent with the acknowledgment, or the next ping
	default:
		ok = k.enqueue(b)
	}
	k.mu.Unlock()
	if !ok {
		k.close("slow")
	}
}
