// Package lichess is the part of the API that has the paths and shapes of Lichess's bot and board
// API: programs that play there play here when their base URL is changed.
//
// Keys of variants are ours, but for standard, which is our chess. A program proves by a token
// whose account it plays for. Errors are those of package problem, which have Lichess's member
// error, too.
//
// Programs play the same games as pages, by streams of JSON lines beside ordinary requests.
package lichess

import (
	"context"
	"log/slog"
	"net/http"
	"net/url"
	"reflect"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/wane-chess/wane/internal/server/account"
	"github.com/wane-chess/wane/internal/server/archive"
	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/challenge"
	"github.com/wane-chess/wane/internal/server/channels"
	"github.com/wane-chess/wane/internal/server/chat"
	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/guests"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/manager"
	"github.com/wane-chess/wane/internal/server/problem"
	"github.com/wane-chess/wane/internal/server/rating"
	"github.com/wane-chess/wane/internal/server/sharedstudy"
	"github.com/wane-chess/wane/internal/server/social"
	"github.com/wane-chess/wane/internal/server/tournament"
	"github.com/wane-chess/wane/internal/server/web"
)

// Accounts is what the API needs of the accounts.
type Accounts interface {
	// Token returns whose token a secret is, or auth.ErrNotFound.
	Token(ctx context.Context, secret string) (*auth.Identity, error)
	// Find returns the account with a name, or auth.ErrNotFound.
	Find(ctx context.Context, name string) (auth.Account, error)
	// ByID returns an account, or auth.ErrNotFound.
	ByID(ctx context.Context, id string) (auth.Account, error)
	// Complete returns accounts whose names begin with a text.
	Complete(ctx context.Context, prefix string, limit int) ([]auth.Account, error)
	// Exchange returns a new token for the code of a program, and its secret, or account.ErrGrant.
	Exchange(ctx context.Context, code, client, redirect, verifier string) (*account.Token, string, error)
	// RevokeToken revokes a token of the account with an ID.
	RevokeToken(ctx context.Context, account, id string) error
	// BecomeBot makes an account a bot.
	BecomeBot(ctx context.Context, id string) error
}

// Games is what the API needs of the game manager.
type Games interface {
	Create(ctx context.Context, head livegame.Header, address string) (manager.Snapshot, error)
	Snapshot(ctx context.Context, id livegame.ID) (manager.Snapshot, error)
	List(ctx context.Context, q livegame.Query) ([]livegame.Summary, error)
	Watch(
		ctx context.Context, id livegame.ID, guest string, deliver func(*manager.Update),
	) (manager.Snapshot, *manager.Watcher, error)
	WatchPlayer(guest string, changed func()) (stop func())
	Now() time.Time
}

// Options are what the API needs.
type Options struct {
	Accounts   Accounts
	Challenges *challenge.Service
	Games      Games
	// Pairing finds opponents for seeks; nil: they are only offered.
	Pairing Pairing
	// Crosstable returns the results of public games between two accounts, from the point of view of the
	// first; nil: there are none.
	Crosstable func(ctx context.Context, a, b auth.Account) (rating.Score, error)
	// Review returns the finished review of a game, or nil; nil: there are none.
	Review func(ctx context.Context, id livegame.ID) (*Review, error)
	Social *social.Service
	Lookup livegame.Lookup
	// Do carries out a visitor's command.
	Do func(
		ctx context.Context, id livegame.ID, d gameview.Command, v *guests.Visit, lag time.Duration,
	) (livegame.Event, error)
	// MayThink returns an error if the engine is thinking in too many games of a visitor who begins
	// another.
	MayThink func(ctx context.Context, id livegame.ID) error
	// MayOffer returns an error if a visitor offers too many games to anyone for another.
	MayOffer func(ctx context.Context, id livegame.ID) error
	// What is nil there is not.
	Tournaments *tournament.Service
	Channels    *channels.Service
	Ratings     *rating.Service
	Archive     *archive.Archive
	Chat        *chat.Service // needed
	Studies     *sharedstudy.Service
	Guard       *limits.Guard
	Limits      limits.Limits
	Base        *url.URL // nil: unknown
	Log         *slog.Logger
}

// Server answers requests of programs.
type Server struct {
	o        Options
	problems problem.Reporter
	streams  *streams
	online   online
	searches searches
}

// New returns a server.
func New(o Options) *Server {
	return &Server{
		o: o, problems: o.Guard.Problems, streams: newStreams(o.Limits), online: online{n: map[string]int{}},
		searches: searches{all: map[string]*searcher{}},
	}
}

// Streams returns how many streams are open.
func (s *Server) Streams() int { return s.streams.count() }

// Register adds the operations to the API.
func (s *Server) Register(k *web.Kit) {
	for _, register := range []func(*web.Kit){s.accountAPI, s.challengeAPI, s.eventAPI, s.gameAPI, s.seekAPI, s.exportAPI,
		s.oauthAPI, s.importAPI, s.relationAPI, s.tournamentAPI, s.tvAPI, s.watchAPI} {
		register(k)
	}
}

// program completes the route of an operation for programs.
func program(r web.Route) web.Route {
	r.Tags = []string{"Programs"}
	r.Errors = append(r.Errors, http.StatusNotFound)
	r.Refused = http.StatusBadRequest
	return r
}

// me returns the account that sent a request.
func me(ctx context.Context) auth.Account { return guests.VisitOf(ctx).Identity.Account }

// player returns the sender of a request as a player of a game.
func (s *Server) player(ctx context.Context, id livegame.ID) livegame.Player {
	return s.o.Guard.Guests.Player(guests.VisitOf(ctx), id)
}

// addressID returns a hash of the sender's address.
func (s *Server) addressID(ctx context.Context) string {
	return s.o.Guard.Guests.AddressID(guests.VisitOf(ctx))
}

func badRequest(text string) error {
	return problem.New(http.StatusBadRequest, problem.CodeBadRequest, text)
}

type okOutput struct{ Body ok }

func done(err error) (*okOutput, error) {
	if err != nil {
		return nil, err
	}
	return &okOutput{ok{true}}, nil
}

// schemaOf returns the schema of a type that huma does not see, such as a line of a stream.
func schemaOf[T any](k *web.Kit) *huma.Schema {
	return k.API().Components.Schemas.Schema(reflect.TypeFor[T](), true, "")
}

// online counts the streams of bots on this node.
type online struct {
	mu sync.Mutex
	n  map[string]int // by account
}

// add adds by streams of an account, and reports whether it has any.
func (o *online) add(account string, by int) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.n[account] += by; o.n[account] == 0 {
		delete(o.n, account)
		return false
	}
	return true
}
