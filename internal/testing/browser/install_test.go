package browser

import (
	"bytes"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/wane-chess/wane/game"
)

// site is a server that can go down, and that can have a new build of the page.
type site struct {
	*httptest.Server
	down, renewed, retired atomic.Bool

	mu      sync.Mutex
	sockets []net.Conn
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
	s.Server = httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if s.down.Load() {
			panic(http.ErrAbortHandler) // closes the connection
		}
		if r.URL.Path == "/service-worker.js" {
			if s.retired.Load() {
				http.ServeFile(w, r, "../../server/pages/retire.js")
				return
			}
			r.Header.Del("Accept-Encoding")
			r.Header.Del("If-None-Match")
		}
		proxy.ServeHTTP(w, r)
	}))
	// The server forgets the connections of sockets.
	s.Config.ConnState = func(c net.Conn, state http.ConnState) {
		if state == http.StateHijacked {
			s.mu.Lock()
			s.sockets = append(s.sockets, c)
			s.mu.Unlock()
		}
	}
	s.Start()
	t.Cleanup(func() {
		s.cut()
		s.Close()
	})
	return s
}

// cut ends all connections, and there are no new ones until down is false.
func (s *site) cut() {
	s.down.Store(true)
	s.CloseClientConnections()
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.sockets {
		_ = c.Close()
	}
	s.sockets = nil
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
		return Object.fromEntries(await Promise.all(manifest.icons.map(async ({ src, type }) =>
			[src, type + ' ' + (await fetch('/' + src)).headers.get('Content-Type')])))
	})()`) {
		if want, got, _ := strings.Cut(file, " "); got != want {
			t.Errorf("the icon %s is %s, want %s", name, got, want)
		}
	}

	// A form that the user has begun stays as it is without a connection.
	p.mayFail(strings.TrimPrefix(s.URL, "http://"))
	p.open("/new?variant=shrink")
	for _, choice := range []string{"The computer", "Black", "Clock", "10 + 5"} {
		p.press(choice)
	}
	const form = `JSON.stringify([...document.querySelectorAll('dialog input, dialog .presets button, ` +
		`dialog label')].map((e) => [e.value, e.checked, e.ariaPressed, Math.round(e.getBoundingClientRect().y)]))`
	before := js[string](p, form)
	s.cut()
	p.sees("No connection: this game will be played on this device.")
	p.shoot("offline-form")
	if now := js[string](p, form); now != before {
		t.Errorf("without a connection the form is\n%s, before it was\n%s", now, before)
	}
	p.press("A friend, by link")
	p.sees("No connection: only the computer can be played")
	s.down.Store(false)
	p.sees("You get a link to send.")

	s.cut()
	p.do(chromedp.Reload())
	p.sees("Other players’ games need a connection.")
	p.until("the variants are there", `document.querySelectorAll('.variants svg').length >= 4`)
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
	p.sees("this game will be played on this device")
	for _, choice := range []string{"White", "Clock", "5 + 3"} {
		p.press(choice)
	}
	p.shoot("offline-new")
	js[bool](p, `(navigator.storage.persist = async () => (window.asked = true), true)`)
	p.until("there is a button to play", `[...document.querySelectorAll('dialog button.primary')].some((b) => `+
		`b.innerText === 'Play on this device' && !b.disabled)`)
	js[bool](p, `(document.querySelector('dialog button.primary').click(), true)`)
	p.until("the board is there",
		`document.querySelectorAll('[role=gridcell]').length > 20 && location.search.startsWith('?study=')`)
	if !js[bool](p, `window.asked === true`) {
		t.Error("the page does not ask the browser to keep the game")
	}
	p.click(p.at("a1"))
	p.click(p.at("a3"))
	p.sees("The white rook on a1 cannot go to a3: another piece is in the way")
	p.shoot("offline-refused")
	byClick(p, "e2", "e4")
	p.until("the reason is gone", `!document.body.innerText.includes('cannot go to a3')`)
	p.until("the computer has answered", `document.querySelectorAll('[data-ply]').length === 2`)
	p.accessible("a game without a network")
	p.shoot("offline-game")
	p.until("White's clock runs", `/[0-4]:5/.test(document.querySelector('[role=timer].running')?.innerText)`)
	p.do(chromedp.Reload())
	p.until("the game is kept", `document.querySelectorAll('[data-ply]').length === 2`)
	p.until("the clocks are kept", `document.querySelectorAll('[role=timer]').length === 2`)
	if s := p.seconds(); s[game.White] > 299 || s[game.White] < 200 || s[game.Black] != 300 {
		t.Errorf("after a reload the clocks show %d s, want less than 300 and 300", s)
	}
	p.open("/")
	p.sees("Games in this browser")
	p.shoot("offline-home-game")
	js[bool](p, `(document.querySelector('section[aria-labelledby=local] a').click(), true)`)
	p.until("the game is open", `document.querySelectorAll('[data-ply]').length === 2`)

	s.down.Store(false)
	s.renewed.Store(true)
	js[bool](p,
		`(async () => ((window.older = true), await (await navigator.serviceWorker.getRegistration()).update(), true))()`)
	p.sees("A new version is ready.")
	p.shoot("offline-update")
	p.press("Reload")
	p.until("the page is loaded again", `!window.older && document.querySelectorAll('[role=gridcell]').length > 20`)
	kept := js[[]string](p, `caches.keys()`) // the lists of puzzles outlast builds
	isNew := func(name string) bool { return strings.HasPrefix(name, "wane-new-") }
	if len(kept) != 2 || !slices.ContainsFunc(kept, isNew) {
		t.Errorf("the browser keeps %v, want the new build and the lists of puzzles", kept)
	}

	// Where storage fails, a game is played in memory.
	s.cut()
	p.open("/new?variant=shrink")
	p.sees("this game will be played on this device")
	p.press("White")
	js[bool](p, `(IDBDatabase.prototype.transaction = () => { throw new DOMException('', 'QuotaExceededError') }, `+
		`document.querySelector('dialog button.primary').click(), true)`)
	p.sees("storage is full")
	p.shoot("offline-unsaved")
	byClick(p, "e2", "e4")
	p.until("the computer has answered", `document.querySelectorAll('[data-ply]').length === 2`)
	p.press("Takeback")
	p.until("both moves are taken back", `!document.querySelector('[data-ply]')`)
	p.press("Resign")
	p.sees("Resign the game?")
	p.press("Resign")
	p.result("Black wins: resignation")
	p.sees("You lost")
	p.shoot("offline-over")
	p.press("Play again")
	p.until("the computer begins", `document.querySelectorAll('[data-ply]').length === 1`)
	p.press("Resign")
	p.press("Resign")
	p.result("White wins: resignation")
	p.press("Analyze")
	p.until("the game is analyzed", `document.querySelector('.workspace .tree [aria-current]')?.dataset.node === '1'`)

	// A server that retires the worker has browsers forget the page. The engine rests: browsers start
	// workers late while it takes all processors.
	p.engineSwitch()
	p.engineIs("off")
	s.down.Store(false)
	s.retired.Store(true)
	js[bool](p, `(async () => (await (await navigator.serviceWorker.getRegistration())?.update(), true))()`)
	p.until("there is no worker", `navigator.serviceWorker.getRegistrations().then((all) => !all.length)`)
	p.until("the browser keeps nothing", `caches.keys().then((all) => !all.length)`)
}
