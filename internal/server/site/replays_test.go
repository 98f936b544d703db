package site_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"testing"

	"github.com/wane-chess/wane/internal/page/boardview"
	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/servertest"
	"github.com/wane-chess/wane/internal/server/site"
)

// A replay for other sites has the same board views as the page gets.
func TestReplayEqualsBoardViews(t *testing.T) {
	w := servertest.New(t)
	ann := w.Visitor()
	game := ann.Playing("e4", "d5", "exd5", "c5")
	var replay site.Replay
	var whole struct{ Views []boardview.BoardView }
	ann.Ask(http.MethodGet, "/api/games/"+game+"/replay", nil, &replay)
	ann.Ask(http.MethodPost, "/api/views", `{"variant":"shrink","moves":["e4","d5","exd5","c5"]}`, &whole)
	a, _ := json.Marshal(replay.Views)
	b, _ := json.Marshal(whole.Views)
	if !bytes.Equal(a, b) || len(replay.Views) != 5 {
		t.Errorf("%d board views, want %d", len(replay.Views), len(whole.Views))
	}
	if g := replay.Game; g == nil || g.White.Name != ann.Me.Name || g.White.You || g.Creator || g.ID != game {
		t.Errorf("the game is %+v", replay.Game)
	}
}

// If the database loses events, cached replays of what is lost are not shown.
func TestReplayAfterLostEvents(t *testing.T) {
	w := servertest.New(t)
	ann := w.Visitor()
	game := ann.Playing("e4", "d5", "exd5")
	path := "/api/games/" + game + "/replay"
	r, _ := ann.Request(http.MethodGet, path, nil)
	tag := r.Header.Get("ETag")
	w.Store.Lose(livegame.ID(game), 1)
	for _, move := range []string{"exd5", "c4"} { // the first is refused: the game goes back
		ply := map[string]int{"exd5": 3, "c4": 2}[move]
		ann.Request(http.MethodPost, "/api/games/"+game+"/commands",
			gameview.Command{ID: "command-" + move, Order: "move", Move: move, Ply: &ply})
	}
	var replay site.Replay
	ann.Ask(http.MethodGet, path, nil, &replay)
	if got := replay.Moves; len(got) != 3 || got[2] != "c2c4" {
		t.Errorf("the replay has %v", got)
	}
	if r, _ := ann.Request(http.MethodGet, path, nil, "If-None-Match", tag); r.StatusCode != http.StatusOK {
		t.Errorf("the old version is answered with %d", r.StatusCode)
	}
}
