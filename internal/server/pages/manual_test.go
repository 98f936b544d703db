package pages_test

import (
	"net/http"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/wane-chess/wane/docs"
	"github.com/wane-chess/wane/internal/server"
	"github.com/wane-chess/wane/internal/server/servertest"
)

// The pages of the manual link to each other, and share the style sheets of the page if
// there is one.
func TestManual(t *testing.T) {
	pages, err := docs.Pages()
	if err != nil {
		t.Fatal(err)
	}
	with := servertest.New(t, func(o *server.Options) {
		o.Page = fstest.MapFS{
			"index.html": {Data: []byte(`<head><link rel="stylesheet" crossorigin href="/assets/small-abc.css"></head>`)},
		}
	})
	without := servertest.New(t, func(o *server.Options) { o.Page = nil })
	for _, w := range []*servertest.World{with, without} {
		for _, p := range pages {
			rec := w.Fetch(p.Path)
			body := rec.Body.String()
			if rec.Code != http.StatusOK || !strings.Contains(body, p.Title+" – wane</title>") ||
				!strings.Contains(body, string(p.HTML())) {
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
		style := w.Fetch("/docs/manual.css")
		if style.Code != http.StatusOK || style.Header().Get("Content-Type") != "text/css; charset=utf-8" {
			t.Errorf("the style has status %d and type %q", style.Code, style.Header().Get("Content-Type"))
		}
		for _, path := range []string{"/docs/nothing", "/docs/README", "/docs/"} {
			if rec := w.Fetch(path); rec.Code != http.StatusNotFound {
				t.Errorf("%s: status %d", path, rec.Code)
			}
		}
	}
	if body := with.Fetch("/api").Body.String(); !strings.Contains(body, "href=/docs/api") {
		t.Errorf("the page of the API does not link to the manual: %s", body)
	}
}
