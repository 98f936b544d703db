package sockets_test

import (
	"context"
	"testing"

	"github.com/wane-chess/wane/internal/live/protocol"
	"github.com/wane-chess/wane/internal/live/server/servertest"
)

// The lobby shows how many guests are connected.
func TestLobbyCrowd(t *testing.T) {
	w := servertest.New(t)
	ctx, cancel := context.WithCancel(context.Background())
	ran := make(chan struct{})
	go func() { defer close(ran); w.Server.Run(ctx) }()
	defer func() { cancel(); <-ran }()
	ann, bob := w.Visitor(), w.Visitor()
	a := ann.Dial()
	a.Send(protocol.ClientMessage{T: "lobby", On: true})
	b := bob.Dial()
	bob.Dial() // a second tab is not a second guest
	for a.Want("lobby").Lobby.Players != 2 {
		continue
	}
	_ = b.Conn.CloseNow()
	eve := w.Visitor().Dial()
	for a.Want("lobby").Lobby.Players != 3 {
		continue
	}
	_ = eve.Conn.CloseNow()
	for a.Want("lobby").Lobby.Players != 2 {
		continue
	}
}
