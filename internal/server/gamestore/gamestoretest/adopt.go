package gamestoretest

import (
	"testing"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/account"
	"github.com/wane-chess/wane/internal/server/livegame"
)

// testAdopt gives the games of a guest to an account, step by step on two nodes.
func testAdopt(t *testing.T, h *handles) {
	s, other := h.store(), h.store()
	c := account.Claim{Guest: "ada", Account: "ann"}
	// Three finished games: a seat since the start, a seat taken later, and one that she created for others.
	var finished []livegame.Summary
	for i, id := range []livegame.ID{"Adopt0000001", "Adopt0000002", "Adopt0000003"} {
		sum := Finished(id, at(10+i))
		sum.Creator = "ada"
		var event livegame.Event
		switch i {
		case 1:
			sum.Header.Seats[0] = livegame.Player{}
			event = livegame.Event{Seq: 1, Kind: livegame.Join, Color: game.White, At: at(1), Player: sum.Seats[0]}
		case 2:
			sum.Seats[0].Guest, sum.Header.Seats[0].Guest = "cyd", "cyd"
		}
		must(t, s.Create(background, sum))
		if event.Seq > 0 {
			sum.Seq = 1
			must(t, s.Append(background, id, event, sum))
		}
		finished = append(finished, sum)
	}
	live := NewGame("Adopt0000004")
	live.Creator, live.Seats[0].Guest, live.Header.Seats[0].Guest = "ada", "ada", "ada"
	must(t, s.Create(background, live))

	for _, want := range []int{2, 1, 0} {
		if n, err := other.AdoptFinished(background, c, 2); err != nil || n != want {
			t.Errorf("%d games, %v; want %d", n, err, want)
		}
	}
	for i, was := range finished {
		header, events, err := s.Load(background, was.ID)
		must(t, err)
		if header.Creator != "ann" || i == 0 && header.Seats[0].Guest != "ann" || i == 1 && events[0].Player.Guest != "ann" ||
			header.Seats[0].Name != was.Header.Seats[0].Name {
			t.Errorf("game %d: %+v, %+v", i, header, events)
		}
	}
	list, err := s.List(background, livegame.Query{Guest: "ann", Status: live.Status})
	if err != nil || len(list) != 1 || list[0].Seats[0].Guest != "ada" { // an event changes the seat
		t.Errorf("%+v, %v", list, err)
	}

	// A node that has the game from before writes an event: the player stays.
	offer := livegame.Event{Seq: 1, Kind: livegame.RematchOffer, Color: game.Black, At: at(20)}
	stale := finished[0]
	stale.Seq, stale.Updated = 1, at(20)
	must(t, other.Append(background, stale.ID, offer, stale))
	if list, err := s.List(background, livegame.Query{Guest: "ada"}); err != nil || len(list) != 1 ||
		list[0].ID != live.ID {
		t.Errorf("the guest has %+v, %v", list, err)
	}
}
