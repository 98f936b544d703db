package api_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"testing"

	"github.com/wane-chess/wane/internal/live/server/api"
	"github.com/wane-chess/wane/internal/live/server/servertest"
	"github.com/wane-chess/wane/internal/page/boardview"
)

// A replay for other sites has the same board views as the page gets.
func TestReplayEqualsBoardViews(t *testing.T) {
	w := servertest.New(t)
	ann := w.Visitor()
	game := ann.Playing("e4", "d5", "exd5", "c5")
	var replay api.Replay
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
