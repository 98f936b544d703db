package server

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"runtime"
	"sync"
	"time"

	"github.com/coder/websocket"
	"github.com/klauspost/compress/gzhttp"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/wane-chess/wane/docs"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/live/archive"
	"github.com/wane-chess/wane/internal/live/livegame"
	"github.com/wane-chess/wane/internal/live/manager"
	"github.com/wane-chess/wane/internal/live/protocol"
	"github.com/wane-chess/wane/internal/live/review"
	"github.com/wane-chess/wane/internal/page/lessons"
)

// Options are what a server needs.
type Options struct {
	Host     *manager.Manager
	Reviews  *review.Service // nil: no game is reviewed
	Secrets  Secrets
	Lookup   livegame.Lookup
	Variants []game.Game // in the order in which to offer them
	Page     fs.FS       // the files of the page; nil: only the API
	// Archive finds finished games; nil: there is no search and no explorer.
	Archive archive.Store
	// Starter returns the games that the explorer begins with; nil: none.
	Starter func(variant string) (*archive.Book, error)
	// Tables know endings; nil: none are known.
	Tables Tables
	// BaseURL is where people reach the server, such as https://wane.example; empty
	// if that is not known.
	BaseURL string
	// TrustProxy says that a proxy in front tells in X-Forwarded-For and
	// X-Forwarded-Proto who is asking.
	TrustProxy bool
	Limits     Limits
	Version    string
	Registry   *prometheus.Registry // nil: one of its own
	Log        *slog.Logger         // nil: none
	Now        func() time.Time     // nil: the system's clock
}

// Secrets keeps random bytes that are the same on every node, as livegame.Store does.
type Secrets interface {
	Secret(ctx context.Context, name string) ([]byte, error)
}

// drain is how long a server that is going down waits for what is under way.
const drain = 5 * time.Second

// Server answers requests and sockets. It is an http.Handler; Run must be called
// for pings and the lobby, as Serve does.
type Server struct {
	o       Options
	log     *slog.Logger
	now     func() time.Time
	start   time.Time
	base    *url.URL
	views   *views
	updates *updates
	guests  *guests
	limits  *limiter
	bounds  Limits
	hub     *hub
	proxied sync.Once     // the log says that there is a proxy
	heavy   chan struct{} // full while as much is worked out for pages as may be
	easels  chan struct{} // full while as many pictures are painted as may be
	album   *album
	files   chan struct{} // full while as many downloads go on as may be
	lobby   *lobby
	page    *page
	manual  *manual
	courses *lessons.Library
	metrics *metrics
	handler http.Handler
	ctx     context.Context // of all work for sockets; ends after the drain
	cancel  context.CancelFunc
	gate    sync.RWMutex // guards closing
	closing bool
	work    sync.WaitGroup // messages that are being carried out
}

// New makes a server. It asks for the secret of the guests' cookies. The error
// may be about the base URL or the page.
func New(ctx context.Context, o Options) (*Server, error) {
	s := &Server{o: o, log: o.Log, now: o.Now, bounds: o.Limits.withDefaults(), heavy: make(chan struct{}, max(2, runtime.GOMAXPROCS(0)-1)), files: make(chan struct{}, maxDownloads)}
	s.easels, s.album = make(chan struct{}, max(1, runtime.GOMAXPROCS(0)/2)), newAlbum()
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	if s.now == nil {
		s.now = time.Now
	}
	if s.o.Version == "" {
		s.o.Version = "development"
	}
	s.start = s.now()
	var err error
	if s.base, err = parseBase(o.BaseURL); err != nil {
		return nil, err
	}
	secret, err := o.Secrets.Secret(ctx, "guests")
	if err != nil {
		return nil, fmt.Errorf("cannot get the secret of the cookies: %w", err)
	}
	s.guests = newGuests(secret, s.base != nil && s.base.Scheme == "https", s.now)
	s.limits = newLimiter(s.bounds, s.now)
	if s.views, err = newViews(o.Lookup); err != nil {
		return nil, err
	}
	s.updates = newUpdates(s.views)
	if s.courses, err = lessons.New(o.Lookup); err != nil {
		return nil, fmt.Errorf("the lessons cannot be read: %w", err)
	}
	if s.page, err = newPage(o.Page); err != nil {
		return nil, err
	}
	if s.manual, err = newManual(s.page); err != nil {
		return nil, err
	}
	s.lobby = newLobby(s)
	s.hub = newHub(s.lobby.changed)
	registry := o.Registry
	if registry == nil {
		registry = prometheus.NewRegistry()
	}
	s.metrics = newMetrics(s, registry)
	s.ctx, s.cancel = context.WithCancel(context.Background())
	s.handler, err = s.routes()
	return s, err
}

func parseBase(text string) (*url.URL, error) {
	if text == "" {
		return nil, nil
	}
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.RawQuery != "" || u.Fragment != "" || u.User != nil || u.Path != "" && u.Path != "/" {
		return nil, fmt.Errorf("the base URL %q is not one that can be used: expected a scheme and a host, such as https://wane.example", text)
	}
	u.Path = ""
	return u, nil
}

func (s *Server) routes() (http.Handler, error) {
	mux, api := http.NewServeMux(), http.NewServeMux()
	s.api(api)
	compressed := gzhttp.GzipHandler(api) // the scenes of a long game are megabytes of JSON, and a fortieth of that compressed
	mux.Handle("/api", compressed)
	mux.Handle("/api/", compressed)
	mux.HandleFunc("GET /ws", s.upgrade)
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { plain(w, http.StatusOK, "ok") })
	mux.HandleFunc("GET /readyz", s.ready)
	mux.Handle("GET /metrics", s.metrics.handler())
	mux.HandleFunc("GET "+docs.Root, s.serveManual)
	mux.HandleFunc("GET "+docs.Root+"/{page}", s.serveManual)
	mux.HandleFunc("/", s.serveFile)
	guarded, err := s.sameSite(mux)
	if err != nil {
		return nil, err
	}
	return s.observed(s.secured(guarded)), nil
}

func plain(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = fmt.Fprintln(w, text)
}

// ready tells those who share the load out whether to send something here.
func (s *Server) ready(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), 2*time.Second)
	defer cancel()
	if s.down() {
		plain(w, http.StatusServiceUnavailable, "going down")
		return
	}
	if err := s.o.Host.Ready(ctx); err != nil {
		s.log.LogAttrs(ctx, slog.LevelWarn, "not ready", slog.Any("error", err))
		plain(w, http.StatusServiceUnavailable, "not ready")
		return
	}
	plain(w, http.StatusOK, "ok")
}

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// clock is a time in nanoseconds that only goes forward.
func (s *Server) clock() int64 { return int64(s.now().Sub(s.start)) }

// busy begins to carry a message out, unless the server is going down.
func (s *Server) busy() bool {
	s.gate.RLock()
	defer s.gate.RUnlock()
	if s.closing {
		return false
	}
	s.work.Add(1)
	return true
}

func (s *Server) down() bool {
	s.gate.RLock()
	defer s.gate.RUnlock()
	return s.closing
}

// Run pings sockets and keeps the lobby until the context is done.
func (s *Server) Run(ctx context.Context) {
	var wg sync.WaitGroup
	wg.Go(func() { s.hub.run(ctx) })
	wg.Go(func() { s.lobby.run(ctx) })
	wg.Wait()
}

// Serve answers on a listener until the context is done. Then it takes no more,
// tells the sockets, finishes what is under way within five seconds, and returns.
// The error is nil after an orderly end.
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

// Close tells all sockets that the server is going down, waits for the messages
// that are being carried out, and closes the sockets, all until the context is
// done. Sockets are not opened any more afterwards.
func (s *Server) Close(ctx context.Context) {
	s.gate.Lock()
	s.closing = true
	s.gate.Unlock()
	finished := make(chan struct{})
	go func() {
		s.work.Wait()
		close(finished)
	}()
	select {
	case <-finished:
	case <-ctx.Done():
	}
	bye := encode(&protocol.ServerMessage{T: "bye", Error: &protocol.Error{Code: codeServer, Text: "The server is going down for a moment."}})
	sockets := s.hub.all(true)
	var wg sync.WaitGroup
	for _, k := range sockets {
		k.send(bye)
		wg.Go(func() {
			k.drained(ctx)
			_ = k.conn.Close(websocket.StatusGoingAway, "going down")
		})
	}
	closed := make(chan struct{})
	go func() {
		wg.Wait()
		close(closed)
	}()
	select {
	case <-closed:
	case <-ctx.Done():
	}
	s.cancel()
	for _, k := range s.hub.all(true) {
		k.close("")
	}
}
