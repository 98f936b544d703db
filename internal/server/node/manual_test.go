package node_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/wane-chess/wane/docs"
)

// The manual's page about the API has the operations of the API, but for those of bots, and no others.
func TestManualOfAPI(t *testing.T) {
	pages, err := docs.Pages()
	if err != nil {
		t.Fatal(err)
	}
	var manual, bots string
	for _, p := range pages {
		switch p.Path {
		case "/docs/api":
			manual = string(p.HTML())
		case "/docs/bots":
			bots = string(p.HTML())
		}
	}
	var spec struct{ Paths map[string]any }
	readAPI(t, &spec)
	documented := map[string]bool{}
	for _, found := range regexp.MustCompile(`/api/[a-z]+[a-z./{}]*[a-z}]`).FindAllString(manual, -1) {
		documented[strings.Replace(found, "/tablebase/shrink", "/tablebase/{variant}", 1)] = true
	}
	for path := range spec.Paths {
		if !documented[path] && !strings.Contains(bots, strings.Replace(path, "/board/game/", "/bot/game/", 1)) {
			t.Errorf("docs/api.md lacks %s", path)
		}
	}
	for path := range documented {
		if _, found := spec.Paths[path]; !found && !strings.HasPrefix(path, "/api/openapi.") {
			t.Errorf("docs/api.md has %s, which does not exist", path)
		}
	}
}
