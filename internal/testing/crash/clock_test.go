package crash

import (
	"net/http"
	"testing"

	"github.com/wane-chess/wane/internal/lab/loadtest"
	"github.com/wane-chess/wane/internal/server/gameview"
)

// The only node with a game is killed while a clock runs. The flag still falls: the
// other node looks for games whose time is over.
func TestFlagFallsWithoutItsNode(t *testing.T) {
	t.Parallel()
	c := newCluster(t)
	one, two := c.node(t, "one"), c.node(t, "two")
	ann, bob := newGuest(t, "Ann"), newGuest(t, "Bob")
	id := ann.create(one, gameview.NewGame{Opponent: "friend", Control: gameview.Control{Base: 2000}})
	bob.join(one, id)
	white, black := ann.open(one, id), bob.open(one, id)
	white.do("move", "e2e4", 0)
	white.sees(2, "move", "e2e4")
	// The first moves take no time, so White has two seconds from here.
	answer := newBoard(4)
	answer.play(t, "e2e4")
	move, _ := answer.draw()
	black.do("move", move, 1)
	kill(t, one)

	// A list does not load the game, as its record would.
	until(t, "the flag falls", func() bool {
		var list []gameview.Game
		bob.call(two, http.MethodGet, "/api/games?status=finished&mine=true", nil, &list)
		return len(list) == 1 && list[0].ID == id
	})
	restart(t, one)
	for _, n := range []*loadtest.Process{one, two} {
		full := bob.record(n, id)
		last := full.Events[len(full.Events)-1]
		if len(full.Events) != 4 || last.Kind != "end" || last.Color != "white" || full.Game.Result != "0-1" {
			t.Errorf("the game ended as %s with %+v after %d events", full.Game.Result, last, len(full.Events))
		}
	}
	black.move(one)
	black.sees(4, "end", "")
}
