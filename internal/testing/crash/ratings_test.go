package crash

import (
	"encoding/json"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/lab/loadtest"
	"github.com/wane-chess/wane/internal/server/account"
	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/profile"
	"github.com/wane-chess/wane/internal/server/rating"
)

// Two accounts play rated games on two nodes. Each time, a node is killed at about the moment at
// which the game ends or is rated. Each game changes the ratings once.
func TestRatedGamesCountOnce(t *testing.T) {
	t.Parallel()
	c := newCluster(t)
	one, two := c.node(t, "one"), c.node(t, "two")
	ann, bob := newGuest(t, "Ann"), newGuest(t, "Bob")
	for _, g := range []*guest{ann, bob} {
		g.signUp(one)
	}
	const games = 6
	var last string
	for i := range games {
		last = ann.create(one,
			gameview.NewGame{Variant: "chess", Opponent: "friend", Rated: true, Control: gameview.Control{Base: 600_000}})
		bob.join(two, last)
		for ply, move := range strings.Fields("e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d3 d6") {
			by := []*guest{ann, bob}[ply%2]
			by.call(one, http.MethodPost, "/api/games/"+last+"/commands",
				gameview.Command{ID: newID(), Order: "move", Move: move, Ply: &ply}, &gameview.CommandResult{})
		}
		// Black resigns on the node that may rate the game; its death comes before or after.
		dying := one
		if i%2 == 1 {
			dying = two
		}
		resign := gameview.Command{ID: newID(), Order: "resign"}
		var resigning sync.WaitGroup
		resigning.Go(func() {
			body, _ := json.Marshal(resign)
			req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, dying.URL()+"/api/games/"+last+"/commands",
				strings.NewReader(string(body)))
			if err != nil {
				return
			}
			req.Header.Set("Content-Type", "application/json")
			if resp, err := bob.http.Do(req); err == nil { // the answer may be lost
				_ = resp.Body.Close()
			}
		})
		time.Sleep(time.Duration(rand.IntN(12)) * time.Millisecond) //nolint:gosec // any moment
		kill(t, dying)
		resigning.Wait()
		restart(t, dying)
		bob.call(dying, http.MethodPost, "/api/games/"+last+"/commands", resign, &gameview.CommandResult{})
	}
	until(t, "the last game is rated", func() bool {
		var r rating.GameRatings
		ann.call(two, http.MethodGet, "/api/games/"+last+"/ratings", nil, &r)
		return r.State == "rated"
	})
	until(t, "all games are rated", func() bool { return c.verify(t).Pending == 0 })
	if v := c.verify(t); v.Games != games || v.Changes != games || v.Ratings != 2 || len(v.Problems) > 0 {
		t.Errorf("verified are %+v, want %d games", v, games)
	}
	var p profile.Profile
	bob.call(one, http.MethodGet, "/api/players/bob-of-oz", nil, &p)
	if len(p.Ratings) != 1 || p.Ratings[0].Score != (rating.Score{Lost: games}) || p.Ratings[0].Rating >= 1500 {
		t.Errorf("Bob is %+v", p)
	}
}

// signUp makes an account of a guest, whose name ends in -of-oz.
func (g *guest) signUp(n *loadtest.Process) {
	g.t.Helper()
	g.call(n, http.MethodPost, "/api/signup",
		account.SignUp{Name: g.name + "-of-oz", Password: "four random words of a test"}, &account.SignedInView{})
}

// verified is what 'wane admin ratings --verify' says.
type verified struct {
	Games, Changes, Ratings, Pending int
	Problems                         []string
}

// verify computes all ratings again from the games.
func (c *cluster) verify(t *testing.T) (found verified) {
	t.Helper()
	out, err := wane(t, "admin", "ratings", "--verify", "--json", "--db", c.db).Output()
	if err != nil && len(out) == 0 {
		t.Fatal(err)
	}
	if err := json.Unmarshal(out, &found); err != nil {
		t.Fatal(err)
	}
	return found
}
