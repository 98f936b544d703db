package pages_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/wane-chess/wane/internal/server"
	"github.com/wane-chess/wane/internal/server/servertest"
)

func TestPage(t *testing.T) {
	w := servertest.New(t)
	const forever, always = "public, max-age=31536000, immutable", "no-cache"
	for _, c := range []struct {
		path, accept      string
		status            int
		kind, coding      string
		cache, body, vary string
	}{
		{"/", "", 200, "text/html; charset=utf-8", "", always, "<!doctype", "Accept-Encoding"},
		{"/", "gzip, deflate, br, zstd", 200, "text/html; charset=utf-8", "gzip", always, "\x1f\x8b", "Accept-Encoding"},
		{"/", "br, gzip;q=0", 200, "text/html; charset=utf-8", "", always, "<title>Chess with less – wane</title>",
			"Accept-Encoding"},
		{"/game/abcdefghijkl", "", 404, "text/html; charset=utf-8", "", always, "<!doctype", "Accept-Encoding"},
		{"/rules/diminuendo:pbnrqk+qk", "", 200, "text/html; charset=utf-8", "", always, "<!doctype", "Accept-Encoding"},
		{"/new?variant=shrink", "", 200, "text/html; charset=utf-8", "", always, "<!doctype", "Accept-Encoding"},
		{"/nothing", "", 404, "text/html; charset=utf-8", "", always, "<!doctype", "Accept-Encoding"},
		{"/analysis", "", 200, "text/html; charset=utf-8", "", always, "<title>Analysis board", "Accept-Encoding"},
		{"/analysis/shrink?fen=x", "", 200, "text/html; charset=utf-8", "", always, "<title>Shrink Chess: analysis",
			"Accept-Encoding"},
		{"/analysis/go", "", 404, "text/html; charset=utf-8", "", always, "<!doctype", "Accept-Encoding"},
		{"/analysis/shrink/x", "", 404, "text/html; charset=utf-8", "", always, "<!doctype", "Accept-Encoding"},
		{"/editor", "", 200, "text/html; charset=utf-8", "", always, "<title>Set up a position", "Accept-Encoding"},
		{
			"/editor/cheshire8", "", 200, "text/html; charset=utf-8", "", always, "<title>Cheshire Cat Chess", "Accept-Encoding",
		},
		{"/games", "", 200, "text/html; charset=utf-8", "", always, "<title>Finished games", "Accept-Encoding"},
		{"/games/x", "", 404, "text/html; charset=utf-8", "", always, "<!doctype", "Accept-Encoding"},
		{"/rules/go", "", 404, "text/html; charset=utf-8", "", always, "<!doctype", "Accept-Encoding"},
		{"/learn/convergent", "", 200, "text/html; charset=utf-8", "", always, "<title>Learn Convergent Chess",
			"Accept-Encoding"},
		{"/learn/convergent/games/nothing", "", 404, "text/html; charset=utf-8", "", always, "<!doctype", "Accept-Encoding"},
		{"/learn/shrink/games/three-by-three", "", 200, "text/html; charset=utf-8", "", always,
			" · Shrink Chess – wane</title>", "Accept-Encoding"},
		{"/learn/convergent/x/first", "", 404, "text/html; charset=utf-8", "", always, "<!doctype", "Accept-Encoding"},
		{"/learn/diminuendo/rankings", "", 200, "text/html; charset=utf-8", "", always, "<title>The rankings of Diminuendo",
			"Accept-Encoding"},
		{"/learning", "", 404, "text/html; charset=utf-8", "", always, "<!doctype", "Accept-Encoding"},
		{"/game/a'b", "", 404, "text/html; charset=utf-8", "", always, "<!doctype", "Accept-Encoding"},
		{"/game", "", 404, "text/html; charset=utf-8", "", always, "<!doctype", "Accept-Encoding"},
		{"/game/a/b", "", 404, "text/html; charset=utf-8", "", always, "<!doctype", "Accept-Encoding"},
		{"/games?mine=true", "", 200, "text/html; charset=utf-8", "", always, "<!doctype", "Accept-Encoding"},
		{"/games/b", "", 404, "text/html; charset=utf-8", "", always, "<!doctype", "Accept-Encoding"},
		{"/new/b", "", 404, "text/html; charset=utf-8", "", always, "<!doctype", "Accept-Encoding"},
		{"/index.html", "", 404, "text/html; charset=utf-8", "", always, "<!doctype", "Accept-Encoding"},
		{"/assets/main-abc.js", "", 200, "text/javascript; charset=utf-8", "", forever, "let x", "Accept-Encoding"},
		{"/assets/main-abc.js", "br", 200, "text/javascript; charset=utf-8", "br", forever, "br of main", "Accept-Encoding"},
		{"/assets/main-abc.js", "br;q=0, gzip", 200, "text/javascript; charset=utf-8", "gzip", forever, "gz of main",
			"Accept-Encoding"},
		{"/assets/main-abc.js", "br;q=0.5, gzip;q=0.8", 200, "text/javascript; charset=utf-8", "gzip", forever, "gz of main",
			"Accept-Encoding"},
		{"/assets/main-abc.js", "x-gzip", 200, "text/javascript; charset=utf-8", "gzip", forever, "gz of main",
			"Accept-Encoding"},
		{"/assets/main-abc.js", "*", 200, "text/javascript; charset=utf-8", "br", forever, "br of main", "Accept-Encoding"},
		{"/assets/main-abc.js", "*;q=0.1, identity", 200, "text/javascript; charset=utf-8", "", forever, "let x",
			"Accept-Encoding"},
		{"/assets/main-abc.js", "identity;q=0", 200, "text/javascript; charset=utf-8", "", forever, "let x",
			"Accept-Encoding"},
		{"/assets/main-abc.js", "br;q=nonsense, deflate", 200, "text/javascript; charset=utf-8", "", forever, "let x",
			"Accept-Encoding"},
		{"/assets/rules-abc.wasm", "br", 200, "application/wasm", "", forever, "let x", ""},
		{"/assets/engine-abc.wasm", "", 200, "application/wasm", "", forever, "let x", "Accept-Encoding"},
		{"/assets/engine-abc.wasm", "gzip", 200, "application/wasm", "", forever, "let x", "Accept-Encoding"},
		{"/assets/engine-abc.wasm", "br", 200, "application/wasm", "br", forever, "", "Accept-Encoding"},
		{"/assets/engine-abc.wasm.br", "br", 404, "text/html; charset=utf-8", "", always, "<!doctype", "Accept-Encoding"},
		{"/assets/small-abc.css", "br", 200, "text/css; charset=utf-8", "", forever, "a{}", ""},
		{"/assets/orphan-abc.js", "br", 404, "text/html; charset=utf-8", "", always, "<!doctype", "Accept-Encoding"},
		{"/assets/main-abc.js.br", "", 404, "text/html; charset=utf-8", "", always, "<!doctype", "Accept-Encoding"},
		{"/assets/../favicon.svg", "", 307, "text/html; charset=utf-8", "", "no-store", "", ""},
		{"/favicon.svg", "", 200, "image/svg+xml", "", always, "<svg/>", ""},
		{"/manifest.webmanifest", "", 200, "application/manifest+json", "", always, "{}", ""},
		// its scope is the whole site, for it stands at the root
		{"/service-worker.js", "", 200, "text/javascript; charset=utf-8", "", always, "let worker", ""},
		{"/icon-192.png", "", 200, "image/png", "", always, "picture", ""},
		{"/robots.txt", "", 200, "text/plain; charset=utf-8", "", always, "Disallow", ""},
	} {
		r := httptest.NewRequest(http.MethodGet, c.path, nil)
		if c.accept != "" {
			r.Header.Set("Accept-Encoding", c.accept)
		}
		rec := httptest.NewRecorder()
		w.Server.ServeHTTP(rec, r)
		h := rec.Header()
		switch {
		case c.status == 404:
			c.cache = "no-store"
		case h.Get("Set-Cookie") != "":
			c.cache = "private, " + c.cache
		}
		if strings.HasPrefix(c.kind, "text/html") && c.status != 307 {
			c.vary = "Cookie, Accept-Language, " + c.vary
		}
		if rec.Code != c.status || h.Get("Content-Type") != c.kind || h.Get("Content-Encoding") != c.coding ||
			h.Get("Cache-Control") != c.cache || strings.Join(h.Values("Vary"), ", ") != c.vary ||
			!strings.Contains(rec.Body.String(), c.body) {
			t.Errorf("%s, accepting %q: %d %v %.40q", c.path, c.accept, rec.Code, h, rec.Body)
		}
		if (len(h.Values("Set-Cookie")) > 0) != (c.status == 200 && strings.HasPrefix(c.kind, "text/html")) {
			t.Errorf("%s: cookies %v", c.path, h.Values("Set-Cookie"))
		}
		if tag := h.Get("ETag"); c.status == 200 && tag != "" {
			r.Header.Set("If-None-Match", tag)
			rec := httptest.NewRecorder()
			w.Server.ServeHTTP(rec, r)
			if rec.Code != http.StatusNotModified || rec.Body.Len() > 0 {
				t.Errorf("%s again: %d", c.path, rec.Code)
			}
		} else if c.status == 200 && c.path != "/robots.txt" {
			t.Errorf("%s has no ETag", c.path)
		}
	}
	for method, status := range map[string]int{http.MethodHead: 200, http.MethodPost: 405, http.MethodDelete: 405} {
		rec := httptest.NewRecorder()
		w.Server.ServeHTTP(rec, httptest.NewRequest(method, "/", nil))
		if rec.Code != status || method == http.MethodHead && rec.Body.Len() > 0 {
			t.Errorf("%s /: %d", method, rec.Code)
		}
	}
}

func TestNoPage(t *testing.T) {
	w := servertest.New(t, func(o *server.Options) { o.Page = nil })
	for path, status := range map[string]int{"/": 200, "/game/x": 404, "/robots.txt": 200} {
		rec := httptest.NewRecorder()
		w.Server.ServeHTTP(rec, httptest.NewRequest(http.MethodGet, path, nil))
		if rec.Code != status || path != "/robots.txt" &&
			!strings.Contains(rec.Body.String(), "https://github.com/wane-chess/wane/releases have one") {
			t.Errorf("%s: %d %s", path, rec.Code, rec.Body)
		}
	}
}

// A server can retire the worker that keeps the page in browsers.
func TestRetiredWorker(t *testing.T) {
	w := servertest.New(t, func(o *server.Options) { o.RetireWorker = true })
	rec := httptest.NewRecorder()
	w.Server.ServeHTTP(rec, httptest.NewRequest(http.MethodGet, "/service-worker.js", nil))
	h := rec.Header()
	if !strings.Contains(rec.Body.String(), "registration.unregister()") ||
		h.Get("Content-Type") != "text/javascript; charset=utf-8" || h.Get("Cache-Control") != "no-cache" {
		t.Errorf("the worker is %v %s", h, rec.Body)
	}
}
