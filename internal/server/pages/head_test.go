package pages_test

import (
	markup "html"
	"image/png"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/wane-chess/wane/internal/server"
	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/servertest"
)

// heads returns the title of a page and the tags of its head by name.
func heads(t *testing.T, page string) map[string]string {
	t.Helper()
	found := map[string]string{}
	for _, m := range regexp.MustCompile(`<title>([^<]*)</title>`).FindAllStringSubmatch(page, -1) {
		if found["title"] != "" {
			t.Errorf("a page with two titles: %q", page)
		}
		found["title"] = markup.UnescapeString(m[1])
	}
	for _, m := range regexp.MustCompile(`<meta (?:name|property)="([a-z:_]+)" content="([^"]*)" />`).
		FindAllStringSubmatch(page, -1) {
		if found[m[1]] != "" {
			t.Errorf("a page says twice what its %s is: %q", m[1], page)
		}
		found[m[1]] = markup.UnescapeString(m[2])
	}
	for _, m := range regexp.MustCompile(`<link rel="canonical" href="([^"]*)" />`).FindAllStringSubmatch(page, -1) {
		found["canonical"] = markup.UnescapeString(m[1])
	}
	return found
}

func TestPreviews(t *testing.T) {
	w := servertest.New(t, func(o *server.Options) { o.BaseURL = "https://wane.example" })
	ann, ben := w.Visitor(), w.Visitor()
	const hostile = `"><script>&'</script>`
	ann.Ask(http.MethodPut, "/api/me", map[string]string{"name": hostile}, nil)
	private := ann.Playing("e4", "d5")
	open := gameview.NewGame{ID: "a-public-game", Opponent: "anyone", Variant: "convergent", Color: "black"}
	public := ben.Begin(open).Game.ID
	var printed struct{ Title, Credit string }
	ann.Ask(http.MethodGet, "/api/learn/shrink/games/three-by-three", nil, &printed)
	for _, c := range []struct {
		path, title, text, canonical string
		hidden                       bool
	}{
		{"/", "Chess with less", "Four chess variants", "/", false},
		{"/new", "Chess with less", "Four chess variants", "/new", false},
		{"/new?variant=shrink&x=1", "Shrink Chess", "Ranks and files", "/new?variant=shrink", false},
		{"/games", "Finished games", "Search finished games", "/games", false},
		{"/game/" + private, hostile + " – " + hostile + " · Shrink Chess",
			"In progress, after 1 move.", "/game/" + private, true},
		{"/game/" + private + "?utm=x", hostile + " – " + hostile + " · Shrink Chess",
			"In progress", "/game/" + private, true},
		{"/game/" + private + "/analysis", "Analysis: " + hostile + " – " + hostile + " · Shrink Chess", "In progress",
			"/game/" + private + "/analysis", true},
		{"/game/" + public, "White – " + ben.Me.Name + " · Convergent Chess", "The game waits for an opponent",
			"/game/" + public, false},
		{"/rules/diminuendo:pbnrqk+qk", "The rules of Diminuendo Chess (PBNRQK, queenish king)", "On 43 hexagons",
			"/rules/diminuendo:pbnrqk+qk", false},
		{"/learn/cheshire", "Learn Cheshire Cat Chess", "The square that a piece leaves", "/learn/cheshire", false},
		{"/learn/shrink/games/three-by-three", printed.Title + " · Shrink Chess",
			"By " + printed.Credit + ". A game with notes", "/learn/shrink/games/three-by-three", false},
		{"/analysis/shrink", "Shrink Chess: analysis", "Try moves", "/analysis/shrink", false},
		{"/analysis/shrink?fen=2k%2F1R1%2FK2+w+-+-+0+1&moves=b2c2", "Shrink Chess: analysis",
			"Black to move, in check. Try moves", "/analysis/shrink?fen=2k%2F1R1%2FK2+w+-+-+0+1&moves=b2c2", true},
		{"/analysis/shrink?moves=e2e4_d7d5_e4d5", "Shrink Chess: analysis", "Black to move. Try moves",
			"/analysis/shrink?moves=e2e4_d7d5_e4d5", true},
		{"/analysis/shrink?fen=nonsense", "Shrink Chess: analysis", "Try moves", "/analysis/shrink", false},
		{"/analysis/shrink?moves=" +
			strings.Repeat("e2e4_", 600), "Shrink Chess: analysis", "Try moves", "/analysis/shrink", false},
		{"/editor/cheshire8?fen=" + `"><script>`, "Cheshire Cat Chess, 8×8: set up a position",
			"Set up a position to analyze", "/editor/cheshire8", false},
	} {
		r, body := ann.Request(http.MethodGet, strings.ReplaceAll(c.path, `"><`, "%22%3E%3C"), nil)
		if r.StatusCode != http.StatusOK {
			t.Errorf("%s: %d", c.path, r.StatusCode)
		}
		if strings.Contains(body, "<script>") {
			t.Errorf("%s: a name is markup: %s", c.path, body)
		}
		h := heads(t, body)
		for name, want := range map[string]string{
			"title": c.title + " – wane", "og:title": c.title, "canonical": "https://wane.example" + c.canonical,
			"og:url":       "https://wane.example" + c.canonical,
			"og:site_name": "wane", "og:type": "website", "twitter:card": "summary_large_image", "og:image:type": "image/png",
			"og:image:width": "1200", "og:image:height": "630",
		} {
			if h[name] != want {
				t.Errorf("%.90s: %s is %q, want %q", c.path, name, h[name], want)
			}
		}
		if !strings.HasPrefix(h["description"], c.text) || h["og:description"] != h["description"] ||
			h["og:image:alt"] == "" {
			t.Errorf("%s: the text is %q, want %q", c.path, h["description"], c.text)
		}
		if (h["robots"] == "noindex") != c.hidden || (r.Header.Get("X-Robots-Tag") == "noindex") != c.hidden {
			t.Errorf("%s: the robots tags are %q and %q", c.path, h["robots"], r.Header.Get("X-Robots-Tag"))
		}
		picture, ours := strings.CutPrefix(h["og:image"], "https://wane.example/api/")
		if !ours {
			t.Errorf("%s: the picture is at %q", c.path, h["og:image"])
			continue
		}
		_, data := ann.Request(http.MethodGet, "/api/"+picture, nil)
		if size, err := png.DecodeConfig(strings.NewReader(data)); err != nil || size.Width != 1200 || size.Height != 630 {
			t.Errorf("%s: the picture at %s is %+v, %v: %.100s", c.path, picture, size, err, data)
		}
	}
	ann.Play(private, 2, "exd5")
	ann.Resign(private)
	if after := heads(t, get(ann, "/game/"+private))["description"]; after != "Black wins: resignation, after 2 moves." {
		t.Errorf("the description after the end is %q", after)
	}
	if heads(t, get(ann, "/game/"+public))["og:image"] == heads(t, get(ann, "/game/"+private))["og:image"] {
		t.Error("two games share a picture")
	}
}

func get(v *servertest.Visitor, path string) string {
	v.T.Helper()
	_, body := v.Request(http.MethodGet, path, nil)
	return body
}

// Without a base URL, links have the address of the request, if it is valid.
func TestPreviewsWithoutBase(t *testing.T) {
	w := servertest.New(t, func(o *server.Options) { o.TrustProxy = true })
	for host, want := range map[string]string{
		"localhost:8080": "http://localhost:8080/", "wane.example": "http://wane.example/", "[::1]:80": "http://[::1]:80/",
		"a_b": "", `x"><script>`: "", "x/y": "", "x y": "", "": "",
		"user@host": "", "x?y": "", "-x": "", "host:99999999": "",
	} {
		for _, proto := range []string{"http", "https"} {
			r := httptest.NewRequest(http.MethodGet, "/", nil)
			r.Host = host
			r.Header.Set("X-Forwarded-Proto", proto)
			rec := httptest.NewRecorder()
			w.Server.ServeHTTP(rec, r)
			h := heads(t, rec.Body.String())
			want := strings.Replace(want, "http:", proto+":", 1)
			if h["og:url"] != want || h["canonical"] != want || (h["og:image"] != "") != (want != "") || h["title"] == "" ||
				strings.Contains(rec.Body.String(), "<script>") {
				t.Errorf("host %q: %v, want %s", host, h, want)
			}
		}
	}
}

// Missing pages have the status 404.
func TestMissingPages(t *testing.T) {
	w := servertest.New(t)
	r, body := w.Visitor().Request(http.MethodGet, "/nothing", nil)
	h := heads(t, body)
	if r.StatusCode != http.StatusNotFound || h["robots"] != "noindex" || h["og:image"] != "" ||
		h["title"] != "Page not found – wane" {
		t.Errorf("%d %v", r.StatusCode, h)
	}
}

// The ETag of a page depends on its head and on its encoding.
func TestETagsOfPages(t *testing.T) {
	w := servertest.New(t)
	ann := w.Visitor()
	game := ann.Playing("e4")
	tag := func(path string, headers ...string) string {
		t.Helper()
		r, _ := ann.Request(http.MethodGet, path, nil, headers...)
		if r.Header.Get("Vary") != "Cookie, Accept-Language" || r.Header.Get("Cache-Control") != "no-cache" {
			t.Errorf("%s: %v", path, r.Header)
		}
		return r.Header.Get("ETag")
	}
	first, packed := tag("/game/"+game), tag("/game/"+game, "Accept-Encoding", "gzip")
	if first == packed || first != tag("/game/"+game) || first == "" {
		t.Errorf("tags are %s and %s", first, packed)
	}
	if r, body := ann.Request(http.MethodGet, "/game/"+game, nil, "If-None-Match",
		first); r.StatusCode != http.StatusNotModified || body != "" {
		t.Errorf("the same page again: %d", r.StatusCode)
	}
	ann.Play(game, 1, "d5")
	ann.Play(game, 2, "exd5")
	if tag("/game/"+game) == first {
		t.Error("the page has changed, its tag has not")
	}
}

// Boards on other sites are in frames, and none of their files sets a cookie.
func TestEmbeds(t *testing.T) {
	w := servertest.New(t, func(o *server.Options) { o.BaseURL = "https://wane.example" })
	ann := w.Visitor()
	game := ann.Playing("e4")
	stranger := &servertest.Visitor{
		World: w, HTTP: &http.Client{Timeout: servertest.Patience, Transport: &http.Transport{DisableCompression: true}},
	}
	for path, canonical := range map[string]string{
		"/embed/game/" + game:              "/game/" + game,
		"/embed/watch/shrink":              "/watch/shrink",
		"/embed/shrink":                    "/analysis/shrink",
		"/embed/shrink?moves=e2e4&theme=x": "/analysis/shrink?moves=e2e4",
		"/embed/cheshire8?fen=nonsense":    "/analysis/cheshire8",
	} {
		r, body := stranger.Request(http.MethodGet, path, nil)
		h := r.Header
		if r.StatusCode != http.StatusOK || h.Get("Set-Cookie") != "" {
			t.Errorf("%s: %d, %v", path, r.StatusCode, h)
		}
		if csp := h.Get("Content-Security-Policy"); !strings.HasSuffix(csp, "; frame-ancestors *") ||
			!strings.HasPrefix(csp, "default-src 'none'; script-src 'self'") || strings.Contains(csp, "frame-ancestors 'none'") {
			t.Errorf("%s: the policy is %s", path, csp)
		}
		if h.Get("Cross-Origin-Resource-Policy") != "cross-origin" ||
			h.Get("Cross-Origin-Embedder-Policy") != "require-corp" || h.Get("X-Robots-Tag") != "noindex" ||
			h.Get("X-Frame-Options") != "" {
			t.Errorf("%s: %v", path, h)
		}
		tags := heads(t, body)
		if tags["canonical"] != "https://wane.example"+canonical || tags["robots"] != "noindex" || tags["og:image"] != "" {
			t.Errorf("%s: %v", path, tags)
		}
	}
	for path, status := range map[string]int{
		"/api/games/" + game + "/replay": 200, "/api/games/" + game + "/replay?from=1": 200,
		"/api/replay?variant=shrink": 200, "/assets/main-abc.js": 200, "/favicon.svg": 200,
		"/api/games/" + game + "/game.gif": 200, "/api/picture.svg?variant=shrink": 200,
		"/api/games/aaaaaaaaaaaa/replay": 404, "/embed/game/aaaaaaaaaaaa": 404, "/embed/go": 404, "/embed/watch/go": 404,
		"/embed/watch": 404, "/embed": 404, "/embed/game/a/b": 404, "/embed.html": 404,
		"/embed/game/aaaaaaaaaaaa/analysis": 404,
	} {
		r, _ := stranger.Request(http.MethodGet, path, nil)
		if r.StatusCode != status || r.Header.Get("Set-Cookie") != "" {
			t.Errorf("%s: %d, %v", path, r.StatusCode, r.Header)
		}
		if r, _ := ann.Request(http.MethodGet, path, nil); r.Header.Get("Set-Cookie") != "" {
			t.Errorf("%s: a guest's cookie is renewed", path)
		}
		if open := r.Header.Get("Access-Control-Allow-Origin"); status == 200 && open != "*" {
			t.Errorf("%s: may be read by %q", path, open)
		}
	}
	// Nothing else may be framed.
	if r, _ := stranger.Request(http.MethodGet, "/game/"+game,
		nil); !strings.HasSuffix(r.Header.Get("Content-Security-Policy"), "frame-ancestors 'none'") {
		t.Errorf("the page of a game has the policy %s", r.Header.Get("Content-Security-Policy"))
	}
}

// Without a board for other sites, the page reports an error.
func TestNoEmbed(t *testing.T) {
	w := servertest.New(t, func(o *server.Options) {
		o.Page = fstest.MapFS{"index.html": {Data: []byte("<!doctype html><title>wane</title>")}}
	})
	r, _ := w.Visitor().Request(http.MethodGet, "/embed/shrink", nil)
	if r.StatusCode != http.StatusOK ||
		!strings.HasSuffix(r.Header.Get("Content-Security-Policy"), "frame-ancestors 'none'") {
		t.Errorf("%v", r.Header)
	}
}

// Pictures and records of private games are hidden from search engines, as their pages
// are.
func TestFilesOfPrivateGames(t *testing.T) {
	w := servertest.New(t)
	ann := w.Visitor()
	private := ann.Playing("e4", "d5")
	open := gameview.NewGame{ID: "a-public-game", Opponent: "anyone", Variant: "shrink", Color: "black"}
	public := ann.Begin(open).Game.ID
	for id, want := range map[string]string{private: "noindex", public: ""} {
		for _, file := range []string{"board.svg", "board.png", "game.gif", "card.png", "pgn"} {
			r, body := ann.Request(http.MethodGet, "/api/games/"+id+"/"+file, nil)
			if got := r.Header.Get("X-Robots-Tag"); r.StatusCode != http.StatusOK || got != want {
				t.Errorf("%s: %d, the robots tag is %q, want %q: %.100q", file, r.StatusCode, got, want, body)
			}
		}
	}
}
