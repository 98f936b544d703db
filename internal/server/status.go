package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/pprof"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"golang.org/x/sync/singleflight"

	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/manager"
	"github.com/wane-chess/wane/internal/server/web"
)

const (
	readyTimeout  = 2 * time.Second
	readyInterval = time.Second // between two checks, for all callers
)

// readiness asks the parts of the node whether they do their work. Callers share an answer
// for readyInterval: each check writes to the database and to the queue.
type readiness struct {
	ask func(context.Context) error
	now func() time.Time
	log *slog.Logger
	// panicked counts and logs a panic of a part.
	panicked func(ctx context.Context, p any, at string)
	flight   singleflight.Group
	last     atomic.Pointer[readyAnswer]
}

type readyAnswer struct {
	at  time.Time
	err error
}

// check returns an error if a part does not do its work.
func (r *readiness) check(ctx context.Context) error {
	if a := r.recent(); a != nil {
		return a.err
	}
	asked := r.flight.DoChan("", func() (_ any, err error) {
		if a := r.recent(); a != nil { // of the flight before
			return nil, a.err
		}
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), readyTimeout)
		defer cancel()
		defer func() {
			if p := recover(); p != nil {
				r.panicked(ctx, p, "/readyz")
				err = errors.New("the check panicked")
			}
		}()
		err = r.ask(ctx)
		if err != nil {
			r.log.LogAttrs(ctx, slog.LevelWarn, "not ready", slog.Any("error", err))
		}
		r.last.Store(&readyAnswer{r.now(), err})
		return nil, err
	})
	late := time.NewTimer(readyTimeout)
	defer late.Stop()
	select {
	case a := <-asked:
		return a.Err
	case <-late.C: // a part does not even say that it is late
		return errors.New("no answer in time")
	case <-ctx.Done():
		return ctx.Err()
	}
}

// recent returns the last answer if it is still good, or nil.
func (r *readiness) recent() *readyAnswer {
	if a := r.last.Load(); a != nil && r.now().Sub(a.at).Abs() < readyInterval {
		return a
	}
	return nil
}

// status registers what operators and load balancers ask for: the first two or, where there is no address for
// operators alone, all.
func (s *Server) status(k *web.Kit, all bool) {
	policy := web.Policy{
		Caller: web.Operator, Tokens: web.AnyToken, Price: web.Costs(limits.Free), Body: web.NoBody, Cache: web.NoStore,
	}
	k.Serve(web.Get("/healthz", "", "Whether the program runs", policy), http.HandlerFunc(healthy))
	if !all {
		return
	}
	k.Serve(web.Get("/readyz", "", "Whether the node can serve games", policy), http.HandlerFunc(s.ready))
	policy.Price = web.Costs(limits.Search)
	k.Serve(web.Get("/metrics", "", "Metrics", policy), s.metrics.shared(s.now))
}

// Status returns a handler of /healthz, /readyz and /metrics for a program that is no server,
// such as a worker. Ask returns an error if the program cannot work; it is called once a
// second at most.
func Status(ask func(context.Context) error, registry *prometheus.Registry, log *slog.Logger) http.Handler {
	r := &readiness{ask: ask, now: time.Now, log: log, panicked: func(ctx context.Context, p any, at string) {
		log.LogAttrs(ctx, slog.LevelError, "a check panicked", slog.Any("panic", p), slog.String("at", at))
	}}
	return operators(r, promhttp.HandlerFor(withProcess(registry), promhttp.HandlerOpts{}))
}

// operators returns a handler for an address that only operators reach, where nothing has a price.
func operators(ready, metrics http.Handler) *http.ServeMux {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", healthy)
	mux.Handle("GET /readyz", ready)
	mux.Handle("GET /metrics", metrics)
	return mux
}

// withProcess adds the metrics of the process and of Go to a registry.
func withProcess(r *prometheus.Registry) *prometheus.Registry {
	r.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return r
}

// Status returns a handler of /healthz, /readyz, /metrics and profiles under /debug/pprof/
// alone, for an address that only operators reach.
func (s *Server) Status() http.Handler {
	mux := operators(http.HandlerFunc(s.ready), s.metrics.handler())
	// Not the command line: it may have the password of a database.
	for _, name := range []string{"allocs", "block", "goroutine", "heap", "mutex", "threadcreate"} {
		mux.Handle("GET /debug/pprof/"+name, pprof.Handler(name))
	}
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	return mux
}

func plain(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = fmt.Fprintln(w, text)
}

// healthy answers as long as the program runs.
func healthy(w http.ResponseWriter, _ *http.Request) { plain(w, http.StatusOK, "ok") }

// ready answers whether the node can serve games, and if not, which part of it cannot.
func (s *Server) ready(w http.ResponseWriter, r *http.Request) {
	if s.sockets.Down() {
		plain(w, http.StatusServiceUnavailable, "shutting down")
		return
	}
	s.readiness.ServeHTTP(w, r)
}

// ServeHTTP implements http.Handler.
func (r *readiness) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	if err := r.check(req.Context()); err != nil {
		text := "not ready"
		if part := (*manager.NotReadyError)(nil); errors.As(err, &part) {
			text += ": " + part.Part
		}
		plain(w, http.StatusServiceUnavailable, text)
		return
	}
	plain(w, http.StatusOK, "ok")
}
