package api_test

import (
	"encoding/json"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/wane-chess/wane/docs"
	"github.com/wane-chess/wane/internal/live/protocol"
	"github.com/wane-chess/wane/internal/live/server"
	"github.com/wane-chess/wane/internal/live/server/servertest"
	"github.com/wane-chess/wane/internal/server/opening"
	"github.com/wane-chess/wane/internal/server/social"
	"github.com/wane-chess/wane/internal/server/vacation"
)

// The manual's page about the API has exactly the operations of the API.
func TestManualOfAPI(t *testing.T) {
	w, _ := newArchive(t, watched(nil), func(o *server.Options) { // without an archive there is no search
		o.Features = append(o.Features, vacation.New(nil, nil, nil), opening.New(opening.Options{}),
			social.New(social.Options{}))
	})
	pages, err := docs.Pages()
	if err != nil {
		t.Fatal(err)
	}
	var manual string
	for _, p := range pages {
		if p.Path == "/docs/api" {
			manual = string(p.HTML())
		}
	}
	var spec struct{ Paths map[string]any }
	if err := json.Unmarshal(w.Fetch("/api/openapi.json").Body.Bytes(), &spec); err != nil {
		t.Fatal(err)
	}
	documented := map[string]bool{}
	for _, found := range regexp.MustCompile(`/api/[a-z]+[a-z./{}]*[a-z}]`).FindAllString(manual, -1) {
		documented[strings.Replace(found, "/tablebase/shrink", "/tablebase/{variant}", 1)] = true
	}
	for path := range spec.Paths {
		if !documented[path] {
			t.Errorf("docs/api.md lacks %s", path)
		}
	}
	for path := range documented {
		if _, found := spec.Paths[path]; !found && !strings.HasPrefix(path, "/api/openapi.") {
			t.Errorf("docs/api.md has %s, which does not exist", path)
		}
	}
}

// The example in the manual's page about the API works.
func TestManualExample(t *testing.T) {
	page, err := os.ReadFile("../../../../docs/api.md")
	if err != nil {
		t.Fatal(err)
	}
	bodies := regexp.MustCompile(`-d '(\{[^']*\})'`).FindAllStringSubmatch(string(page), -1)
	if len(bodies) != 2 {
		t.Fatalf("%d requests with a body, expected 2", len(bodies))
	}
	v := servertest.New(t).Visitor()
	var full protocol.FullGame
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
