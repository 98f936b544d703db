package server

import (
	"context"
	"testing"

	"github.com/wane-chess/wane/internal/live/protocol"
)

// Whoever looks at the lobby sees people come and go.
func TestLobbyCrowd(t *testing.T) {
	w := newWorld(t)
	ctx, cancel := context.WithCancel(context.Background())
	ran := make(chan struct{})
	go func() { defer close(ran); w.s.Run(ctx) }()
	defer func() { cancel(); <-ran }()
	ann, bob := w.visitor(), w.visitor()
	a := ann.dial()
	a.send(protocol.ClientMessage{T: "lobby", On: true})
	b := bob.dial()
	bob.dial() // a second tab is not a second person
	for a.want("lobby").Lobby.Players != 2 {
		continue
	}
	_ = b.conn.CloseNow()
	eve := w.visitor().dial()
	for a.want("lobby").Lobby.Players != 3 {
		continue
	}
	_ = eve.conn.CloseNow()
	for a.want("lobby").Lobby.Players != 2 {
		continue
	}
}
