package site_test

import (
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/servertest"
)

// The example in the manual's page about the API works.
func TestManualExample(t *testing.T) {
	page, err := os.ReadFile("../../../docs/api.md")
	if err != nil {
		t.Fatal(err)
	}
	bodies := regexp.MustCompile(`-d '(\{[^']*\})'`).FindAllStringSubmatch(string(page), -1)
	if len(bodies) != 2 {
		t.Fatalf("%d requests with a body, expected 2", len(bodies))
	}
	v := servertest.New(t).Visitor()
	var full gameview.FullGame
	v.Ask(http.MethodPost, "/api/games", bodies[0][1], &full)
	game := "/api/games/" + full.Game.ID
	v.Ask(http.MethodPost, game+"/commands", bodies[1][1], nil)
	v.Ask(http.MethodGet, game+"?from=1", nil, &full)
	if full.Game.Ply != 1 || len(full.Events) != 0 {
		t.Errorf("after the move the game has %d plies and the events %v", full.Game.Ply, full.Events)
	}
	if resp, text := v.Request(http.MethodPost, game+"/commands", strings.Replace(bodies[1][1], "0001", "0002",
		1)); resp.StatusCode != http.StatusConflict || !strings.Contains(text, `"code":"stale"`) {
		t.Errorf("the same move again: status %d, %s", resp.StatusCode, text)
	}
}
