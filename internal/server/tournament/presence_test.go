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
	pass(90)
	playing()

	a.Enter(background, "arena", "account 2")()
	pass(10)
	here := a.Enter(background, "arena", "account 1") // on the node that directs
	pass(10)
	playing()

	there := b.Enter(background, "arena", "account 3") // on another one
	again := b.Enter(background, "arena", "account 3")
	again() // one of two pages is closed
	pass(10)
	playing("account 1", "account 3")

	here()
	there()
	b.Enter(background, "arena", "account 4")
	b.Enter(background, "arena", "stranger")
	b.Enter(background, "none", "account 2")
	pass(10)
	playing("account 1", "account 3")
}
