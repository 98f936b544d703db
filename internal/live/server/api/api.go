// Package api is the server's HTTP API: its operations and their OpenAPI
// description.
//
// It decides nothing about games: it checks the form of requests, asks the game
// manager, the archive and the reviewer, and answers with the types of package
// protocol.
package api

import (
	"context"
	"log/slog"
	"net/http"
	"net/url"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
	"github.com/maypok86/otter/v2"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/live/account"
	"github.com/wane-chess/wane/internal/live/archive"
	"github.com/wane-chess/wane/internal/live/challenge"
	"github.com/wane-chess/wane/internal/live/channels"
	"github.com/wane-chess/wane/internal/live/chat"
	"github.com/wane-chess/wane/internal/live/livegame"
	"github.com/wane-chess/wane/internal/live/notify"
	"github.com/wane-chess/wane/internal/live/openings"
	"github.com/wane-chess/wane/internal/live/pairing"
	"github.com/wane-chess/wane/internal/live/plan"
	"github.com/wane-chess/wane/internal/live/protocol"
	"github.com/wane-chess/wane/internal/live/puzzles"
	"github.com/wane-chess/wane/internal/live/rating"
	"github.com/wane-chess/wane/internal/live/relations"
	"github.com/wane-chess/wane/internal/live/reports"
	"github.com/wane-chess/wane/internal/live/review"
	"github.com/wane-chess/wane/internal/live/server/guests"
	"github.com/wane-chess/wane/internal/live/server/lichess"
	"github.com/wane-chess/wane/internal/live/server/limits"
	"github.com/wane-chess/wane/internal/live/server/lines"
	"github.com/wane-chess/wane/internal/live/server/pictures"
	"github.com/wane-chess/wane/internal/live/server/problem"
	"github.com/wane-chess/wane/internal/live/server/views"
	"github.com/wane-chess/wane/internal/live/sharedstudy"
	"github.com/wane-chess/wane/internal/live/studies"
	"github.com/wane-chess/wane/internal/live/tournament"
	"github.com/wane-chess/wane/internal/live/vacation"
	"github.com/wane-chess/wane/internal/page/lessons"
)

// Limits of request bodies, in bytes.
const (
	smallBody = 4 << 10
	lineBody  = 64 << 10 // the longest line of moves
)

// Games is what the API needs of the game manager.
type Games interface {
	limits.Thinker
	lichess.Games
	ExpectEvent(id livegame.ID, seq int)
}

// Sockets is what the API needs of the open sockets.
type Sockets interface {
	Lobby(ctx context.Context, guest string) (*protocol.Lobby, error)
	Rename(g guests.Guest)
}

// Options are what the API needs. Reviews, Pairing, Archive, Ratings, Players, Starter and Tables may be nil:
// then there are none. So may Base, which is unknown then.
type Options struct {
	Games         Games
	Accounts      *account.Service     // nil: there are none
	Studies       *studies.Service     // of accounts; nil: there are none
	SharedStudies *sharedstudy.Service // that people edit together; nil: there are none
	Vacations     *vacation.Service    // of accounts; nil: there are none
	Notifications *notify.Service      // nil: there are none
	Digests       *notify.Digester     // nil: there are none
	Plans         *plan.Service        // nil: there are neither conditional moves nor notes
	Audit         AuditLog             // needed with Accounts
	Export        Exporter             // of the data of accounts; nil: exports have only games and studies
	Adopt         Adopter              // nil: guests keep their games
	// Challenges are those between accounts, and Presence knows which bots are online; both are nil
	// without accounts.
	Challenges *challenge.Service
	Presence   challenge.Presence
	Relations  *relations.Service // nil: there are none
	Reports    *reports.Service   // nil: there are none
	Puzzles    *puzzles.Service   // nil: there are none
	Openings   *openings.Service  // names of openings; nil: there are none
	// Tournaments is nil if there are none.
	Tournaments *tournament.Service
	Reviews     *review.Service
	Pairing     *pairing.Service
	Archive     archive.Store
	Channels    *channels.Service // of the page Watch; nil: there are none
	Feed        review.Feed       // of reviewed games; nil: there is none
	Ratings     rating.Store
	Players     Players
	Starter     func(variant string) (*archive.Book, error)
	Tables      Tables
	Lookup      livegame.Lookup
	Variants    []game.Game // in the order in which the page offers them
	Lessons     *lessons.Library
	Lines       *lines.Reader
	Pictures    *pictures.Pictures
	Views       *views.Views
	Guard       *limits.Guard
	Limits      limits.Limits
	Sockets     Sockets
	Chat        *chat.Service // nil: there is none
	// Do carries out a guest's command; lag is the time that it took to arrive.
	Do func(
		ctx context.Context, id livegame.ID, d protocol.Command, v *guests.Visit, lag time.Duration,
	) (livegame.Event, error)
	Base    *url.URL
	Closing context.Context // done when the server shuts down: streams end
	Version string
	Log     *slog.Logger
}

// API answers requests to the API.
type API struct {
	o         Options
	problems  problem.Reporter
	downloads downloads
	replays   *otter.Cache[string, []byte] // packed, by ETag
}

// onClosing calls f when the server shuts down, unless stop is called before.
func (s *API) onClosing(f func()) (stop func() bool) { return context.AfterFunc(s.o.Closing, f) }

// Version is that of the API. The first number changes when something is removed or changes its
// meaning, the second when something is added that programs may look for.
const Version = "1.1"

// Handler returns the API as a handler of /api and all paths below, and its reference as HTML.
func Handler(o Options) (handler http.Handler, reference []byte) {
	s := &API{o: o, problems: o.Guard.Problems, downloads: newDownloads(), replays: newReplayCache()}
	mux := paths{http.NewServeMux()}
	config := huma.DefaultConfig("wane", Version)
	config.Info.Description = "Four chess variants and orthodox chess. " +
		"Times are milliseconds since 1970 by the server's clock, durations are milliseconds. " +
		"Clients follow games, and best send moves, on the socket /ws; " +
		"its messages are ClientMessage and ServerMessage.\n\n" +
		"A signed cookie identifies a guest. The first request sets it; send it with every other. " +
		"Who has an account signs in, which sets another cookie; " +
		"programs send a personal token instead (Authorization: Bearer …), which allows what its scopes say. " +
		"Errors are RFC 9457 problem details with a code for programs."
	config.OpenAPIPath, config.DocsPath, config.SchemasPath = "/api/openapi", "", ""
	config.CreateHooks = nil // no $schema in answers
	config.Formats = map[string]huma.Format{"application/json": jsonFormat, "json": jsonFormat}
	config.Components.Schemas = newSchemas()
	addSocketSchemas(config.Components.Schemas)
	api := humago.New(mux, config)

	mux.HandleFunc("GET /api", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte("<!doctype html><html lang=en><title>wane: the API</title><h1>The API of wane</h1>" +
			"<p>Its OpenAPI description: <a href=/api/openapi.json>JSON</a>, <a href=/api/openapi.yaml>YAML</a>.\n" +
			"<p><a href=/docs/api>The manual</a> explains how to use it.\n"))
	})
	mux.HandleFunc("/api/", func(w http.ResponseWriter, r *http.Request) {
		problem.Write(w, problem.New(http.StatusNotFound, protocol.CodeNotFound,
			"The API has no "+r.Method+" "+r.URL.Path+". See /api/openapi.json for what it has."))
	})
	for _, register := range []func(huma.API){
		s.studiesAPI, s.sharedStudiesAPI, s.meAPI, s.signInAPI, s.accountAPI, s.guestAPI, s.exportAPI, s.variantsAPI,
		s.gamesAPI, s.challengesAPI, s.qrAPI, s.pairingAPI, s.tournamentsAPI, s.plansAPI, s.feedsAPI, s.notificationsAPI,
		s.recordsAPI, s.picturesAPI, s.cardsAPI, s.replaysAPI, s.linesAPI, s.learnAPI, s.reviewsAPI, s.rankingsAPI,
		s.atlasAPI, s.archiveAPI, s.openingsAPI, s.openingVotesAPI, s.watchAPI, s.reviewFeedAPI, s.playersAPI, s.chatAPI,
		s.relationsAPI, s.reportsAPI, s.puzzlesAPI, s.attemptsAPI, s.runsAPI, s.composeAPI, s.puzzleCasesAPI, s.tablebaseAPI,
		s.programsAPI,
	} {
		register(api)
	}
	return mux, Reference(api.OpenAPI())
}

// operation describes an operation. One that needs the guest gives a newcomer a
// cookie; answers of the others can be cached.
func (s *API) operation(method, path, id, summary string, k limits.Kind, needsGuest bool) huma.Operation {
	op := huma.Operation{
		OperationID: id, Method: method, Path: path, Summary: summary,
		Middlewares: huma.Middlewares{s.admit(k, needsGuest)},
		Errors:      []int{http.StatusUnprocessableEntity, http.StatusTooManyRequests, http.StatusInternalServerError},
	}
	if method != http.MethodGet {
		op.MaxBodyBytes = smallBody
		op.Errors = append(op.Errors, http.StatusBadRequest, http.StatusForbidden, http.StatusRequestEntityTooLarge)
	}
	return op
}

// admit is the middleware that takes a request from its budget.
func (s *API) admit(k limits.Kind, needsGuest bool) func(huma.Context, func(huma.Context)) {
	return func(ctx huma.Context, next func(huma.Context)) {
		r, w := humago.Unwrap(ctx)
		if !s.o.Guard.Enter(w, r, k, needsGuest) {
			return
		}
		if p := refuse(r, ctx.Operation()); p != nil {
			problem.Write(w, p)
			return
		}
		next(ctx)
	}
}

// requestOf passes the request itself to an operation.
type requestOf struct{ r *http.Request }

// Resolve implements huma.Resolver.
func (q *requestOf) Resolve(ctx huma.Context) []error {
	q.r, _ = humago.Unwrap(ctx)
	return nil
}
