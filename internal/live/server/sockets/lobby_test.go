package sockets_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/live/livegame"
	"github.com/wane-chess/wane/internal/live/manager/managertest"
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

// The lobby has the same public games for all, and the own games of each guest.
func TestLobby(t *testing.T) {
	w := servertest.New(t)
	ctx, cancel := context.WithCancel(context.Background())
	ran := make(chan struct{})
	go func() { defer close(ran); w.Server.Run(ctx) }()
	defer func() { cancel(); <-ran }()
	ann, bob := w.Visitor(), w.Visitor()
	a, b := ann.Dial(), bob.Dial()
	for _, x := range []*servertest.Wire{a, b} {
		x.Send(protocol.ClientMessage{T: "lobby", On: true})
		if l := x.Want("lobby").Lobby; len(l.Seeks)+len(l.Live)+len(l.Mine) != 0 || l.Seeks == nil || l.Mine == nil ||
			l.Players != 2 {
			t.Errorf("an empty lobby is %+v", l)
		}
	}
	game := ann.Begin(protocol.NewGame{Opponent: "anyone"}).Game.ID
	ann.Begin(protocol.NewGame{ID: "private-game", Opponent: "friend"})
	w.Clock.Advance(time.Second)
	for _, c := range []struct {
		who  *servertest.Wire
		mine int
	}{{a, 2}, {b, 0}} {
		for {
			l := c.who.Want("lobby").Lobby
			if len(l.Seeks) == 0 || len(l.Mine) < c.mine {
				continue // from before
			}
			if len(l.Seeks) != 1 || l.Seeks[0].ID != game || l.Seeks[0].White.You != (c.mine > 0) ||
				l.Seeks[0].Creator != (c.mine > 0) || len(l.Mine) != c.mine {
				t.Errorf("the lobby is %+v", l)
			}
			break
		}
	}
}

// While the store is slow, requests for the lobby share one load, and none waits longer than
// its client.
func TestLobbyOfSlowStore(t *testing.T) {
	w := servertest.New(t)
	free, begun := make(chan struct{}), make(chan struct{}, 10)
	w.Store.SetFault(func(c managertest.Call) managertest.Fault {
		if c.Op != "list" || !c.Query.PublicOnly {
			return managertest.Fault{}
		}
		begun <- struct{}{}
		return managertest.Fault{Wait: free}
	})
	ask := func(ctx context.Context) (answered chan int) {
		answered = make(chan int, 1)
		go func() {
			answer := httptest.NewRecorder()
			w.Server.ServeHTTP(answer, httptest.NewRequestWithContext(ctx, http.MethodGet, "/api/lobby", nil))
			answered <- answer.Code
		}()
		return answered
	}
	impatient, leave := context.WithCancel(t.Context())
	first, second := ask(impatient), ask(t.Context())
	<-begun
	leave()
	select {
	case <-first:
	case <-time.After(servertest.Patience):
		t.Fatal("a client that has gone is waited for")
	}
	select {
	case code := <-second:
		t.Errorf("the other client's answer does not wait: %d", code)
	case <-begun:
		t.Error("the store is asked again meanwhile")
	default:
	}
	w.Store.SetFault(nil)
	close(free)
	if code := <-second; code != http.StatusOK {
		t.Errorf("the other client: %d", code)
	}
	if n := len(begun); n != 0 {
		t.Errorf("meanwhile %d more loads began", n)
	}
}

// Games that end without a move do not displace those that were played.
func TestFinishedGamesStay(t *testing.T) {
	w := servertest.New(t)
	ann := w.Visitor()
	finish := func(moves int) livegame.ID {
		head := livegame.Header{Variant: "chess", Public: true, Creator: "ada", Seats: [2]livegame.Player{
			{Guest: "ada", Name: "Ada"}, {Guest: "bea", Name: "Bea"},
		}}
		snap, err := w.Games.Create(t.Context(), head, "")
		if err != nil {
			t.Fatal(err)
		}
		do := func(c livegame.Command) {
			if _, err := w.Games.Do(t.Context(), snap.Header.ID, c, 0); err != nil {
				t.Fatal(err)
			}
		}
		for i, m := range []string{"e2e4", "e7e5"}[:moves] {
			do(livegame.Command{ID: m, Kind: livegame.DoMove, Guest: []string{"ada", "bea"}[i], Ply: i, Text: m})
		}
		do(livegame.Command{ID: "resign", Kind: livegame.DoResign, Guest: "ada"})
		w.Clock.Advance(time.Second)
		return snap.Header.ID
	}
	finished := func() (ids []string) {
		var l protocol.Lobby
		ann.Ask(http.MethodGet, "/api/lobby", nil, &l)
		for i := range l.Finished {
			ids = append(ids, l.Finished[i].ID)
		}
		return ids
	}
	played := finish(2)
	if got := finished(); !slices.Equal(got, []string{string(played)}) {
		t.Fatalf("finished: %v", got)
	}
	for range 30 {
		finish(0)
	}
	again := finish(2)
	if got := finished(); !slices.Equal(got, []string{string(again), string(played)}) {
		t.Errorf("finished: %v, want %v and %v", got, again, played)
	}
}
