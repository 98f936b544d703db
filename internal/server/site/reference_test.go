package site_test

import (
	"encoding/json"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/wane-chess/wane/internal/server/servertest"
)

// The manual's reference has all operations and types, and its links lead to them.
func TestReference(t *testing.T) {
	w := servertest.New(t, servertest.WithAccounts(t))
	page := w.Fetch("/docs/api/reference")
	body := page.Body.String()
	if page.Code != http.StatusOK || !strings.Contains(body, "<h1>The API, operation by operation</h1>") {
		t.Fatalf("status %d: %.300s", page.Code, body)
	}
	var spec struct {
		Info       struct{ Version string }
		Paths      map[string]map[string]struct{ Summary string }
		Components struct{ Schemas map[string]any }
	}
	if err := json.Unmarshal(w.Fetch("/api/openapi.json").Body.Bytes(), &spec); err != nil {
		t.Fatal(err)
	}
	has := func(part string) {
		t.Helper()
		if !strings.Contains(body, part) {
			t.Errorf("the reference lacks %s", part)
		}
	}
	has("version " + spec.Info.Version)
	for path, methods := range spec.Paths {
		for method, op := range methods {
			has("<code>" + strings.ToUpper(method) + " " + path + "</code></h3>\n<p>")
			if op.Summary == "" {
				t.Errorf("%s %s has no summary", method, path)
			}
		}
	}
	for name := range spec.Components.Schemas {
		has(`<h3 id="type-` + name + `">`)
	}
	for _, link := range regexp.MustCompile(`href="#([^"]*)"`).FindAllStringSubmatch(body, -1) {
		if link[1] != "content" {
			has(`id="` + link[1] + `"`)
		}
	}
	has("Needs a token with the scope bot:play.")
	has("Needs a token with the scope challenge:write or bot:play or board:play.")
	has("No token may call it: sign in.")
	has("<td><code>clock.limit</code> (optional)</td>")
	if strings.Contains(body, "style=") || strings.Contains(body, "%!") {
		t.Error("the reference has inline styles or bad formats")
	}
}
