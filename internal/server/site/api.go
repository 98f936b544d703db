// Package site has the routes that combine features: the data of an account in one file, who a client is, the API that
// is like Lichess's, the feed of notifications, and QR codes. It also has what belongs to no feature yet: games and the
// search for opponents, PGN, replays and pictures of games, lines of moves, tablebases, the variants and what is to be
// learned of them. And it describes the whole API: the names of its schemas, and its reference.
//
// It decides nothing about games: it checks the form of requests and asks the game manager and the services of
// features.
package site

import (
	"context"
	"log/slog"
	"net/url"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/maypok86/otter/v2"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/page/lessons"
	"github.com/wane-chess/wane/internal/server/account"
	"github.com/wane-chess/wane/internal/server/archive"
	"github.com/wane-chess/wane/internal/server/challenge"
	"github.com/wane-chess/wane/internal/server/channels"
	"github.com/wane-chess/wane/internal/server/chat"
	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/guests"
	"github.com/wane-chess/wane/internal/server/lichess"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/lines"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/notify"
	"github.com/wane-chess/wane/internal/server/pairing"
	"github.com/wane-chess/wane/internal/server/pictures"
	"github.com/wane-chess/wane/internal/server/problem"
	"github.com/wane-chess/wane/internal/server/profile"
	"github.com/wane-chess/wane/internal/server/rating"
	"github.com/wane-chess/wane/internal/server/sharedstudy"
	"github.com/wane-chess/wane/internal/server/social"
	"github.com/wane-chess/wane/internal/server/tournament"
	"github.com/wane-chess/wane/internal/server/web"
)

// lineBody is the longest line of moves, in bytes.
const lineBody = 64 << 10

// Games is what the API needs of the game manager.
type Games interface {
	limits.Thinker
	lichess.Games
	ExpectEvent(id livegame.ID, seq int)
}

// Sockets is what the API needs of the open sockets.
type Sockets interface {
	Lobby(ctx context.Context, guest string) (*gameview.MyLobby, error)
	Rename(g guests.Guest)
}

// Options are what the API needs. Pairing, Archive, Ratings, Profiles and Tables may be nil:
// then there are none. So may Base, which is unknown then.
type Options struct {
	Games         Games
	Accounts      *account.Service // nil: there are none
	Notifications *notify.Service  // nil: there are none
	Files         []Files          // of accounts, for their exports
	Adopt         Adopter          // nil: guests keep their games
	// Challenges are those between accounts; nil without accounts.
	Challenges *challenge.Service
	Social     *social.Service // needed with Accounts
	// Tournaments is nil if there are none.
	Tournaments *tournament.Service
	Pairing     *pairing.Service
	Archive     *archive.Archive
	Channels    *channels.Service    // for programs; nil: there are none
	Studies     *sharedstudy.Service // likewise
	Ratings     *rating.Service
	Profiles    *profile.Service
	Tables      Tables
	// Review returns the finished review of a game, for programs, or nil; nil: there are none.
	Review   func(ctx context.Context, id livegame.ID) (*lichess.Review, error)
	Lookup   livegame.Lookup
	Variants []game.Game // in the order in which the page offers them
	Lessons  *lessons.Library
	Lines    *lines.Reader
	Gate     *web.Gate
	Pictures *pictures.Pictures
	Views    *gameview.Views
	Guard    *limits.Guard
	Limits   limits.Limits
	Sockets  Sockets
	Chat     *chat.Service // needed with Accounts
	// Do carries out a guest's command; lag is the time that it took to arrive.
	Do func(
		ctx context.Context, id livegame.ID, d gameview.Command, v *guests.Visit, lag time.Duration,
	) (livegame.Event, error)
	Base    *url.URL
	Version string
	Log     *slog.Logger
}

// API answers requests to the API.
type API struct {
	o        Options
	problems problem.Reporter
	replays  *otter.Cache[string, []byte] // packed, by ETag
}

// Version is that of the API. The first number changes when something is removed or changes its
// meaning, the second when something is added that programs may look for.
const Version = "1.1"

// NewAPI returns the description of the API, without operations.
func NewAPI() *huma.OpenAPI {
	return &huma.OpenAPI{
		OpenAPI: "3.1.0",
		Info: &huma.Info{
			Title: "wane", Version: Version, License: &huma.License{Name: "MIT", Identifier: "MIT"},
			Description: "Four chess variants and orthodox chess. " +
				"Times are milliseconds since 1970 by the server's clock, durations are milliseconds. " +
				"Clients follow games, and best send moves, on the socket /ws; " +
				"its messages are ClientMessage and ServerMessage.\n\n" +
				"A signed cookie identifies a guest. The first request sets it; send it with every other. " +
				"Who has an account signs in, which sets another cookie; " +
				"programs send a personal token instead (Authorization: Bearer …), which allows what its scopes say. " +
				"Errors are RFC 9457 problem details with a code for programs.",
		},
		Components: &huma.Components{
			Schemas: NewSchemas(),
			SecuritySchemes: map[string]*huma.SecurityScheme{
				web.GuestScheme: {
					Type: "apiKey", In: "cookie", Name: "__Host-wane", Description: "The cookie of a guest; without TLS, it is wane.",
				},
				web.SessionScheme: {
					Type: "apiKey", In: "cookie", Name: "__Host-wane-session",
					Description: "The cookie of who is signed in; without TLS, it is wane-session.",
				},
				web.TokenScheme: {Type: "http", Scheme: "bearer", Description: "A token of your account, from its settings."},
			},
		},
		Servers: []*huma.Server{{URL: "/"}},
	}
}

// Register adds the operations of the API to a kit, and then the descriptions of all operations. It returns their
// reference as HTML.
func Register(k *web.Kit, o Options) (reference []byte, err error) {
	s := &API{o: o, problems: o.Guard.Problems, replays: newReplayCache()}
	for _, register := range []func(*web.Kit){
		s.meAPI, s.guestAPI, s.exportAPI, s.variantsAPI,
		s.gamesAPI, s.qrAPI, s.pairingAPI, s.feedsAPI,
		s.recordsAPI, s.picturesAPI, s.cardsAPI, s.replaysAPI, s.linesAPI, s.learnAPI, s.rankingsAPI,
		s.atlasAPI, s.tablebaseAPI, s.programsAPI,
	} {
		register(k)
	}
	return Reference(k.API()), describe(k)
}

// describe registers the descriptions of the API, which do not change while the server runs. The first requests
// for them make the long ones.
func describe(k *web.Kit) error {
	start, err := web.TextFile("api.html", []byte("<!doctype html><html lang=en><title>wane: the API</title>"+
		"<h1>The API of wane</h1>"+
		"<p>Its OpenAPI description: <a href=/api/openapi.json>JSON</a>, <a href=/api/openapi.yaml>YAML</a>.\n"+
		"<p><a href=/docs/api>The manual</a> explains how to use it.\n"))
	if err != nil {
		return err
	}
	k.File("/api", start)
	for path, write := range map[string]func() ([]byte, error){
		"/api/openapi.json": k.API().MarshalJSON, "/api/openapi.yaml": k.API().YAML,
	} {
		k.LateFile(path, func() (*web.File, error) {
			text, err := write()
			if err != nil {
				return nil, err
			}
			return web.TextFile(path, text)
		})
	}
	k.NoRoute("/api/", "The API", "See /api/openapi.json for what it has.")
	return nil
}
