package lichess_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/servertest"
	"github.com/wane-chess/wane/internal/server/social"
)

// Who is blocked cannot challenge, join, accept or follow; who follows sees whom.
func TestRelations(t *testing.T) {
	w := servertest.New(t, servertest.WithAccounts(t))
	ann := newProgram(w, "Ann", auth.FollowWrite, auth.ChallengeWrite)
	eve := newProgram(w, "Eve", auth.FollowRead, auth.FollowWrite, auth.ChallengeWrite, auth.BoardPlay)
	ben := newProgram(w, "Ben", auth.ChallengeRead)
	clock := url.Values{"clock.limit": {"180"}, "clock.increment": {"2"}, "variant": {"shrink"}}

	ben.do(http.MethodPost, "/api/rel/follow/ann", nil, 403, "follow:write")
	ann.do(http.MethodPost, "/api/rel/follow/nobody", nil, 404, "no such account")
	ann.do(http.MethodPost, "/api/rel/follow/ann", nil, 400, "That is you")
	for range 2 {
		eve.do(http.MethodPost, "/api/rel/follow/Ann", nil, 200, `{"ok":true}`)
		ann.do(http.MethodPost, "/api/rel/follow/ben", nil, 200, `{"ok":true}`)
	}
	eve.do(http.MethodPost, "/api/rel/follow/ben", nil, 200)
	eve.do(http.MethodPost, "/api/rel/unfollow/ben", nil, 200)
	eve.do(http.MethodGet, "/api/rel/following", nil, 200, `"id":"ann","username":"Ann"`)
	eve.do(http.MethodPost, "/api/challenge/ann", clock, 200, `"status":"created"`)

	var open gameview.FullGame // before the block
	ann.Ask(http.MethodPost, "/api/games", gameview.NewGame{
		ID: "an-open-game", Variant: "shrink", Opponent: "anyone", Color: "white", Control: gameview.Control{Base: 180_000},
	}, &open)
	var link struct{ ID string }
	ann.Ask(http.MethodPost, "/api/challenge/open", map[string]any{"variant": "shrink"}, &link)

	ann.do(http.MethodPost, "/api/rel/block/eve", nil, 200, `{"ok":true}`)
	ann.do(http.MethodGet, "/api/challenge", nil, 200, `"in":[]`)
	eve.do(http.MethodGet, "/api/challenge", nil, 200, `"out":[]`)
	if list := eve.do(http.MethodGet, "/api/rel/following", nil, 200); list != "" {
		t.Errorf("Eve follows %s", list)
	}
	eve.do(http.MethodPost, "/api/rel/follow/ann", nil, 400, "You cannot follow Ann.")
	eve.do(http.MethodPost, "/api/challenge/ann", clock, 400, "Ann does not accept challenges from you.")
	eve.do(http.MethodPost, "/api/challenge/"+link.ID+"/accept", nil, 400, "Ann does not play against you.")
	join := gameview.Command{ID: "join-the-game", Order: "join"}
	if r, body := eve.Request(http.MethodPost, "/api/games/"+open.Game.ID+"/commands",
		join); r.StatusCode != http.StatusConflict || !strings.Contains(body, "does not accept challenges from you") {
		t.Errorf("Eve joins: %d %s", r.StatusCode, body)
	}
	ann.do(http.MethodPost, "/api/challenge/eve", clock, 200, `"status":"created"`) // that is Ann's decision

	ann.do(http.MethodPost, "/api/rel/unblock/eve", nil, 200)
	eve.do(http.MethodPost, "/api/challenge/ann", clock, 200, `"status":"created"`)
	eve.Ask(http.MethodPost, "/api/games/"+open.Game.ID+"/commands", join, nil)

	var mine social.Relations
	ann.Ask(http.MethodGet, "/api/account/relations", nil, &mine)
	if len(mine.Following) != 1 || mine.Following[0].Name != "Ben" || mine.Following[0].Online || len(mine.Blocked) != 0 ||
		mine.Followers != 0 || mine.Invisible {
		t.Errorf("Ann has %+v", mine)
	}
	ann.Ask(http.MethodPut, "/api/account/visibility", social.Visibility{Invisible: true}, nil)
	if ann.Ask(http.MethodGet, "/api/account/relations", nil, &mine); !mine.Invisible {
		t.Error("Ann is visible")
	}
}
