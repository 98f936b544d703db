package sockets

import (
	"context"

	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/internal/server/chat"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/problem"
)

// maxPlace is how many bytes of the place of a chat an error has at most.
const maxPlace = 80

// chat follows the chat of a place, or stops. A second request is answered again: once a game is over, its players may
// read more.
func (k *socket) chat(ctx context.Context, m *ClientMessage) {
	refuse := func(e problem.Fault) {
		k.send(encode(&ServerMessage{T: "error", Place: cut(m.Place, maxPlace), Error: &e}))
	}
	if k.s.chat == nil {
		return
	}
	k.leaveChat(m.Place)
	if !m.On {
		return
	}
	if most := k.s.limits.SocketGames; len(k.chats) >= most {
		refuse(problem.Fault{
			Code: problem.CodeTooMany, Text: "One connection can follow " + message.Plural(most, "chat") + ", not more.",
		})
		return
	}
	if wait, ok := k.afford(limits.Read); !ok {
		refuse(problem.Fault{Code: problem.CodeTooFast, Text: problem.TooFastText(wait)})
		return
	}
	stop, err := k.s.chat.Watch(ctx, chat.Place(m.Place), chat.ReaderOf(k.visit()),
		func(room chat.RoomName, after int, list []chat.Message) {
			k.send(encode(&ServerMessage{
				T: "chat", Place: m.Place, Room: string(room), From: after,
				Messages: chat.Show(list, k.guest, k.s.guard.Guests.Tag),
			}))
		})
	if err != nil {
		_, fault := k.s.guard.Problems.Fault(ctx, err)
		refuse(fault)
		return
	}
	if k.chats == nil {
		k.chats = map[string]func(){}
	}
	k.chats[m.Place] = stop
}

// leaveChat stops following the chat of a place. Only the reading goroutine calls it.
func (k *socket) leaveChat(place string) {
	if stop := k.chats[place]; stop != nil {
		stop()
		delete(k.chats, place)
	}
}
