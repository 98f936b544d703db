package server

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"github.com/wane-chess/wane/internal/live/protocol"
)

// Bounds of request bodies, in bytes.
const (
	smallBody = 4 << 10
	lineBody  = 64 << 10 // the longest Line
)

// api registers the operations of the HTTP API, with its description.
func (s *Server) api(mux *http.ServeMux) {
	config := huma.DefaultConfig("wane", s.o.Version)
	config.Info.Description = "Four games of chess on boards that diminish. Times of day are milliseconds since 1970 by the server's clock, durations are milliseconds. " +
		"Games are followed and moves are best sent on the socket, /ws; what it says has the forms of Event, Times and Presence here.\n\n" +
		"Who you are stands in a signed cookie, which the first request brings; send it with every other. Errors are as RFC 9457 has them, with a code for programs."
	config.OpenAPIPath, config.DocsPath, config.SchemasPath = "/api/openapi", "", ""
	config.CreateHooks = nil // no $schema in every answer
	api := humago.New(mux, config)

	mux.HandleFunc("GET /api", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte("<!doctype html><html lang=en><title>wane: the API</title><h1>The API of wane</h1>" +
			"<p>It is described as OpenAPI: <a href=/api/openapi.json>JSON</a>, <a href=/api/openapi.yaml>YAML</a>.\n" +
			"<p><a href=/docs/api>The manual</a> explains how to use it.\n"))
	})
	mux.HandleFunc("/api/", func(w http.ResponseWriter, r *http.Request) {
		writeProblem(w, newCoded(http.StatusNotFound, codeNotFound, "The API has no "+r.Method+" "+r.URL.Path+". See /api/openapi.json for what it has."))
	})
	s.meAPI(api)
	s.variantsAPI(api)
	s.gamesAPI(api)
	s.recordsAPI(api)
	s.picturesAPI(api)
	s.cardsAPI(api)
	s.replaysAPI(api)
	s.linesAPI(api)
	s.learnAPI(api)
	s.reviewsAPI(api)
	s.rankingsAPI(api)
	s.archiveAPI(api)
	s.tablebaseAPI(api)
}

// operation describes an operation. Those that know the guest give a newcomer
// his cookie; the others can be cached.
func (s *Server) operation(method, path, id, summary string, b budget, knowsGuest bool) huma.Operation {
	op := huma.Operation{
		OperationID: id, Method: method, Path: path, Summary: summary,
		Middlewares: huma.Middlewares{s.admit(b, knowsGuest)},
		Errors:      []int{http.StatusUnprocessableEntity, http.StatusTooManyRequests, http.StatusInternalServerError},
	}
	if method != http.MethodGet {
		op.MaxBodyBytes = smallBody
		op.Errors = append(op.Errors, http.StatusBadRequest, http.StatusForbidden, http.StatusRequestEntityTooLarge)
	}
	return op
}

// admit lets a request through if its budget allows, and finds out who sent it.
func (s *Server) admit(b budget, knowsGuest bool) func(huma.Context, func(huma.Context)) {
	return func(ctx huma.Context, next func(huma.Context)) {
		r, w := humago.Unwrap(ctx)
		if s.enter(w, r, b, knowsGuest) {
			next(ctx)
		}
	}
}

// enter is admit for plain handlers: false means that the answer is given.
func (s *Server) enter(w http.ResponseWriter, r *http.Request, b budget, knowsGuest bool) bool {
	v := visitOf(r.Context())
	if g, known := s.guests.read(r); known {
		v.guest = g
	}
	if wait, ok := s.limits.take(b, v); !ok {
		tooMany(w, wait)
		return false
	}
	// The cookie is given only now, so that a flood of requests costs little.
	return !knowsGuest || s.greet(w, r)
}

// greet finds out who sent a request; a newcomer gets a cookie. False means that
// the answer is given.
func (s *Server) greet(w http.ResponseWriter, r *http.Request) bool {
	g, err := s.guests.greet(w, r)
	if err != nil {
		_, e := s.fault(r.Context(), err)
		writeProblem(w, newCoded(http.StatusInternalServerError, e.Code, e.Text))
		return false
	}
	visitOf(r.Context()).guest = g
	w.Header().Set("Cache-Control", "no-store")
	return true
}

type meOutput struct {
	SetCookie *http.Cookie `header:"Set-Cookie"`
	Body      protocol.Me
}

func (s *Server) me(g guest) protocol.Me {
	return protocol.Me{ID: s.guests.publicID(g.ID), Name: g.Name}
}

func (s *Server) meAPI(api huma.API) {
	huma.Register(api, s.operation(http.MethodGet, "/api/me", "get-me", "Who you are", budgetRead, true),
		func(ctx context.Context, _ *struct{}) (*meOutput, error) {
			return &meOutput{Body: s.me(visitOf(ctx).guest)}, nil
		})
	type rename struct {
		Request requestOf
		Body    struct {
			Name string `json:"name" maxLength:"200" doc:"1 to 24 characters"`
		}
	}
	huma.Register(api, s.operation(http.MethodPut, "/api/me", "put-me", "Choose your name", budgetCommand, true),
		func(ctx context.Context, in *rename) (*meOutput, error) {
			name, err := checkName(in.Body.Name)
			if err != nil {
				return nil, newCoded(http.StatusUnprocessableEntity, codeBadRequest, err.Error())
			}
			g := visitOf(ctx).guest
			g.Name = name
			c, err := s.guests.give(in.Request.r, &g)
			if err != nil {
				return nil, s.fail(ctx, err)
			}
			s.hub.rename(g)
			return &meOutput{SetCookie: c, Body: s.me(g)}, nil
		})
}

// requestOf gives an operation the request itself.
type requestOf struct{ r *http.Request }

// Resolve implements huma.Resolver.
func (q *requestOf) Resolve(ctx huma.Context) []error {
	q.r, _ = humago.Unwrap(ctx)
	return nil
}
