package gamestoretest

import (
	"errors"
	"testing"

	"github.com/wane-chess/wane/internal/server/livegame"
)

// testOnePairing creates games with Pairing: only one of a creator waits at a time, on any node.
func testOnePairing(t *testing.T, h *handles) {
	one, two := h.games(), h.games()
	pairing := func(id livegame.ID, creator string) livegame.Summary {
		s := NewGame(id)
		s.Pairing, s.Public, s.Creator, s.Status = true, true, creator, livegame.Waiting
		return s
	}
	stored := func(id livegame.ID, want bool) {
		t.Helper()
		_, _, err := two.Load(background, id)
		if errors.Is(err, livegame.ErrNotFound) == want || err != nil && !errors.Is(err, livegame.ErrNotFound) {
			t.Errorf("the game %s: %v; want it stored: %v", id, err, want)
		}
	}
	first, second := pairing("Pairing00001", "ada"), pairing("Pairing00002", "ada")
	must(t, one.Create(background, first))
	must(t, two.Create(background, second))
	must(t, two.Create(background, pairing("Pairing00003", "bob")))
	stored(second.ID, false)
	stored("Pairing00003", true)
	offer := pairing("Pairing00004", "ada")
	offer.Pairing = false
	must(t, one.Create(background, offer))
	stored(offer.ID, true)

	e, after := NextMove(first)
	e.Kind, after.Status = livegame.Join, livegame.Live
	must(t, one.Append(background, first.ID, e, after))
	must(t, two.Create(background, second))
	stored(second.ID, true)
	list, err := one.List(background, livegame.Query{Pairing: true, Status: livegame.Waiting, Guest: "ada"})
	must(t, err)
	if len(list) != 1 || list[0].ID != second.ID {
		t.Errorf("Ada waits in %v", ids(list))
	}
}
