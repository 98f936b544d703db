package browser

import (
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/wane-chess/wane/internal/server/static"
	"github.com/wane-chess/wane/puzzle"
	"github.com/wane-chess/wane/puzzle/collection"
	"github.com/wane-chess/wane/rules"
	"github.com/wane-chess/wane/web/routes"
)

// folder is where a test's host has its site.
const folder = "/sub/path"

// host serves the files of a site in a folder, as any web host does: without compression, and with nothing else.
type host struct {
	*httptest.Server
	down atomic.Bool

	mu      sync.Mutex
	outside []string // what was asked for that is not in the folder
}

func newHost(t *testing.T) *host {
	t.Helper()
	root := t.TempDir()
	if _, err := static.Write(t.Context(), filepath.Join(root, folder), static.Options{
		Games: rules.All(), Version: "test", Rankings: 4, Positions: 10,
	}); err != nil {
		t.Fatal(err)
	}
	files := http.FileServer(http.Dir(root))
	h := &host{}
	h.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if h.down.Load() {
			panic(http.ErrAbortHandler)
		}
		if !strings.HasPrefix(r.URL.Path, folder+"/") {
			h.mu.Lock()
			h.outside = append(h.outside, r.URL.Path)
			h.mu.Unlock()
		}
		files.ServeHTTP(w, r)
	}))
	t.Cleanup(h.Close)
	return h
}

// TestSite uses a site from a folder of a plain file server: first while the server answers, then without it.
func TestSite(t *testing.T) {
	parallel(t)
	h := newHost(t)
	keeper := desktop
	keeper.keeps = true
	p := newPerson(t, h.URL+folder, "Ann", keeper)
	p.profile.changed = true
	p.open("/")
	p.sees("This site has no server")
	p.withoutServer()
	p.until("the variants are there", `document.querySelectorAll('.variants svg').length >= 4`)
	if menu := js[string](p, `[...document.querySelectorAll('#menu .section')].map((a) => a.innerText).join()`); menu !=
		"Play,Puzzles,Learn,Tools" {
		t.Errorf("the menu has %s, want what needs no server", menu)
	}
	if list := js[string](p, `document.querySelector('#menu [href$="/studies"]').textContent`); list != "Analyses" {
		t.Errorf("the menu names the library %q, want what it has", list)
	}
	p.accessible("the home page of a site")
	p.shoot("site-home")

	// What needs a server says so.
	p.open("/tournaments/")
	p.sees("This site has no server")
	p.shoot("site-none")

	p.use("")
	p.about()
	rated := p.solved("")
	if js[int](p, `performance.getEntriesByType('resource').filter((e) => `+
		`!e.name.startsWith('`+h.URL+folder+`/')).length`) > 0 {
		t.Error("the page asks for what is not in its folder")
	}
	p.until("the browser keeps the site", `navigator.serviceWorker.controller?.state === 'activated'`)

	h.down.Store(true)
	h.CloseClientConnections()
	p.mayFail(h.URL)
	p.use("-offline")
	if again := p.solved("-offline"); again == rated {
		t.Errorf("after another puzzle the rating is still %s", again)
	}
	p.open("/learn/diminuendo/games/none")
	p.until("an address without a file is one of the page", `!!document.querySelector('header.site')`)
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.outside) > 0 {
		t.Errorf("the page asks for %v, which are not in its folder", h.outside)
	}
}

// ofServer finds what a site must not say: it has no accounts, and no server that could be unreachable.
var ofServer = regexp.MustCompile(`(?i)sign in|your account|guest|unreachable|did not load`)

// withoutServer checks that the page links to nothing that needs a server, and asks for nothing of that kind.
func (p *person) withoutServer() {
	p.t.Helper()
	at := js[string](p, `location.pathname`)
	for _, to := range js[[]string](p,
		`[...document.links].filter((a) => a.origin === location.origin).map((a) => a.pathname)`) {
		name, _ := routes.Match(strings.TrimPrefix(to, folder))
		if name == "" && !strings.HasPrefix(to, folder+"/docs") || routes.NeedsServer(name) {
			p.t.Errorf("%s links to %s", at, to)
		}
	}
	if said := ofServer.FindString(p.words()); said != "" {
		p.t.Errorf("%s says %q", at, said)
	}
}

// about visits the pages that have less to show without a server.
func (p *person) about() {
	p.t.Helper()
	for _, path := range []string{"/studies", "/puzzles/streak", "/puzzles/history", "/editor/shrink", "/help",
		"/privacy"} {
		p.open(path)
		p.until("the page is there",
			`!!document.querySelector('main h1') && !document.querySelector('main [aria-busy=true]')`)
		p.withoutServer()
		p.shoot("site" + strings.ReplaceAll(path, "/", "-"))
	}
	p.press("Settings")
	p.sees("Piece")
	p.withoutServer()
	if js[bool](p, `!!document.querySelector('#your-name')`) {
		p.t.Error("the settings ask for a name that nothing uses")
	}
	p.shoot("site-settings")
}

// use visits the pages that need no server.
func (p *person) use(which string) {
	p.t.Helper()
	p.open("/learn/shrink")
	p.until("the lesson has its board", `document.querySelectorAll('[role=gridcell]').length > 20`)
	p.do(chromedp.Reload())
	p.until("the lesson has its board again", `document.querySelectorAll('[role=gridcell]').length > 20`)
	p.open("/rules/shrink")
	p.until("the rules are there", `document.querySelectorAll('h2').length > 2`)
	p.withoutServer()
	p.open("/new?variant=shrink")
	p.press("White")
	p.shoot("site-new" + which)
	p.press("Play on this device")
	p.until("the board is there",
		`document.querySelectorAll('[role=gridcell]').length > 20 && location.search.startsWith('?study=')`)
	byClick(p, "e2", "e4")
	p.until("the computer has answered", `document.querySelectorAll('[data-ply]').length === 2`)
	byClick(p, "d2", "d3")
	p.until("the computer has answered again", `document.querySelectorAll('[data-ply]').length === 4`)
	p.withoutServer()
	p.shoot("site-game" + which)
	p.open("/analysis/shrink?panel=explorer")
	if which == "" { // the page remembers it
		p.engineSwitch()
	}
	p.thinks(1)
	p.until("the book has moves", `document.querySelectorAll('.explorer tbody tr').length > 5`)
	p.withoutServer()
	p.shoot("site-analysis" + which)
	p.open("/analysis/shrink?fen=2k/1R1/K2%20w%20-%20-%200%201&panel=explorer")
	p.sees("Rc2+")
	p.open("/learn/diminuendo/rankings")
	p.until("the atlas is there", `document.querySelectorAll('main svg').length > 2`)
	p.withoutServer()
	p.shoot("site-atlas" + which)
	p.open("/docs/playing/")
	p.until("the manual is there", `document.querySelectorAll('.contents a').length > 10`)
	p.shoot("site-manual" + which)
}

// solved solves a puzzle and returns the rating after it, which outlasts a reload.
func (p *person) solved(which string) string {
	p.t.Helper()
	const rating = `(document.querySelector('.rating strong')?.innerText ?? '')`
	js[bool](p, `(sessionStorage.removeItem('wane-puzzle-current'), true)`) // another puzzle
	p.open("/puzzles/?variant=shrink")
	p.until("there is a rating", `/\d/.test(`+rating+`) && sessionStorage.getItem('wane-puzzle-current')`)
	before := js[string](p, rating)
	id := js[string](p, `JSON.parse(sessionStorage.getItem('wane-puzzle-current')).puzzle.id`)
	var of puzzle.Puzzle
	for _, z := range collection.Of("shrink") {
		if z.ID == id {
			of = z
		}
	}
	p.solveThis(of, byClick).finish()
	p.within(2*patience, "the attempt is rated", rating+` !== `+quote(before))
	p.shoot("site-puzzle" + which)
	after := js[string](p, rating)
	p.do(chromedp.Reload())
	p.until("the rating is kept", rating+` === `+quote(after))
	return after
}
