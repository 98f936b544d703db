package sockets

import (
	"context"
	"slices"

	"github.com/wane-chess/wane/internal/server/chat"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/problem"
)

// chat follows the chat of a game that the socket watches, or stops. A second request is
// answered again: once a game is over, its players may read more.
func (k *socket) chat(ctx context.Context, m *ClientMessage) {
	id := livegame.ID(m.Game)
	refuse := func(e problem.Fault) {
		k.send(encode(&ServerMessage{T: "error", ID: cut(m.Game, maxWord), Error: &e}))
	}
	i := slices.IndexFunc(k.watches, func(w *watch) bool { return w.game == id })
	if i < 0 || k.s.chat == nil { // the game that is watched, or why it is not, comes or came
		return
	}
	w := k.watches[i]
	w.leaveChat()
	if !m.On {
		return
	}
	if wait, ok := k.afford(limits.Read); !ok {
		refuse(problem.Fault{Code: problem.CodeTooFast, Text: problem.TooFastText(wait)})
		return
	}
	stop, err := k.s.chat.Watch(ctx, id, k.guest, func(room chat.RoomName, after int, list []chat.Message) {
		k.send(encode(&ServerMessage{
			T: "chat", ID: string(id), Room: string(room), From: after, Messages: chat.Show(list, k.guest, k.s.guard.Guests.Tag),
		}))
	})
	if err != nil {
		_, fault := k.s.guard.Problems.Fault(ctx, err)
		refuse(fault)
		return
	}
	w.chat = stop
}

// leaveChat stops following the chat. Only the reading goroutine calls it.
func (w *watch) leaveChat() {
	if w.chat != nil {
		w.chat()
		w.chat = nil
	}
}
