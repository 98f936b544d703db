package server

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/wane-chess/wane/docs"
	"github.com/wane-chess/wane/internal/live/protocol"
)

// The manual's pages link to each other, and share the style of the page where
// there is one.
func TestManual(t *testing.T) {
	pages, err := docs.Pages()
	if err != nil {
		t.Fatal(err)
	}
	with := newWorld(t, func(o *Options) {
		o.Page = fstest.MapFS{"index.html": {Data: []byte(`<head><link rel="stylesheet" crossorigin href="/assets/small-abc.css"></head>`)}}
	})
	without := newWorld(t, func(o *Options) { o.Page = nil })
	for _, w := range []*world{with, without} {
		for _, p := range pages {
			rec := fetch(w, p.Path)
			body := rec.Body.String()
			if rec.Code != http.StatusOK || !strings.Contains(body, p.Title+" – wane</title>") || !strings.Contains(body, string(p.HTML)) {
				t.Errorf("%s: status %d, %.300s", p.Path, rec.Code, body)
			}
			if len(rec.Result().Cookies()) > 0 {
				t.Errorf("%s sets a cookie", p.Path)
			}
			for _, other := range pages {
				if !strings.Contains(body, `<a href="`+other.Path+`"`) {
					t.Errorf("%s does not link to %s", p.Path, other.Path)
				}
			}
			if got := strings.Contains(body, `crossorigin href="/assets/small-abc.css"`); got != (w == with) {
				t.Errorf("%s uses the page's style: %v", p.Path, got)
			}
		}
		style := fetch(w, "/docs/manual.css")
		if style.Code != http.StatusOK || style.Header().Get("Content-Type") != "text/css; charset=utf-8" {
			t.Errorf("the style has status %d and type %q", style.Code, style.Header().Get("Content-Type"))
		}
		for _, path := range []string{"/docs/nothing", "/docs/README", "/docs/"} {
			if rec := fetch(w, path); rec.Code != http.StatusNotFound {
				t.Errorf("%s: status %d", path, rec.Code)
			}
		}
	}
	if body := fetch(with, "/api").Body.String(); !strings.Contains(body, "href=/docs/api") {
		t.Errorf("the page of the API does not link to the manual: %s", body)
	}
}

func fetch(w *world, path string) *httptest.ResponseRecorder {
	rec := httptest.NewRecorder()
	w.s.ServeHTTP(rec, httptest.NewRequest(http.MethodGet, path, nil))
	return rec
}

// The page about the API has every operation, and no other.
func TestManualOfAPI(t *testing.T) {
	w, _ := newArchive(t) // without an archive there is no search
	pages, err := docs.Pages()
	if err != nil {
		t.Fatal(err)
	}
	var manual string
	for _, p := range pages {
		if p.Path == "/docs/api" {
			manual = string(p.HTML)
		}
	}
	var spec struct{ Paths map[string]any }
	if err := json.Unmarshal(fetch(w, "/api/openapi.json").Body.Bytes(), &spec); err != nil {
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

// The example of the page about the API works as it stands there.
func TestManualExample(t *testing.T) {
	page, err := os.ReadFile("../../../docs/api.md")
	if err != nil {
		t.Fatal(err)
	}
	bodies := regexp.MustCompile(`-d '(\{[^']*\})'`).FindAllStringSubmatch(string(page), -1)
	if len(bodies) != 2 {
		t.Fatalf("%d requests with a body, expected 2", len(bodies))
	}
	v := newWorld(t).visitor()
	var full protocol.Full
	v.ask(http.MethodPost, "/api/games", bodies[0][1], &full)
	game := "/api/games/" + full.Game.ID
	v.ask(http.MethodPost, game+"/commands", bodies[1][1], nil)
	v.ask(http.MethodGet, game+"?from=1", nil, &full)
	if full.Game.Ply != 1 || len(full.Events) != 0 {
		t.Errorf("after the move the game has %d plies and the events %v", full.Game.Ply, full.Events)
	}
	if resp, text := v.request(http.MethodPost, game+"/commands", strings.Replace(bodies[1][1], "0001", "0002", 1)); resp.StatusCode != http.StatusConflict || !strings.Contains(text, `"code":"stale"`) {
		t.Errorf("the same move again: status %d, %s", resp.StatusCode, text)
	}
}
