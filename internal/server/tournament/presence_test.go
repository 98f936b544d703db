package tournament_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/publictext"
	"github.com/wane-chess/wane/internal/server/tournament"
	"github.com/wane-chess/wane/internal/testing/dbtest"
	"github.com/wane-chess/wane/rules"
)

// TestPresence checks whom an arena pairs: who is present on any node, and for some seconds after that, but no one
// who is elsewhere.
func TestPresence(t *testing.T) { dbtest.Each(t, testPresence) }

func testPresence(t *testing.T, open func() *db.DB) {
	d := open()
	g := &games{
		now: noon.Add(-time.Minute), heads: map[livegame.ID]livegame.Header{}, ended: map[livegame.ID]livegame.Summary{},
	}
	node := func(name string) *tournament.Service {
		return tournament.New(tournament.Options{
			DB: d, Games: g, Lookup: rules.ByName, Node: name,
			Listening: func(context.Context, []string, time.Time) (map[string]bool, error) {
				return map[string]bool{}, nil
			},
		})
	}
	a, b := node("a"), node("b")
	must(t, a.Create(background, publictext.Author{}, arena()))
	for n := 1; n <= 4; n++ {
		must(t, a.Join(background, "arena", account(n), "", ""))
	}
	// pass lets the node direct the arena for some seconds.
	pass := func(seconds int) {
		t.Helper()
		for range seconds {
			g.pass(time.Second)
			must(t, b.NotePresence(background))
			must(t, a.Direct(background, "arena"))
		}
	}
	playing := func(want ...string) {
		t.Helper()
		var list []string
		for _, h := range g.heads {
			list = append(list, h.Seats[0].Guest, h.Seats[1].Guest)
		}
		if slices.Sort(list); !slices.Equal(list, want) {
			t.Errorf("%v are paired, want %v", list, want)
		}
	}
	// shown checks who is marked as away, and whether account 1 reads that no opponent is free.
	shown := func(alone bool, away ...int) {
		t.Helper()
		for _, n := range []*tournament.Service{a, b} {
			state, err := n.Shown(background, "arena", "account 1")
			must(t, err)
			var got []int
			for _, p := range state.Standings {
				if p.Away {
					got = append(got, p.Number)
				}
			}
			if !slices.Equal(got, away) || state.Mine.Alone != alone {
				t.Errorf("%v are away and account 1 is alone: %t, want %v and %t", got, state.Mine.Alone, away, alone)
			}
		}
	}
	pass(90)
	playing()
	shown(true, 2, 3, 4) // who looks is never marked

	a.Enter(background, "arena", "account 2")()
	pass(10)
	here := a.Enter(background, "arena", "account 1") // on the node that directs
	pass(10)
	playing()
	must(t, a.NotePresence(background))
	shown(true, 2, 3, 4)

	there := b.Enter(background, "arena", "account 3") // on another one
	again := b.Enter(background, "arena", "account 3")
	again() // one of two pages is closed
	pass(2)
	must(t, a.NotePresence(background))
	shown(false, 2, 4)
	pass(8)
	playing("account 1", "account 3")

	here()
	there()
	b.Enter(background, "arena", "account 4")
	b.Enter(background, "arena", "stranger")
	b.Enter(background, "none", "account 2")
	pass(10)
	playing("account 1", "account 3")
}
