// Package web is HTTP once: every route of the server is registered with a Kit and says who may call it, which
// tokens, what it costs, how long its body may be, and who may keep its answer. The kit does the rest, in the same
// order for all of them:
//
//  1. It takes the price from the budget of the address, finds out who calls, and takes the price from the budget of
//     the caller.
//  2. It reads the whole body, and then finds out again who calls: what was revoked while a body arrived is revoked.
//     The context of the handler carries the identity, and the store checks it in each transaction.
//  3. The handler answers. A context that ends with the identity, for routes that last, ends streams and long polls.
//  4. The answer gets its cache policy. HEAD, OPTIONS, and 405 for other methods exist for every path.
//
// A route is an operation with an input and an output, which the kit binds and describes for OpenAPI (Handle), a file
// in memory, which costs nothing (File), or has a handler of its own (Serve). One that lacks a part of its policy keeps
// the server from starting. Package node lists all routes with their policies in testdata/routes.txt.
package web

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"
	"github.com/klauspost/compress/gzhttp"

	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/guests"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/manager"
	"github.com/wane-chess/wane/internal/server/problem"
	"github.com/wane-chess/wane/notation"
)

// Options are what a kit needs.
type Options struct {
	Guard    *limits.Guard
	Requests *limits.Counter // those of an address in progress
	Gate     *Gate           // large bodies pass it
	// Watch calls end when an identity ends; nil: there are no accounts.
	Watch   func(i *auth.Identity, end func()) (stop func())
	Views   *gameview.Views // for features
	Base    *url.URL        // the server's address; nil: it is unknown
	Closing context.Context // done when the server shuts down: what lasts ends
	// TrustProxy says that the trace of a request goes on that came through our proxy.
	TrustProxy bool
	API        *huma.OpenAPI // gets the operations
	Limits     limits.Limits
}

// Kit has the routes of a server.
type Kit struct {
	o         Options
	downloads downloads
	routes    []*Route
	paths     router
	rest      map[string]http.Handler // by the beginning of paths
	errs      []error
}

// New returns a kit without routes.
func New(o Options) *Kit {
	return &Kit{o: o, downloads: newDownloads(), rest: map[string]http.Handler{}}
}

// Route is what a kit must know about a route.
type Route struct {
	Method string // GET also stands for HEAD
	Path   string // with parameters such as {id}, each a whole segment
	Policy

	// ID, Summary, Description, Tags and Responses are for the OpenAPI description. Errors are the statuses of
	// errors that the policy does not imply. A route without an ID is not described.
	ID, Summary, Description string
	Tags                     []string
	Errors                   []int
	Responses                map[string]*huma.Response
	// Status is that of a success; 0: 200 or, without a body, 204.
	Status int
	// Lasts says that answers may wait for something to happen, or go on for hours: the handler's context ends with
	// the caller's identity, see also Waiting. Such requests have no trace.
	Lasts bool
	// Refused is the status where the rules of a game or another feature refuse a request; 0: it depends on the refusal.
	Refused int
	// Off is what the route answers on a server that lacks what it is about; nil: it is there.
	Off *problem.Problem

	file   bool    // answers without any work
	binder *binder // of an operation
}

// SocketPath is the path of the sockets, which count for limits of their own.
const SocketPath = "/ws"

// String returns the method and the path.
func (r *Route) String() string { return r.Method + " " + r.Path }

// Unprocessable returns a route whose refusals are about the content of the request.
func (r Route) Unprocessable() Route {
	r.Refused = http.StatusUnprocessableEntity
	return r
}

// Get returns the route of an operation that reads.
func Get(path, id, summary string, p Policy) Route {
	return route(http.MethodGet, path, id, summary, p)
}

// Post returns the route of an operation that does something.
func Post(path, id, summary string, p Policy) Route {
	return route(http.MethodPost, path, id, summary, p)
}

// Put returns the route of an operation that replaces something.
func Put(path, id, summary string, p Policy) Route {
	return route(http.MethodPut, path, id, summary, p)
}

// Delete returns the route of an operation that deletes something.
func Delete(path, id, summary string, p Policy) Route {
	return route(http.MethodDelete, path, id, summary, p)
}

func route(method, path, id, summary string, p Policy) Route {
	return Route{Method: method, Path: path, ID: id, Summary: summary, Policy: p}
}

// API returns the OpenAPI description, which has the operations that are registered so far.
func (k *Kit) API() *huma.OpenAPI { return k.o.API }

// Limits returns the limits of the server.
func (k *Kit) Limits() limits.Limits { return k.o.Limits }

// PGN returns a game as PGN, with tags in place of its own.
func (k *Kit) PGN(ctx context.Context, snap manager.Snapshot, tags ...notation.Tag) (string, error) {
	return k.o.Views.PGN(ctx, snap, k.Address(ctx, "game", string(snap.Header.ID)), tags...)
}

// Tree is PGN as a tree.
func (k *Kit) Tree(ctx context.Context, snap manager.Snapshot, tags ...notation.Tag) (*notation.Tree, error) {
	return k.o.Views.Tree(ctx, snap, k.Address(ctx, "game", string(snap.Header.ID)), tags...)
}

// Gate returns the gate of expensive work.
func (k *Kit) Gate() *Gate { return k.o.Gate }

// Guests returns the guests of the server.
func (k *Kit) Guests() *guests.Guests { return k.o.Guard.Guests }

// Routes returns all routes, in the order of their registration.
func (k *Kit) Routes() []*Route { return k.routes }

// Serve registers a route with a handler of its own, such as one for a page.
func (k *Kit) Serve(r Route, h http.Handler) { k.add(&r, h) }

// File registers a file that is in memory: it costs nothing, so who loads many at once gets all of them.
func (k *Kit) File(path string, f *File) { k.add(fileRoute(path), f) }

// LateFile is File for a file that takes long to make, and that few ask for: the first request makes it.
func (k *Kit) LateFile(path string, open func() (*File, error)) {
	made := sync.OnceValues(open)
	k.add(fileRoute(path), http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		f, err := made()
		if err != nil {
			problem.Write(w, k.o.Guard.Problems.Internal(r.Context(), err))
			return
		}
		f.ServeHTTP(w, r)
	}))
}

func fileRoute(path string) *Route {
	return &Route{
		Method: http.MethodGet, Path: path, file: true,
		Policy: Policy{Caller: Anyone, Tokens: AnyToken, Price: Costs(limits.Free), Body: NoBody, Cache: ByAnswer},
	}
}

// Rest registers what answers GET below "/" where there is no other route.
func (k *Kit) Rest(r Route, h http.Handler) {
	if k.accept(&r) {
		k.rest[r.Path] = k.handler(&r, h)
	}
}

// NoRoute registers what answers below a path that has no route there: what it belongs to has none, and a hint where to
// look.
func (k *Kit) NoRoute(path, owner, hint string) {
	k.rest[path] = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p := k.o.Guard.TakeAddress(limits.Read, visit(r), 1)
		if p == nil {
			p = problem.Missing(owner + " has no " + r.Method + " " + r.URL.Path + ". " + hint)
		}
		problem.Write(w, p)
	})
}

func (k *Kit) add(r *Route, h http.Handler) {
	if !k.accept(r) {
		return
	}
	if r.binder != nil {
		// the board views of a long game are megabytes of JSON, and a fortieth of that compressed
		h = gzhttp.GzipHandler(h)
	}
	if !k.paths.add(r.Method, r.Path, k.handler(r, h)) {
		k.errs = append(k.errs, errors.New(r.String()+": the route is registered twice"))
	}
}

// accept adds a route to the list, if it has all that it must have.
func (k *Kit) accept(r *Route) bool {
	if err := r.check(); err != nil {
		k.errs = append(k.errs, err)
		return false
	}
	k.routes = append(k.routes, r)
	return true
}

// Handler returns the handler of all routes. The error names the routes that lack something.
func (k *Kit) Handler() (http.Handler, error) {
	if len(k.errs) > 0 {
		return nil, errors.Join(k.errs...)
	}
	rest := http.NewServeMux()
	for path, h := range k.rest {
		rest.Handle(path, h)
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h, at := k.paths.match(r)
		if h != nil {
			h.ServeHTTP(w, r)
			return
		}
		allow := []string{http.MethodGet, http.MethodHead} // of a page
		if at != nil {
			allow = at.allow()
		} else if _, prefix := rest.Handler(r); prefix != "/" || slices.Contains(allow, r.Method) {
			w, answered := cached(w, ByAnswer) // it may be a redirect
			defer answered()
			rest.ServeHTTP(w, r)
			return
		}
		k.otherMethod(w, r, strings.Join(append(allow, http.MethodOptions), ", "))
	}), nil
}

// otherMethod answers a request with a method that its path has not.
func (k *Kit) otherMethod(w http.ResponseWriter, r *http.Request, allow string) {
	w.Header().Set("Allow", allow)
	if p := k.o.Guard.TakeAddress(limits.Read, visit(r), 1); p != nil {
		problem.Write(w, p)
		return
	}
	if r.Method == http.MethodOptions {
		w.Header().Set("Cache-Control", string(NoStore))
		w.WriteHeader(http.StatusNoContent)
		return
	}
	problem.Write(w, problem.New(http.StatusMethodNotAllowed, problem.CodeBadRequest,
		r.URL.Path+" has no "+r.Method+": it has "+allow+"."))
}

// visit returns what is known about the sender of a request.
func visit(r *http.Request) *guests.Visit { return guests.VisitOf(r.Context()) }
