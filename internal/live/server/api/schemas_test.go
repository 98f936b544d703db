package api_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"maps"
	"net/http"
	"os"
	"reflect"
	"testing"

	"github.com/wane-chess/wane/internal/live/protocol"
	"github.com/wane-chess/wane/internal/live/server/api"
	"github.com/wane-chess/wane/internal/live/server/servertest"
	"github.com/wane-chess/wane/internal/page/engineworker"
	"github.com/wane-chess/wane/internal/page/study"
)

var update = flag.Bool("update", false, "rewrite web/schemas.json")

// TestSchemas compares web/schemas.json, from which the page's types are generated, with
// the schemas of the API, of its archive, which the server of this test lacks, and of the
// messages between the page and its WebAssembly.
func TestSchemas(t *testing.T) {
	const name = "../../../../web/schemas.json"
	var doc struct {
		Components struct {
			Schemas map[string]any `json:"schemas"`
		} `json:"components"`
	}
	servertest.New(t).Visitor().Ask(http.MethodGet, "/api/openapi.json", "", &doc)
	page := api.NewSchemas()
	for _, v := range []any{protocol.ArchivePage{}, protocol.Channels{}, protocol.ReviewedGames{}, protocol.Explored{},
		protocol.GameRatings{}, protocol.Profile{}, protocol.Level{}, protocol.RatingGraph{}, protocol.Leaderboard{},
		protocol.Relations{}, protocol.Visibility{}, study.Reading{}, engineworker.Command{}, engineworker.Answer{}} {
		page.Schema(reflect.TypeOf(v), true, "")
	}
	all := doc.Components.Schemas
	var own map[string]any
	text, err := json.Marshal(page.Map())
	if err == nil {
		err = json.Unmarshal(text, &own)
	}
	if err != nil {
		t.Fatal(err)
	}
	maps.Copy(all, own)
	got, err := json.MarshalIndent(map[string]any{
		"openapi": "3.1.0", "info": map[string]any{"title": "Types of the page", "version": "1"}, "paths": map[string]any{},
		"components": map[string]any{"schemas": all},
	}, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	got = append(got, '\n')
	if *update {
		if err := os.WriteFile(name, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(name); err != nil || !bytes.Equal(got, want) {
		t.Errorf("web/schemas.json is not current (%v): run 'go test ./internal/live/server/api -run Schemas -update'", err)
	}
}
