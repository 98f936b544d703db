package browser

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/chromedp/chromedp"
)

// site is a server that can go down, and that can have a new build of the page.
type site struct {
	*httptest.Server
	down, renewed atomic.Bool
}

// script is the page's script in the list of a build's files.
var script = regexp.MustCompile(`"/assets/index-[^"]*\.js",`)

func newSite(t *testing.T) *site {
	t.Helper()
	back, err := url.Parse(serveAll(t))
	if err != nil {
		t.Fatal(err)
	}
	proxy := httputil.NewSingleHostReverseProxy(back)
	s := &site{}
	proxy.ModifyResponse = func(r *http.Response) error {
		if r.Request.URL.Path != "/service-worker.js" || !s.renewed.Load() {
			return nil
		}
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return err
		}
		body = script.ReplaceAll(bytes.Replace(body, []byte(`"version":"`), []byte(`"version":"new-`), 1), nil)
		r.Body = io.NopCloser(bytes.NewReader(body))
		r.Header.Set("Content-Length", strconv.Itoa(len(body)))
		return nil
	}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if s.down.Load() {
			panic(http.ErrAbortHandler) // closes the connection
		}
		if r.URL.Path == "/service-worker.js" {
			r.Header.Del("Accept-Encoding")
			r.Header.Del("If-None-Match")
		}
		proxy.ServeHTTP(w, r)
	}))
	t.Cleanup(func() {
		s.CloseClientConnections()
		s.Close()
	})
	return s
}

// TestWithoutServer keeps the page in the browser and goes on without the server. When
// the server is back with a new build, the page offers it.
func TestWithoutServer(t *testing.T) {
	parallel(t)
	s := newSite(t)
	keeper := desktop
	keeper.keeps = true
	p := newPerson(t, s.URL, "Ann", keeper)
	p.profile.changed = true
	p.open("/")
	p.until("the browser keeps the page", `navigator.serviceWorker.controller?.state === 'activated'`)
	for name, file := range js[map[string]string](p, `(async () => {
		const manifest = await (await fetch(document.querySelector('link[rel=manifest]').href)).json()
		return Object.fromEntries(await Promise.all(manifest.icons.map(async ({ src, type }) => [src, type + ' ' + (await fetch('/' + src)).headers.get('Content-Type')])))
	})()`) {
		if want, got, _ := strings.Cut(file, " "); got != want {
			t.Errorf("the icon %s is %s, want %s", name, got, want)
		}
	}

	p.mayFail(strings.TrimPrefix(s.URL, "http://"))
	s.down.Store(true)
	s.CloseClientConnections()
	p.do(chromedp.Reload())
	p.sees("Other players’ games need a connection.")
	p.until("the variants are there", `document.querySelectorAll('.games svg').length >= 4`)
	p.shoot("offline-home")
	p.open("/learn/shrink")
	p.until("the lesson has its board", `document.querySelectorAll('[role=gridcell]').length > 20`)
	p.open("/docs")
	p.sees("This page is on the server.")
	p.open("/analysis/shrink")
	p.engineSwitch()
	p.thinks(1)

	// A game against the computer is kept across loads.
	p.open("/new?variant=shrink")
	p.sees("you play the computer in this browser")
	p.shoot("offline-new")
	p.press("White")
	p.until("there is a button to play", `[...document.querySelectorAll('dialog button.primary')].some((b) => b.innerText === 'Play' && !b.disabled)`)
	js[bool](p, `(document.querySelector('dialog button.primary').click(), true)`)
	p.until("the board is there", `document.querySelectorAll('[role=gridcell]').length > 20 && location.search.startsWith('?study=')`)
	byClick(p, "e2", "e4")
	p.until("the computer has answered", `document.querySelectorAll('[data-node]').length === 3`)
	p.accessible("a game without a network")
	p.shoot("offline-game")
	p.do(chromedp.Reload())
	p.until("the game is kept", `document.querySelectorAll('[data-node]').length === 3`)
	p.open("/")
	p.sees("Games in this browser")
	p.shoot("offline-home-game")
	js[bool](p, `(document.querySelector('section[aria-labelledby=local] a').click(), true)`)
	p.until("the game is open", `document.querySelectorAll('[data-node]').length === 3`)

	s.down.Store(false)
	s.renewed.Store(true)
	js[bool](p, `(async () => ((window.older = true), await (await navigator.serviceWorker.getRegistration()).update(), true))()`)
	p.sees("A new version is ready.")
	p.shoot("offline-update")
	p.press("Reload")
	p.until("the page is loaded again", `!window.older && document.querySelectorAll('[role=gridcell]').length > 20`)
	if builds := js[[]string](p, `caches.keys()`); len(builds) != 1 || !strings.HasPrefix(builds[0], "wane-new-") {
		t.Errorf("the browser keeps the builds %v, want the new one", builds)
	}
}
