package server_test

import (
	"fmt"
	"image/gif"
	"image/png"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"

	"github.com/wane-chess/wane/internal/server"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/servertest"
	"github.com/wane-chess/wane/rules"
)

func TestPictures(t *testing.T) {
	w := servertest.New(t)
	ann := w.Visitor()
	game := ann.Playing("e4", "d5", "exd5")
	games := "/api/games/" + game
	for _, c := range []struct {
		path   string
		status int
		want   string // part of the answer
	}{
		{"/api/picture.svg?variant=shrink", 200, "<svg"},
		{"/api/picture.svg?variant=shrink&moves=e2e4_d5_exd5", 200, `data-kind="white-pawn" data-square="d4"`},
		{"/api/picture.svg?variant=shrink&fen=2k/1R1/K2%20w%20-%20-%200%201&moves=b2c2&size=4096" +
			"&flip=true&plain=true&theme=dark", 200, `height="4096"`},
		{"/api/picture.png?variant=cheshire&moves=f2f4", 200, "\x89PNG"},
		{"/api/picture.gif?variant=diminuendo:pbnrqk&moves=d3f5", 200, "GIF89a"},
		{games + "/board.svg", 200, `data-kind="white-pawn" data-square="d4"`},
		{games + "/board.png?size=100", 200, "\x89PNG"},
		{games + "/game.gif?theme=dark&flip=true&size=200", 200, "GIF89a"},

		{"/api/picture.png", 422, "query.variant"},
		{"/api/picture.png?variant=go", 422, `Unknown game \"go\"`},
		{"/api/picture.png?variant=shrink&fen=x", 422, "Parse FEN: no side to move"},
		{"/api/picture.png?variant=shrink&moves=e2e4_e2e4", 422, `Move 2: \"e2e4\"`},
		{"/api/picture.svg?variant=shrink&pieces=flat", 200, `id="wane-light-flat-white-king"`},
		{"/api/picture.png?variant=shrink&pieces=jade", 422, "query.pieces"},
		{"/api/picture.png?variant=shrink&theme=pink", 422, "query.theme"},
		{"/api/picture.png?variant=shrink&size=9", 422, "query.size"},
		{"/api/picture.svg?variant=shrink&size=4097", 422, "query.size"},
		{"/api/picture.png?variant=shrink&size=2049", 422, "A size of 2049 pixels is too large: a PNG can have 32 to 2048."},
		{"/api/picture.gif?variant=shrink&size=1001", 422, "A size of 1001 pixels is too large: a GIF can have 32 to 1000."},
		{"/api/picture.svg?variant=chess&moves=" +
			strings.Repeat("a_", 2001), 422, "The line has 2001 plies; 2000 plies is the maximum."},
		{"/api/picture.svg?variant=chess&moves=" + strings.Repeat("a", 12001), 422, "query.moves"},
		{"/api/picture.gif?variant=chess&fen=" + strings.Repeat("a", 201), 422, "query.fen"},
		{"/api/picture.gif?variant=chess&moves=f2f3_e7e5_g2g4_d8h4_e2e3", 422, "the game is over"},
		{"/api/picture.gif?variant=chess&size=100&moves=" + strings.Repeat("g1f3_g8f6_f3g1_f6g8_", 3), 200, "GIF89a"},
		{"/api/games/abcdefghijkl/board.png", 404, "There is no such game."},
		{"/api/games/abcdefghijkl/game.gif", 404, "There is no such game."},
		{"/api/games/a'b/game.gif", 422, "path.id"},
		{games + "/game.gif?size=1001", 422, "a GIF can have 32 to 1000"},
		{games + "/game.png", 404, "The API has no GET"},

		{"/api/card.png", 200, "\x89PNG"},
		{"/api/card.png?page=rules&variant=convergent", 200, "\x89PNG"},
		{"/api/card.png?page=analysis&variant=shrink&fen=2k/1R1/K2%20w%20-%20-%200%201&moves=b2c2", 200, "\x89PNG"},
		{games + "/card.png?v=3", 200, "\x89PNG"},
		{"/api/card.png?page=archive", 200, "\x89PNG"},
		{"/api/card.png?page=archive", 200, "\x89PNG"},
		{"/api/card.png?page=odd", 422, "query.page"},
		{"/api/card.png?variant=go", 422, "Unknown game"},
		{"/api/card.png?variant=shrink&fen=x", 422, "FEN"},
		{"/api/games/abcdefghijkl/card.png", 404, "There is no such game."},

		{games + "/replay", 200, `"moves":["e2e4","d7d5","e4d5"],"from":0,"views":[{"ply":0,`},
		{games + "/replay?from=2", 200, `"from":2,"views":[{"ply":2,`},
		{games + "/replay?from=9", 200, `"from":0,"views":[{"ply":0,`},
		{games + "/replay?from=-1", 422, "query.from"},
		{"/api/games/abcdefghijkl/replay", 404, "There is no such game."},
		{"/api/replay?variant=shrink&moves=e4,d5 exd5", 200, `"title":"Shrink Chess","look":"classic"`},
		{"/api/replay?variant=shrink&moves=e4_d5_exd5", 200, `"moves":["e2e4","d7d5","e4d5"]`},
		{"/api/replay?variant=go", 422, "Unknown game"},
		{"/api/replay?variant=shrink&moves=e4_e4", 422, "Move 2: "},
		{"/api/replay?variant=shrink&moves=" + strings.Repeat("a_", 2001), 422, "2000 plies is the maximum"},
	} {
		r, body := ann.Request(http.MethodGet, strings.ReplaceAll(c.path, " ", "%20"), nil)
		if r.StatusCode != c.status || !strings.Contains(body, c.want) {
			t.Errorf("%.120s: %d, want %d and %q: %.300q", c.path, r.StatusCode, c.status, c.want, body)
			continue
		}
		if c.status != http.StatusOK {
			if kind := r.Header.Get("Content-Type"); kind != "application/problem+json" {
				t.Errorf("%s: an error comes as %s", c.path, kind)
			}
			continue
		}
		h := r.Header
		if h.Get("Set-Cookie") != "" || h.Get("Cross-Origin-Resource-Policy") != "cross-origin" ||
			h.Get("Access-Control-Allow-Origin") != "*" || h.Get("ETag") == "" ||
			strings.Contains(h.Get("Cache-Control"), "no-store") {
			t.Errorf("%s: the headers are %v", c.path, h)
		}
	}
}

// endless returns a line of n moves that do not end the game.
func endless(t *testing.T, plies int) string {
	t.Helper()
	g, err := rules.ByName("chess")
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 2))
	p := g.Start()
	var line []string
	for len(line) < plies {
		legal := p.Legal(nil)
		m := legal[r.IntN(len(legal))]
		text := p.UCI(m)
		if p.Make(m); p.Outcome().Over() {
			p.Unmake()
			continue
		}
		line = append(line, text)
	}
	return strings.Join(line, "_")
}

// An animation that would take too long is rejected; the error has the limits.
func TestTooMuchForOneGIF(t *testing.T) {
	w := servertest.New(t)
	ann := w.Visitor()
	line := endless(t, 400)
	r, body := ann.Request(http.MethodGet, "/api/picture.gif?variant=chess&size=1000&moves="+line, nil)
	if want := "A GIF of 1000 pixels can have 400 positions, and these are 401: " +
		"choose a smaller size or fewer moves."; r.StatusCode != http.StatusUnprocessableEntity ||
		!strings.Contains(body, want) {
		t.Errorf("%d %s", r.StatusCode, body)
	}
	r, body = ann.Request(http.MethodGet, "/api/picture.gif?variant=chess&size=100&moves="+line, nil)
	if animation, err := gif.DecodeAll(strings.NewReader(body)); r.StatusCode != http.StatusOK || err != nil ||
		len(animation.Image) != 401 || animation.Config.Height != 100 {
		t.Errorf("%d, %v", r.StatusCode, err)
	}
}

// Browsers may cache final pictures; others they revalidate.
func TestPicturesAreCached(t *testing.T) {
	w := servertest.New(t)
	ann := w.Visitor()
	game := ann.Playing("e4")
	games := "/api/games/" + game
	fixed := []string{"/api/picture.svg?variant=shrink", "/api/picture.png?variant=shrink&size=64",
		"/api/picture.gif?variant=shrink&size=64", "/api/card.png", "/api/replay?variant=shrink"}
	moving := []string{games +
		"/board.svg", games + "/board.png?size=64", games + "/game.gif?size=64", games + "/card.png", games + "/replay"}
	tags := map[string]string{}
	ask := func(path string, status int, headers ...string) servertest.Reply {
		t.Helper()
		r, body := ann.Request(http.MethodGet, path, nil, headers...)
		if r.StatusCode != status || status == http.StatusNotModified && body != "" {
			t.Errorf("%s: %d, want %d, %d bytes", path, r.StatusCode, status, len(body))
		}
		return r
	}
	for _, path := range append(fixed, moving...) {
		r := ask(path, http.StatusOK)
		tags[path] = r.Header.Get("ETag")
		if again := ask(path, http.StatusOK); again.Header.Get("ETag") != tags[path] {
			t.Errorf("%s has another tag", path)
		}
		ask(path, http.StatusNotModified, "If-None-Match", tags[path])
	}
	seen := map[string]string{}
	for path, tag := range tags {
		if seen[tag] != "" {
			t.Errorf("%s and %s have one tag", path, seen[tag])
		}
		seen[tag] = path
	}
	for _, path := range fixed {
		if c := ask(path, http.StatusOK).Header.Get("Cache-Control"); c != "public, max-age=86400" {
			t.Errorf("%s: %s", path, c)
		}
	}
	for _, path := range moving {
		if c := ask(path, http.StatusOK).Header.Get("Cache-Control"); c != "no-cache" {
			t.Errorf("%s: %s", path, c)
		}
	}
	ann.Play(game, 1, "d5")
	for _, path := range moving {
		ask(path, http.StatusOK, "If-None-Match", tags[path])
	}
	ann.Resign(game)
	for _, path := range moving {
		if c := ask(path, http.StatusOK).Header.Get("Cache-Control"); !strings.HasPrefix(c, "public, max-age=") {
			t.Errorf("%s of a finished game: %s", path, c)
		}
	}
}

// Painting has a budget of its own; cached pictures and SVG do not count.
func TestPicturesHaveABudget(t *testing.T) {
	w := servertest.New(t, func(o *server.Options) {
		o.Limits = limits.Limits{Pictures: limits.Budget{
			Guest: limits.Rate{PerSecond: 1, Burst: 4}, Address: limits.Rate{PerSecond: 100, Burst: 100},
		}}
	})
	ann, bob := w.Visitor(), w.Visitor()
	ask := func(v *servertest.Visitor, path string, status int) servertest.Reply {
		t.Helper()
		r, body := v.Request(http.MethodGet, path, nil)
		if r.StatusCode != status {
			t.Errorf("%s: %d, want %d: %.200s", path, r.StatusCode, status, body)
		}
		return r
	}
	for i := range 4 {
		ask(ann, fmt.Sprintf("/api/picture.png?variant=chess&size=%d", 40+i), http.StatusOK)
	}
	r := ask(ann, "/api/picture.png?variant=chess&size=50", http.StatusTooManyRequests)
	if r.Header.Get("Retry-After") != "1" || r.Header.Get("Content-Type") != "application/problem+json" {
		t.Errorf("the headers are %v", r.Header)
	}
	ask(ann, "/api/card.png", http.StatusTooManyRequests)
	ask(ann, "/api/picture.gif?variant=chess&size=50", http.StatusTooManyRequests)
	ask(ann, "/api/picture.png?variant=chess&size=40", http.StatusOK) // cached
	ask(ann, "/api/picture.svg?variant=chess&size=50", http.StatusOK)
	ask(ann, "/api/replay?variant=chess", http.StatusOK)
	// A long animation counts many times.
	back := strings.TrimSuffix(strings.Repeat("g1f3_g8f6_f3g1_f6g8_", 2), "_")
	ask(bob, "/api/picture.gif?variant=chess&size=1000&moves="+back, http.StatusOK)
	ask(bob, "/api/card.png", http.StatusOK)
	pawns := "a2a3_a7a6_b2b3_b7b6_c2c3_c7c6_d2d3_d7d6_e2e3_e7e6_f2f3_f7f6_" +
		"g2g3_g7g6_h2h3_h7h6_a3a4_a6a5_b3b4_b6b5_c3c4_c6c5_d3d4_d6d5"
	ask(bob, "/api/picture.gif?variant=chess&size=1000&moves="+pawns, http.StatusOK)
	ask(bob, "/api/picture.png?variant=chess&size=51", http.StatusTooManyRequests)
}

// The card of a link has the size that previews need.
func TestCardSize(t *testing.T) {
	w := servertest.New(t)
	_, body := w.Visitor().Request(http.MethodGet, "/api/card.png?page=lesson&variant=cheshire", nil)
	c, err := png.DecodeConfig(strings.NewReader(body))
	if err != nil || c.Width != 1200 || c.Height != 630 {
		t.Errorf("%+v, %v", c, err)
	}
}
