package sockets_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/server"
	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/manager"
	"github.com/wane-chess/wane/internal/server/manager/managertest"
	"github.com/wane-chess/wane/internal/server/servertest"
	"github.com/wane-chess/wane/internal/server/sockets"
	"github.com/wane-chess/wane/rules"
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
	a.Send(sockets.ClientMessage{T: "lobby", On: true})
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

// Pings say how many open games of others there are, also while no socket shows the lobby.
func TestWaiting(t *testing.T) {
	w := servertest.New(t)
	ann, bob := w.Visitor(), w.Visitor()
	a, b := ann.Dial(), bob.Dial()
	refresh, stop := w.Server.Sockets().FollowLobby()
	defer stop()
	ann.Begin(gameview.NewGame{Opponent: "anyone"})
	ann.Begin(gameview.NewGame{ID: "private-game", Opponent: "friend"})
	for i, want := range []int{1, 1, 2} {
		if err := refresh(t.Context()); err != nil {
			t.Fatal(err)
		}
		w.Server.Sockets().PingAll()
		if n := b.Want("ping").Waiting; n != want {
			t.Errorf("%d games wait for Bob, want %d", n, want)
		}
		if n := a.Want("ping").Waiting; n != 0 {
			t.Errorf("%d games wait for Ann, who has offered them", n)
		}
		if ann.Begin(gameview.NewGame{ID: "next-game", Opponent: "anyone"}); i == 1 { // it counts after a while
			w.Clock.Advance(10 * time.Second)
		}
	}
}

// The lobby has the same public games for all, and each guest's own games.
func TestLobby(t *testing.T) {
	w := servertest.New(t)
	ctx, cancel := context.WithCancel(context.Background())
	ran := make(chan struct{})
	go func() { defer close(ran); w.Server.Run(ctx) }()
	defer func() { cancel(); <-ran }()
	ann, bob := w.Visitor(), w.Visitor()
	a, b := ann.Dial(), bob.Dial()
	for _, x := range []*servertest.Wire{a, b} {
		x.Send(sockets.ClientMessage{T: "lobby", On: true})
		if mine := x.Want("mine").Mine; len(mine) != 0 {
			t.Errorf("a guest without games has %+v", mine)
		}
		if l := x.Want("lobby").Lobby; len(l.Seeks)+len(l.Live) != 0 || l.Seeks == nil || l.Players != 2 {
			t.Errorf("an empty lobby is %+v", l)
		}
	}
	game := ann.Begin(gameview.NewGame{Opponent: "anyone"}).Game.ID
	ann.Begin(gameview.NewGame{ID: "private-game", Opponent: "friend"})
	w.Clock.Advance(time.Second)
	for mine := []gameview.Game(nil); len(mine) < 2; {
		mine = a.Want("mine").Mine
		for i := range mine {
			if !mine[i].White.You || !mine[i].Creator {
				t.Errorf("an own game is %+v", mine[i])
			}
		}
	}
	for _, x := range []*servertest.Wire{a, b} {
		var l *gameview.Lobby
		for l == nil || len(l.Seeks) == 0 {
			m := x.Read()
			if l = m.Lobby; x == b && m.T == "mine" {
				t.Errorf("a guest without games gets %+v", m.Mine)
			}
		}
		if len(l.Seeks) != 1 || l.Seeks[0].ID != game || l.Seeks[0].White.You || l.Seeks[0].Creator ||
			l.Seeks[0].White.Tag != ann.Me.Tag {
			t.Errorf("the lobby is %+v", l)
		}
	}
	var l gameview.MyLobby
	ann.Ask(http.MethodGet, "/api/lobby", nil, &l)
	if len(l.Mine) != 2 || len(l.Seeks) != 1 || !l.Seeks[0].Creator {
		t.Errorf("a request gets %+v", l)
	}
}

// A refresh asks the store as often for a thousand viewers as for ten, and sends nothing to those whom it does not
// concern.
func TestLobbyWork(t *testing.T) {
	for _, viewers := range []int{10, 1000} {
		w := servertest.New(t, func(o *server.Options) { o.Limits.Off = true })
		other, stop := managertest.Run(t, manager.Options{
			Node: "two", Store: w.Store, Queue: w.Broker.Node("two"), Lookup: rules.ByName, Clock: w.Clock,
		})
		defer stop()
		s := w.Server.Sockets()
		refresh, end := s.FollowLobby()
		defer end()
		guest := func(i int) string { return fmt.Sprintf("guest-%d", i) }
		create := func(on *manager.Manager, i int) livegame.ID {
			snap, err := on.Create(t.Context(), livegame.Header{
				Variant: "chess", Creator: guest(i), Seats: [2]livegame.Player{{Guest: guest(i)}, {Guest: "nobody"}},
			}, "")
			if err != nil {
				t.Fatal(err)
			}
			return snap.Header.ID
		}
		do := func(on *manager.Manager, id livegame.ID, c livegame.Command) {
			t.Helper()
			if _, err := on.Do(t.Context(), id, c, 0); err != nil {
				t.Fatal(err)
			}
		}
		all, games := make([]*sockets.Socket, viewers), make([]livegame.ID, viewers)
		for i := range all {
			games[i] = create(w.Games, i)
			all[i] = s.Offline(guest(i), "Guest")
			if got := types(all[i].Handle(t.Context(), []byte(`{"t":"lobby","on":true}`))); got != "mine lobby" {
				t.Fatalf("who comes gets %q", got)
			}
		}
		check := func(what string, queries int, concerned ...string) {
			t.Helper()
			w.Broker.Settle()
			before := w.Store.Calls("list")
			if err := refresh(t.Context()); err != nil {
				t.Fatal(err)
			}
			if n := w.Store.Calls("list") - before; n != queries {
				t.Errorf("%s: %d queries for %d viewers, want %d", what, n, viewers, queries)
			}
			for i, k := range all {
				want := ""
				if i < len(concerned) {
					want = concerned[i]
				}
				if got := types(k.Sent()); got != want {
					t.Errorf("%s: viewer %d gets %q, want %q", what, i, got, want)
				}
			}
		}
		check("games that all know", 3)
		move := livegame.Command{ID: "the-first-move", Kind: livegame.DoMove, Guest: guest(0), Text: "e2e4"}
		do(w.Games, games[0], move)
		check("a move", 3, "mine")
		do(other, games[1], livegame.Command{ID: "resignation", Kind: livegame.DoResign, Guest: guest(1)})
		check("an end on another node", 3, "", "mine")
		elsewhere := create(other, 0)
		check("a game on another node, which this one has not loaded", 4, "mine")
		w.Store.Delete(elsewhere, w.Clock.Now())
		if _, err := other.Do(t.Context(), elsewhere, move, 0); err == nil {
			t.Error("a deleted game takes moves")
		}
		w.Clock.Advance(10 * time.Second)
		check("a deleted game", 4, "mine")
		tab := s.Offline(guest(2), "Guest")
		if got := types(tab.Handle(t.Context(), []byte(`{"t":"lobby","on":true}`))); got != "mine lobby" {
			t.Errorf("a second tab gets %q", got)
		}
		all[2].Sent()
		tab.Handle(t.Context(), []byte(`{"t":"lobby"}`))
		do(w.Games, games[2], livegame.Command{ID: "another-move", Kind: livegame.DoMove, Guest: guest(2), Text: "d2d4"})
		check("a move after the tab has left", 3, "", "", "mine")
		if got := types(tab.Sent()); got != "" {
			t.Errorf("the tab that has left gets %q", got)
		}
	}
}

// A game that changes while a viewer's games are loaded is not missed.
func TestLobbyJoinsDuringChange(t *testing.T) {
	w := servertest.New(t)
	s := w.Server.Sockets()
	refresh, end := s.FollowLobby()
	defer end()
	snap, err := w.Games.Create(t.Context(), livegame.Header{
		Variant: "chess", Creator: "ann", Seats: [2]livegame.Player{{Guest: "ann"}, {Guest: "bob"}},
	}, "")
	if err != nil {
		t.Fatal(err)
	}
	k, loads := s.Offline("ann", "Ann"), 0
	w.Store.SetFault(func(c managertest.Call) managertest.Fault {
		if c.Op != "list" || c.Query.Guest == "" || c.Query.Status != livegame.Waiting {
			return managertest.Fault{} // the query before has answered with the live games
		}
		if loads++; loads == 1 {
			move := livegame.Command{ID: "the-first-move", Kind: livegame.DoMove, Guest: "ann", Text: "e2e4"}
			if _, err := w.Games.Do(t.Context(), snap.Header.ID, move, 0); err != nil {
				t.Error(err)
			}
			if err := refresh(t.Context()); err != nil {
				t.Error(err)
			}
		}
		return managertest.Fault{}
	})
	answers := k.Handle(t.Context(), []byte(`{"t":"lobby","on":true}`))
	var m sockets.ServerMessage
	if err := json.Unmarshal(answers[0], &m); err != nil || m.T != "mine" || len(m.Mine) != 1 || m.Mine[0].Ply != 1 {
		t.Errorf("the viewer gets %s, %v", answers[0], err)
	}
	if loads != 2 {
		t.Errorf("the games were loaded %d times", loads)
	}
}

// types returns the types of messages.
func types(messages [][]byte) string {
	var all []string
	for _, b := range messages {
		var m sockets.ServerMessage
		if err := json.Unmarshal(b, &m); err != nil {
			return err.Error()
		}
		all = append(all, m.T)
	}
	return strings.Join(all, " ")
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
			{Guest: "ada", Person: livegame.Person{Name: "Ada"}}, {Guest: "bea", Person: livegame.Person{Name: "Bea"}},
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
		var l gameview.Lobby
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
