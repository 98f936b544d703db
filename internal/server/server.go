// Package server is the HTTP server: the API, the sockets on which clients play games,
// and the page. It puts its subpackages together, and
// adds what all requests share: security headers, limits, metrics and logs.
package server

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/internal/page/lessons"
	"github.com/wane-chess/wane/internal/server/account"
	"github.com/wane-chess/wane/internal/server/archive"
	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/challenge"
	"github.com/wane-chess/wane/internal/server/channels"
	"github.com/wane-chess/wane/internal/server/chat"
	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/guests"
	"github.com/wane-chess/wane/internal/server/lichess"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/lines"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/manager"
	"github.com/wane-chess/wane/internal/server/notify"
	"github.com/wane-chess/wane/internal/server/observe"
	"github.com/wane-chess/wane/internal/server/opening"
	"github.com/wane-chess/wane/internal/server/pages"
	"github.com/wane-chess/wane/internal/server/pairing"
	"github.com/wane-chess/wane/internal/server/pictures"
	"github.com/wane-chess/wane/internal/server/problem"
	"github.com/wane-chess/wane/internal/server/profile"
	"github.com/wane-chess/wane/internal/server/puzzle"
	"github.com/wane-chess/wane/internal/server/rating"
	"github.com/wane-chess/wane/internal/server/sharedstudy"
	"github.com/wane-chess/wane/internal/server/site"
	"github.com/wane-chess/wane/internal/server/social"
	"github.com/wane-chess/wane/internal/server/sockets"
	"github.com/wane-chess/wane/internal/server/tournament"
	"github.com/wane-chess/wane/internal/server/web"
	"github.com/wane-chess/wane/notation"
)

// Feature is a part of the program that has routes.
type Feature interface{ Register(k *web.Kit) }

// Options are what a server needs.
type Options struct {
	// Features add routes of their own.
	Features      []Feature
	Games         *manager.Manager
	Accounts      *account.Service     // nil: there are none
	SharedStudies *sharedstudy.Service // that people edit together; nil: there are none
	Notifications *notify.Service      // nil: there are none
	Adopt         site.Adopter         // gives a guest's games to accounts; nil: nothing does
	// Challenges are those between accounts; nil: there are none, and no API for programs that is
	// like Lichess's.
	Challenges *challenge.Service
	Social     *social.Service  // who follows and blocks whom, and is online; needed with Accounts
	Puzzles    *puzzle.Service  // for their pages; nil: there are none
	Openings   *opening.Service // names of openings; nil: there are none
	// Tournaments is nil if there are none.
	Tournaments *tournament.Service
	Secrets     Secrets
	Pairing     *pairing.Service // nil: players find each other in the lobby only
	Lookup      livegame.Lookup
	Variants    []game.Game // in the order in which the page offers them
	Page        fs.FS       // the files of the page; nil: only the API
	// Archive finds finished games for exports; nil: they have none.
	Archive *archive.Archive
	// Channels are those of the page Watch, for programs; nil: there are none.
	Channels *channels.Service
	// Chat may be nil: there is none. It is needed with Accounts, and needs Jobs.
	Chat *chat.Service
	// Ratings are those of accounts, Profiles what is shown of players; nil: there are none.
	Ratings  *rating.Service
	Profiles *profile.Service
	// Review returns the finished review of a game, for programs, or nil; nil: there are none.
	Review func(ctx context.Context, id livegame.ID) (*lichess.Review, error)
	// Tables are the tablebases; nil: none.
	Tables site.Tables
	// BaseURL is where clients reach the server, such as https://wane.example; empty
	// if that is unknown.
	BaseURL string
	// RetireWorker makes browsers forget the page that they keep for use without a network.
	RetireWorker bool
	// TrustProxy says that a proxy in front sets X-Forwarded-For and
	// X-Forwarded-Proto.
	TrustProxy bool
	// Trusted are networks whose addresses many share, such as a school's.
	Trusted []netip.Prefix
	// Disk is that of the database; nil: it is not watched.
	Disk *limits.Disk
	// PrivateStatus keeps /readyz and /metrics from this handler: Status serves them.
	PrivateStatus bool
	Limits        limits.Limits
	Version       string
	Registry      *prometheus.Registry // nil: one of its own
	Log           *slog.Logger         // nil: none
	Now           func() time.Time     // nil: the system's clock
}

// Secrets keeps random bytes that are the same on every node. A store does.
type Secrets interface {
	Secret(ctx context.Context, name string) ([]byte, error)
}

// drain is how long a server that shuts down waits for unfinished work.
const drain = 5 * time.Second

// Server answers requests and sockets. It is an http.Handler; Run must be called
// for pings and the lobby, as Serve does.
type Server struct {
	games   *manager.Manager
	guests  *guests.Guests
	social  *social.Service // nil: there are no accounts
	sockets *sockets.Sockets
	// closing is done when the server shuts down: streams end.
	closing     context.Context
	stopStreams context.CancelFunc
	guard       *limits.Guard
	limits      limits.Limits
	metrics     *metrics
	handler     http.Handler
	routes      []*web.Route
	base        *url.URL
	trustProxy  bool
	trusted     []netip.Prefix
	proxied     sync.Once // the log warns of a proxy once
	// privateStatus says that /readyz and /metrics are at another address.
	privateStatus bool
	readiness     readiness
	// connections and requests count those of each address.
	connections, requests *limits.Counter
	log                   *slog.Logger
	now                   func() time.Time
}

// New makes a server. It loads the secret of the guests' cookies. The error may be
// about the base URL or the page.
func New(ctx context.Context, o Options) (*Server, error) {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Version == "" {
		o.Version = "development"
	}
	if o.Registry == nil {
		o.Registry = prometheus.NewRegistry()
	}
	o.Limits = o.Limits.WithDefaults()
	base, err := parseBase(o.BaseURL)
	if err != nil {
		return nil, err
	}
	secret, err := o.Secrets.Secret(ctx, guests.SecretName)
	if err != nil {
		return nil, fmt.Errorf("load the secret of the guests' cookies: %w", err)
	}
	s := &Server{
		games: o.Games, social: o.Social, base: base, trustProxy: o.TrustProxy, trusted: o.Trusted,
		privateStatus: o.PrivateStatus, log: o.Log, now: o.Now,
		connections: limits.NewCounter(o.Limits.Connections), requests: limits.NewCounter(o.Limits.Requests),
	}
	s.closing, s.stopStreams = context.WithCancel(context.WithoutCancel(ctx))
	s.guests = guests.New(secret, base != nil && base.Scheme == "https", o.Now)
	s.readiness = readiness{ask: o.Games.Ready, now: o.Now, log: o.Log, panicked: s.panicked}
	s.metrics = newMetrics(o.Games, o.Registry)
	return s, s.assemble(o)
}

// assemble makes the parts of the server and the handler of all requests.
func (s *Server) assemble(o Options) error {
	s.limits = o.Limits
	s.guard = &limits.Guard{
		Guests: s.guests, Limiter: limits.NewLimiter(o.Limits, o.Now), Disk: o.Disk,
		Problems: problem.Reporter{Log: o.Log},
	}
	guard := s.guard
	var watch func(*auth.Identity, func()) func()
	if o.Accounts != nil {
		guard.Accounts, watch = o.Accounts, o.Accounts.Watch
	}
	library, err := lessons.New(o.Lookup)
	if err != nil {
		return fmt.Errorf("read the lessons: %w", err)
	}
	var event func(livegame.ID) string
	if o.Tournaments != nil {
		event = o.Tournaments.Name
	}
	var given func(context.Context, notation.Line) string
	if o.Openings != nil {
		given = o.Openings.Given
	}
	shown := gameview.New(gameview.Options{Lookup: o.Lookup, Tag: s.guests.Tag, Event: event, Opening: given})
	lineReader, gate := lines.NewReader(o.Lookup, guard.Limiter), web.NewGate()
	host, name := "", pages.SiteName
	if s.base != nil {
		host, name = s.base.Host, s.base.Host
	}
	var talk sockets.Chat // a nil Service is not a nil Chat
	if o.Chat != nil {
		talk = o.Chat
	}
	s.sockets = sockets.New(sockets.Options{
		Games: o.Games, Views: shown, Guard: guard, Limits: o.Limits, Host: host, Chat: talk, Do: s.do, Watch: watch,
		Panicked: s.panicked, Registry: o.Registry, Now: o.Now,
	})
	if o.Accounts != nil {
		o.Accounts.WhenClaimed(s.sockets.EndGuest)
	}
	kit := web.New(web.Options{
		Guard: guard, Requests: s.requests, Gate: gate, Views: shown, Watch: watch, Base: s.base, Closing: s.closing,
		TrustProxy: s.trustProxy,
		API:        site.NewAPI(), Limits: o.Limits,
	})
	s.sockets.Register(kit)
	if o.Accounts != nil {
		o.Accounts.Register(kit)
	}
	var files []site.Files
	for _, f := range o.Features {
		f.Register(kit)
		if has, ok := f.(site.Files); ok {
			files = append(files, has)
		}
	}
	reference, err := site.Register(kit, site.Options{
		Files:         files,
		Notifications: o.Notifications, Social: o.Social, Tournaments: o.Tournaments,
		Games: o.Games, Accounts: o.Accounts, Adopt: o.Adopt, Challenges: o.Challenges,
		Pairing: o.Pairing, Archive: o.Archive,
		Channels: o.Channels, Ratings: o.Ratings, Profiles: o.Profiles, Review: o.Review,
		Studies: o.SharedStudies, Tables: o.Tables,
		Lookup: o.Lookup, Variants: o.Variants, Lessons: library,
		Lines: lineReader, Gate: gate, Views: shown, Guard: guard, Limits: o.Limits, Sockets: s.sockets, Chat: o.Chat,
		Do: s.do, Base: s.base, Version: o.Version, Log: o.Log,
		Pictures: pictures.New(pictures.Options{
			Games: o.Games, Lines: lineReader, Gate: gate, Guard: guard, Variants: o.Variants, Version: o.Version,
			Site: name,
		}),
	})
	if err != nil {
		return err
	}
	var challenges pages.Challenges // a nil Service is not a nil Challenges
	if o.Challenges != nil {
		challenges = o.Challenges
	}
	var tournamentPages pages.Tournaments // likewise
	if o.Tournaments != nil {
		tournamentPages = o.Tournaments
	}
	var studyPages pages.Studies // likewise
	if o.SharedStudies != nil {
		studyPages = o.SharedStudies
	}
	page, err := pages.New(pages.Options{
		Files: o.Page, Games: o.Games, Challenges: challenges, Puzzles: o.Puzzles, Tournaments: tournamentPages,
		Studies: studyPages, Lookup: o.Lookup, Lines: lineReader, Gate: gate, Lessons: library, Views: shown, Guard: guard,
		Base: s.base, Retire: o.RetireWorker, Reference: reference,
	})
	if err != nil {
		return err
	}
	page.Register(kit)
	s.status(kit, !s.privateStatus)
	s.routes = kit.Routes()
	mux, err := kit.Handler()
	if err != nil {
		return err
	}
	guarded, err := s.sameSite(mux)
	if err != nil {
		return err
	}
	s.handler = s.observed(s.secured(guarded))
	return nil
}

func parseBase(text string) (*url.URL, error) {
	if text == "" {
		return nil, nil
	}
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.RawQuery != "" || u.Fragment != "" ||
		u.User != nil || u.Path != "" && u.Path != "/" {
		return nil, message.InvalidOption(
			fmt.Errorf("invalid base URL %q: expected a scheme and a host, such as https://wane.example", text))
	}
	u.Path = ""
	return u, nil
}

// do carries out a visitor's command, and measures how long that takes. A rematch costs as
// much as a new game.
func (s *Server) do(
	ctx context.Context, id livegame.ID, d gameview.Command, v *guests.Visit, lag time.Duration,
) (livegame.Event, error) {
	g := v.Guest
	c := livegame.Command{
		ID: s.guests.CommandID(g.ID, d.ID), Kind: livegame.CommandKind(d.Order), Guest: g.ID, Name: g.Name, Color: d.Color,
		Ply: -1, Text: d.Move, Seen: d.Seen,
		Address: s.guests.AddressID(v),
	}
	switch c.Kind { // those that give the sender a seat
	case livegame.DoJoin:
		c.As = s.guests.Player(v, id)
		if err := s.welcome(ctx, id, v); err != nil {
			return livegame.Event{}, err
		}
	case livegame.DoRematch:
		c.As = s.guests.Player(v, livegame.RematchIDOf(id))
		if err := s.welcome(ctx, id, v); err != nil {
			return livegame.Event{}, err
		}
		if err := s.affordRematch(ctx, id, c.ID, v); err != nil {
			return livegame.Event{}, err
		}
	}
	if d.Ply != nil {
		c.Ply = *d.Ply
	}
	ctx, o := observe.Begin(ctx, "command")
	defer o.End()
	begun := s.now()
	e, err := s.games.Do(ctx, id, c, lag)
	s.metrics.command(s.now().Sub(begun), err)
	return e, err
}

// welcome returns an error for a visitor who would play with an account that blocks it.
func (s *Server) welcome(ctx context.Context, id livegame.ID, v *guests.Visit) error {
	if s.social == nil || v.Identity == nil {
		return nil
	}
	snap, err := s.games.Snapshot(ctx, id)
	for _, p := range snap.Seats {
		if err == nil && p.Account {
			err = s.social.Refuses(ctx, p.Guest, p.Name, v.Guest.ID)
		}
	}
	return err
}

// affordRematch takes a new game from a visitor's budgets, unless the command was carried
// out before.
func (s *Server) affordRematch(ctx context.Context, id livegame.ID, command string, v *guests.Visit) error {
	snap, err := s.games.Snapshot(ctx, id)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(snap.Events,
		func(e livegame.Event) bool { return e.Command == command || e.Kind == livegame.Rematch }) {
		return nil
	}
	if err := s.guard.Take(limits.Create, v); err != nil {
		return err
	}
	if p := s.guard.Store(v); p != nil {
		return p
	}
	if s.limits.Off || !snap.Seats[game.White].Engine() && !snap.Seats[game.Black].Engine() {
		return nil
	}
	return s.limits.MayThink(ctx, s.games, v.Guest.ID, s.guests.AddressID(v), id)
}

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// Routes returns all routes, for tests that walk them.
func (s *Server) Routes() []*web.Route { return s.routes }

// Sockets returns the open sockets.
func (s *Server) Sockets() *sockets.Sockets { return s.sockets }

// Run pings the sockets and refreshes the lobby until the context is done.
func (s *Server) Run(ctx context.Context) { s.sockets.Run(ctx) }

// Close ends the streams and closes the sockets; see sockets.Close.
func (s *Server) Close(ctx context.Context) {
	s.stopStreams()
	s.sockets.Close(ctx)
}

// Serve answers on a listener until the context is done. Then it accepts no more
// connections, closes the sockets with a message, finishes its work within five seconds,
// and returns. The error is nil after an orderly end.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	srv := &http.Server{
		Handler:           s,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       20 * time.Second,
		WriteTimeout:      30 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    16 << 10,
		ErrorLog:          slog.NewLogLogger(s.log.Handler(), slog.LevelDebug),
	}
	if !s.trustProxy {
		l = s.connections.Listen(l, func(address string) {
			s.metrics.refused.Inc()
			s.log.LogAttrs(ctx, slog.LevelDebug, "closed a connection: the address has too many", slog.String("from", address))
		})
	}
	running, stop := context.WithCancel(context.WithoutCancel(ctx))
	var wg sync.WaitGroup
	wg.Go(func() { s.Run(running) })
	failed := make(chan error, 1)
	go func() { failed <- srv.Serve(l) }()
	var err error
	select {
	case err = <-failed:
	case <-ctx.Done():
	}
	left, cancel := context.WithTimeout(context.WithoutCancel(ctx), drain)
	defer cancel()
	wg.Go(func() { s.Close(left) })
	if e := srv.Shutdown(left); e != nil {
		_ = srv.Close()
	}
	stop()
	wg.Wait()
	if errors.Is(err, http.ErrServerClosed) {
		err = nil
	}
	return err
}
