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

	"github.com/wane-chess/wane/docs"
	"github.com/wane-chess/wane/internal/live/challenge"
	"github.com/wane-chess/wane/internal/live/livegame"
	"github.com/wane-chess/wane/internal/live/manager"
	"github.com/wane-chess/wane/internal/live/protocol"
	"github.com/wane-chess/wane/internal/live/server/limits"
	"github.com/wane-chess/wane/internal/live/server/lines"
	"github.com/wane-chess/wane/internal/live/server/problem"
	"github.com/wane-chess/wane/internal/live/server/views"
	"github.com/wane-chess/wane/internal/page/lessons"
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
	Puzzles    Puzzles // nil: there are none
	// Tournaments is nil if there are none.
	Tournaments Tournaments
	// Studies is nil if there are none.
	Studies Studies
	Lookup  livegame.Lookup
	Lines   *lines.Reader
	Lessons *lessons.Library
	Views   *views.Views
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
	collection  Puzzles
	tournaments Tournaments
	studies     Studies
	lookup      livegame.Lookup
	lines       *lines.Reader
	lessons     *lessons.Library
	views       *views.Views
	guard       *limits.Guard
	base        *url.URL
	files       *files
	manual      *manual
}

// New reads the files of the page and the manual.
func New(o Options) (*Pages, error) {
	s := &Pages{
		games: o.Games, challenges: o.Challenges, collection: o.Puzzles, tournaments: o.Tournaments, studies: o.Studies,
		lookup: o.Lookup, lines: o.Lines, lessons: o.Lessons, views: o.Views, guard: o.Guard, base: o.Base,
	}
	var err error
	if s.files, err = readFiles(o.Files); err != nil {
		return nil, err
	}
	if o.Retire {
		s.files.byPath[worker] = newFile(worker, map[string][]byte{"identity": retire})
	}
	s.manual, err = newManual(s.files, o.Reference)
	return s, err
}

// Register adds the routes of the page and the manual to a mux.
func (s *Pages) Register(mux *http.ServeMux) {
	mux.HandleFunc("GET "+docs.Root, s.serveManual)
	mux.HandleFunc("GET "+docs.Root+"/{page}", s.serveManual)
	mux.HandleFunc("GET "+referencePath, s.serveManual)
	mux.HandleFunc("/", s.serveFile)
}

const robots = "User-agent: *\nDisallow: /ws\n"

// serveFile answers requests for files and pages.
func (s *Pages) serveFile(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		problem.Write(w,
			problem.New(http.StatusMethodNotAllowed, protocol.CodeBadRequest, "A page can only be read: use GET."))
		return
	}
	f := s.files.byPath[r.URL.Path]
	switch {
	case f != nil:
		if s.guard.Enter(w, r, limits.Read, false) {
			// In a sandboxed frame even our own files come from another origin.
			w.Header().Set("Access-Control-Allow-Origin", "*")
			f.serve(w, r, http.StatusOK)
		}
		return
	case r.URL.Path == "/robots.txt":
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		_, _ = w.Write([]byte(robots))
		return
	case s.files.index == nil:
		s.noPage(w, r)
		return
	}
	s.servePage(w, r)
}

// servePage answers with the HTML of a route.
func (s *Pages) servePage(w http.ResponseWriter, r *http.Request) {
	if !s.guard.Enter(w, r, limits.Read, false) {
		return
	}
	v := s.match(r)
	of := s.files.index
	if v.embed && s.files.embed != nil {
		of = s.files.embed
		s.allowFraming(w)
	} else if v.status == http.StatusOK && !s.guard.GreetReader(w, r) { // only pages that exist make a visitor a guest
		return
	}
	f, err := of.page(v.lines(s.address(r)))
	if err != nil {
		s.guard.Problems.WriteInternal(r.Context(), w, err)
		return
	}
	if v.hidden {
		w.Header().Set("X-Robots-Tag", "noindex")
	}
	f.serve(w, r, v.status)
}

// noPage answers if the program was built without its page.
func (s *Pages) noPage(w http.ResponseWriter, r *http.Request) {
	if !s.guard.Enter(w, r, limits.Read, false) {
		return
	}
	status := http.StatusNotFound
	if r.URL.Path == "/" {
		status = http.StatusOK
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.WriteHeader(status)
	_, _ = fmt.Fprintln(w, "This wane was built without its page. For one with the page, "+
		"clone https://github.com/wane-chess/wane and run 'make build' there "+
		"(README.md says what it needs).\nThe API works without it: see /api/openapi.json.")
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
