// Package pages serves the page: its files, the HTML of each route with what search
// engines and link previews read in its head, and the manual.
package pages

import (
	"context"
	_ "embed"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"strings"

	"github.com/wane-chess/wane/internal/page/lessons"
	"github.com/wane-chess/wane/internal/server/challenge"
	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/lines"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/manager"
	"github.com/wane-chess/wane/internal/server/problem"
	"github.com/wane-chess/wane/internal/server/puzzle"
	"github.com/wane-chess/wane/internal/server/web"
	"github.com/wane-chess/wane/web/routes"
)

// Games is what pages need of the game manager.
type Games interface {
	Snapshot(ctx context.Context, id livegame.ID) (manager.Snapshot, error)
}

// Challenges is what pages need of the challenges.
type Challenges interface {
	Get(ctx context.Context, id livegame.ID) (challenge.Challenge, error)
}

// Options are what pages need.
type Options struct {
	Files fs.FS // the built page; nil: there is none
	Games Games
	// Challenges are those between accounts; nil: there are none.
	Challenges Challenges
	Puzzles    *puzzle.Service // nil: there are none
	// Tournaments is nil if there are none.
	Tournaments Tournaments
	// Studies is nil if there are none.
	Studies Studies
	Lookup  livegame.Lookup
	Lines   *lines.Reader
	Gate    *web.Gate
	Lessons *lessons.Library
	Views   *gameview.Views
	Guard   *limits.Guard
	Base    *url.URL // where clients reach the server; nil: unknown
	// Retire makes browsers forget the page that they keep for use without a network.
	Retire bool
	// Reference is the reference of the API as HTML, a page of the manual; nil: there is none.
	Reference []byte
}

// worker is the path of the service worker, which never changes.
const worker = "/service-worker.js"

//go:embed retire.js
var retire []byte

// Pages answers requests for pages and their files.
type Pages struct {
	games       Games
	challenges  Challenges
	collection  *puzzle.Service
	tournaments Tournaments
	studies     Studies
	lookup      livegame.Lookup
	lines       *lines.Reader
	gate        *web.Gate
	lessons     *lessons.Library
	views       *gameview.Views
	guard       *limits.Guard
	base        *url.URL
	files       *files
	manual      *manual
}

// New reads the files of the page and the manual.
func New(o Options) (*Pages, error) {
	s := &Pages{
		games: o.Games, challenges: o.Challenges, collection: o.Puzzles, tournaments: o.Tournaments, studies: o.Studies,
		lookup: o.Lookup, lines: o.Lines, gate: o.Gate, lessons: o.Lessons, views: o.Views, guard: o.Guard, base: o.Base,
	}
	var err error
	if s.files, err = readFiles(o.Files); err != nil {
		return nil, err
	}
	if o.Retire {
		s.files.byPath[worker] = web.NewFile(worker, map[string][]byte{"identity": retire})
	}
	s.manual, err = newManual(s.files, o.Reference)
	return s, err
}

const robots = "User-agent: *\nDisallow: /ws\n"

// Register adds the routes of the page, its files, and the manual to a kit.
func (s *Pages) Register(k *web.Kit) {
	s.registerManual(k)
	for path, f := range s.files.byPath {
		k.File(path, f)
	}
	if s.files.byPath["/robots.txt"] == nil {
		k.File("/robots.txt", web.NewFile("robots.txt", map[string][]byte{"identity": []byte(robots)}))
	}
	answer := s.servePage
	if s.files.index == nil {
		answer = noPage
	}
	k.Rest(web.Get("/", "", "The page", web.Read(web.Visitor, web.AnyToken, limits.Read).WithCache(web.ByAnswer)),
		http.HandlerFunc(answer))
}

// servePage answers with the HTML of a route.
func (s *Pages) servePage(w http.ResponseWriter, r *http.Request) {
	v := s.match(r)
	if v.status == http.StatusNotFound {
		if to := s.gameAt(r); to != "" {
			http.Redirect(w, r, to, http.StatusFound)
			return
		}
	}
	of, bare := s.files.index, r.URL.Query().Has(bareShell)
	p := parts{lines: v.lines(s.address(r))}
	if !bare {
		p.lang = language(r)
		p.end = s.files.loads.tags(v.route, p.lang)
		w.Header().Set("Vary", "Cookie, Accept-Language")
	}
	own := false
	switch {
	case v.embed && s.files.embed != nil:
		of = s.files.embed
		s.allowFraming(w)
	case bare:
	default:
		if v.status == http.StatusOK { // only pages that exist make a visitor a guest
			if p := s.guard.GreetReader(w, r); p != nil {
				problem.Write(w, p)
				return
			}
		}
		var me string
		me, own = s.me(r)
		p.end += me
	}
	f, err := of.page(p, !own)
	if err != nil {
		problem.Write(w, s.guard.Problems.Internal(r.Context(), err))
		return
	}
	if own {
		f = f.Private()
	}
	if v.hidden {
		w.Header().Set("X-Robots-Tag", "noindex")
	}
	f.Serve(w, r, v.status)
}

// gameAt returns the address of the game that programs for Lichess link to by its ID, perhaps with a color; "": none.
func (s *Pages) gameAt(r *http.Request) string {
	id, color, _ := strings.Cut(strings.Trim(r.URL.Path, "/"), "/")
	if color != "" && color != "white" && color != "black" || len(id) != len(livegame.NewID()) ||
		s.game(r.Context(), "game", id).status != http.StatusOK {
		return ""
	}
	return routes.Link("game", id)
}

// noPage answers if the program was built without its page.
func noPage(w http.ResponseWriter, r *http.Request) {
	status := http.StatusNotFound
	if r.URL.Path == "/" {
		status = http.StatusOK
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.WriteHeader(status)
	_, _ = fmt.Fprintln(w, "This wane has no page. Those of https://github.com/wane-chess/wane/releases have one.\n"+
		"The API works without it: see /api/openapi.json.")
}

// ContentPolicy returns the Content-Security-Policy of a page: it may load its own
// files, run WebAssembly, and connect to this server. No page of another site may
// frame it.
func ContentPolicy(base *url.URL) string { return sources(base) + "; frame-ancestors 'none'" }

// embedPolicy is the same for a board that other sites embed.
func embedPolicy(base *url.URL) string { return sources(base) + "; frame-ancestors *" }

func sources(base *url.URL) string {
	connect := "'self'"
	if base != nil {
		// Not every browser takes 'self' to include sockets.
		connect += " " + strings.Replace(base.Scheme, "http", "ws", 1) + "://" + base.Host
	}
	return "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; " +
		"connect-src " + connect +
		"; font-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'"
}

// allowFraming lets pages of other sites show the answer in a frame, even sites
// with a strict embedder policy.
func (s *Pages) allowFraming(w http.ResponseWriter) {
	h := w.Header()
	h.Set("Content-Security-Policy", embedPolicy(s.base))
	h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	h.Set("Cross-Origin-Embedder-Policy", "require-corp")
}
