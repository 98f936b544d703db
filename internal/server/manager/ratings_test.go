package manager_test

import (
	"context"
	"errors"
	"testing"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/manager"
	"github.com/wane-chess/wane/internal/server/manager/managertest"
	"github.com/wane-chess/wane/rules"
)

// Players get their ratings when they take seats, in a rematch the new ones, and the end of a game is
// announced once.
func TestRatedGame(t *testing.T) {
	w := newWorld(t)
	ratings := map[string]int{ann: 1500, bob: 1600}
	ends := make(chan livegame.Summary, 8)
	m, _ := managertest.Run(w, manager.Options{
		Node: "a", Store: w.store, Queue: w.hub.Node("a"), Lookup: rules.ByName, Clock: w.clock,
		Rate: func(_ context.Context, _ livegame.Header, p livegame.Player) (livegame.Player, error) {
			if p.Rating = ratings[p.Guest]; p.Rating == 0 {
				return livegame.Player{}, errors.New("the database does not answer")
			}
			return p, nil
		},
		Ended: func(s livegame.Summary) { ends <- s },
	})
	a := &node{Manager: m, w: w}
	head := pair(blitz)
	head.Casual, head.Rated = false, true
	head.Seats = [2]livegame.Player{{Guest: ann, Person: livegame.Person{Name: "Ann", Account: true}}, {}}
	id := a.create(head)
	join := livegame.Command{ID: "join", Kind: livegame.DoJoin, Guest: bob, Name: "Bob", As: livegame.Player{
		Guest: bob, Person: livegame.Person{Account: true}, Place: "p",
	}}
	if e := a.must(id,
		join); e.Player != (livegame.Player{
		Guest: bob, Person: livegame.Person{Name: "Bob", Account: true, Rating: 1600}, Place: "p",
	}) {
		t.Errorf("Bob joined as %+v", e.Player)
	}
	if s := a.snapshot(id); s.Seats[0].Rating != 1500 || !s.Header.Rated {
		t.Errorf("the game is %+v", s.Header)
	}
	a.play(id, "f2f3", "e7e5", "g2g4", "d8h4")
	if s := <-ends; s.ID != id || s.Result != game.BlackWins {
		t.Errorf("the end is %+v", s)
	}
	ratings[ann], ratings[bob] = 1480, 0 // Bob's cannot be read
	a.must(id, order(ann, livegame.DoRematch))
	next := a.snapshot(a.must(id, order(bob, livegame.DoRematch)).Next)
	if next.Seats[1].Rating != 1480 || next.Seats[0].Rating != 1600 || !next.Seats[0].Account || !next.Header.Rated {
		t.Errorf("the rematch has %+v", next.Seats)
	}
	if len(ends) != 0 {
		t.Error("offers after the end end the game again")
	}
}
