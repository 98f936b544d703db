package server

import (
	"context"
	"encoding/json"
	"io"
	"strconv"
	"time"

	"github.com/wane-chess/wane/internal/live/livegame"
	"github.com/wane-chess/wane/internal/live/manager"
	"github.com/wane-chess/wane/internal/live/protocol"
)

// readInto reads a message to its end into buf. How long it can be, the
// connection sees to.
func readInto(buf []byte, r io.Reader) ([]byte, error) {
	for {
		if len(buf) == cap(buf) {
			buf = append(buf, 0)[:len(buf)]
		}
		n, err := r.Read(buf[len(buf):cap(buf)])
		buf = buf[:len(buf)+n]
		if err == io.EOF {
			return buf, nil
		}
		if err != nil {
			return buf, err
		}
	}
}

func encode(m *protocol.ServerMessage) []byte {
	b, err := json.Marshal(m)
	if err != nil {
		panic(err) // nothing in a message can fail to be written
	}
	return b
}

// pingMessage writes the message that is sent more often than all others.
func pingMessage(now, n, lag int64) []byte {
	b := append(make([]byte, 0, 64), `{"t":"ping","now":`...)
	b = strconv.AppendInt(b, now, 10)
	b = append(b, `,"n":`...)
	b = strconv.AppendInt(b, n, 10)
	if lag > 0 {
		b = append(b, `,"lag":`...)
		b = strconv.AppendInt(b, lag, 10)
	}
	return append(b, '}')
}

// tell reports an error that belongs to no command.
func (k *socket) tell(code, text string) {
	k.send(encode(&protocol.ServerMessage{T: "error", Error: &protocol.Error{Code: code, Text: text}}))
}

func (k *socket) hello() {
	me := k.s.me(guest{ID: k.guest, Name: *k.name.Load()})
	k.send(encode(&protocol.ServerMessage{T: "hello", Now: k.s.now().UnixMilli(), Me: &me}))
}

// handle carries out what a client sent. Whatever it is, it cannot do more harm
// than to be answered with an error.
func (k *socket) handle(ctx context.Context, b []byte) {
	defer k.s.caught(ctx, "a message on a socket", func() { k.tell(codeServer, sorry) })
	var m protocol.ClientMessage
	if err := json.Unmarshal(b, &m); err != nil {
		k.tell(codeBadMessage, "The message could not be read: "+err.Error()+".")
		return
	}
	switch m.T {
	case "pong":
		k.pong(m.N)
	case "do":
		k.do(ctx, &m)
	case "watch":
		k.watch(ctx, &m)
	case "unwatch":
		k.unwatch(livegame.ID(m.Game))
	case "lobby":
		switch wait, ok := k.afford(budgetRead); {
		case !m.On:
			k.s.lobby.leave(k)
		case !ok:
			k.tell(codeTooFast, tooFast(wait))
		default:
			k.s.lobby.join(ctx, k)
		}
	default:
		k.tell(codeBadMessage, "There are no messages with t "+strconv.QuoteToASCII(cut(m.T, 20))+": expected watch, unwatch, lobby, do or pong.")
	}
}

// afford spends from the budgets of the socket's guest and address: what a message
// asks for costs as much as by the API.
func (k *socket) afford(b budget) (time.Duration, bool) {
	return k.s.limits.take(b, &visit{address: k.address, guest: guest{ID: k.guest}})
}

// cut shortens a text that somebody sent.
func cut(s string, most int) string {
	if len(s) > most {
		return s[:most]
	}
	return s
}

// Bounds of what a command says.
const (
	minCommandID = 8
	maxCommandID = 64
	maxWord      = 40
)

// checkCommand says what is wrong with the form of a command.
func checkCommand(m *protocol.ClientMessage) string {
	switch {
	case len(m.ID) < minCommandID || len(m.ID) > maxCommandID:
		return "A command needs an id of 8 to 64 characters."
	case !validGame(m.Game):
		return "A command needs the game that it is for."
	case m.Order == "" || len(m.Order) > maxWord:
		return "A command needs an order, such as move."
	case m.Color != "" && m.Color != "white" && m.Color != "black":
		return "The side is white or black."
	case m.Ply != nil && (*m.Ply < 0 || *m.Ply > 100_000):
		return "The ply is how many moves were played before, from 0."
	case m.Seen < 0:
		return "What you have seen is the number of an event, from 1."
	case len(m.Move) > maxWord:
		return "The move is longer than 40 characters."
	}
	return ""
}

// validGame tells whether a text could name a game.
func validGame(id string) bool {
	if id == "" || len(id) > 32 {
		return false
	}
	for i := range len(id) {
		if c := id[i]; (c < '0' || c > '9') && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z') {
			return false
		}
	}
	return true
}

func (k *socket) do(ctx context.Context, m *protocol.ClientMessage) {
	answer := protocol.ServerMessage{T: "nack", Cmd: m.ID, ID: m.Game}
	if wrong := checkCommand(m); wrong != "" {
		answer.Cmd, answer.ID = cut(m.ID, maxCommandID), cut(m.Game, maxWord)
		answer.Error = &protocol.Error{Code: codeBadMessage, Text: wrong}
		k.send(encode(&answer))
		return
	}
	if wait, ok := k.afford(budgetCommand); !ok {
		answer.Error = &protocol.Error{Code: codeTooFast, Text: tooFast(wait)}
		k.send(encode(&answer))
		return
	}
	c := k.s.command(protocol.Do{ID: m.ID, Order: m.Order, Color: m.Color, Ply: m.Ply, Move: m.Move, Seen: m.Seen}, guest{ID: k.guest, Name: *k.name.Load()})
	e, err := k.s.do(ctx, livegame.ID(m.Game), c, time.Duration(k.lag.Load()))
	if err != nil {
		_, fault := k.s.fault(ctx, err)
		answer.Error = &fault
	} else {
		answer.T, answer.Seq = "ack", e.Seq
	}
	k.send(encode(&answer))
}

// watch follows a game. Asking again is answered again.
func (k *socket) watch(ctx context.Context, m *protocol.ClientMessage) {
	id := livegame.ID(m.Game)
	refuse := func(e protocol.Error) {
		k.send(encode(&protocol.ServerMessage{T: "error", ID: cut(m.Game, maxWord), Error: &e}))
	}
	if !validGame(m.Game) {
		refuse(protocol.Error{Code: codeNotFound, Text: "There is no such game."})
		return
	}
	k.unwatch(id)
	if most := k.s.bounds.SocketGames; len(k.watches) >= most {
		refuse(protocol.Error{Code: codeTooMany, Text: "One connection can follow " + plural(most, "game") + ", not more."})
		return
	}
	if wait, ok := k.afford(budgetRead); !ok {
		refuse(protocol.Error{Code: codeTooFast, Text: tooFast(wait)})
		return
	}
	if m.From != nil {
		k.s.o.Host.ExpectEvent(id, *m.From)
	}
	w := &watch{k: k, game: id}
	snap, hw, err := k.s.o.Host.Watch(ctx, id, k.guest, w.deliver)
	if err != nil {
		_, fault := k.s.fault(ctx, err)
		refuse(fault)
		return
	}
	w.host = hw
	k.presence.Lock()
	if k.watches == nil {
		k.watches = map[livegame.ID]*watch{}
	}
	k.watches[id] = w
	if k.stale { // while the game was being loaded
		hw.SetUnresponsive(true)
	}
	k.presence.Unlock()

	from := 0
	if m.From != nil {
		from = *m.From
	}
	full, from := k.s.views.full(snap, k.guest, from)
	w.begin(encode(&protocol.ServerMessage{T: "game", ID: m.Game, Game: &full.Game, From: from, Events: full.Events,
		Times: &full.Times, Presence: &full.Presence, You: full.You}))
}

// unwatch stops following a game. Only the goroutine that reads changes watches.
func (k *socket) unwatch(id livegame.ID) {
	w := k.watches[id]
	if w == nil {
		return
	}
	k.mu.Lock()
	w.over = true
	k.mu.Unlock()
	w.host.Stop()
	k.presence.Lock()
	delete(k.watches, id)
	k.presence.Unlock()
}

// begin tells the client how the game stands, and what has happened since.
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

// deliver is called by the host, with the game locked.
func (w *watch) deliver(u *manager.Update) {
	k := w.k
	b := k.s.updates.encode(u, k.guest)
	k.mu.Lock()
	ok := true
	switch {
	case w.over:
	case !w.ready:
		w.early = append(w.early, b)
	default:
		ok = k.enqueue(b)
	}
	k.mu.Unlock()
	if !ok {
		k.close("slow")
	}
}
