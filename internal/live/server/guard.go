package server

import (
	"context"
	"log/slog"
	"net/http"
	"net/url"
	"runtime/debug"
	"strings"
	"time"
)

// contentPolicy is what a page of ours may load and do: its own files, our rules
// as WebAssembly, and connections back to us.
func contentPolicy(base *url.URL) string {
	return loads(base) + "; frame-ancestors 'none'"
}

// embedPolicy is the same for a board that lies in a page of another site.
func embedPolicy(base *url.URL) string { return loads(base) + "; frame-ancestors *" }

func loads(base *url.URL) string {
	connect := "'self'"
	if base != nil {
		// Not every browser takes 'self' to mean sockets as well.
		connect += " " + strings.Replace(base.Scheme, "http", "ws", 1) + "://" + base.Host
	}
	return "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; connect-src " + connect +
		"; font-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'"
}

// secured sets the headers that keep browsers from doing with our answers what
// they were not made for.
func (s *Server) secured(next http.Handler) http.Handler {
	policy := contentPolicy(s.base)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin")
		h.Set("Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		if s.guests.secure(r) {
			h.Set("Strict-Transport-Security", "max-age=31536000")
		}
		next.ServeHTTP(w, r)
	})
}

// letOthersFrame lets pages of other sites show the answer in a frame, also those
// that are careful about what they load.
func (s *Server) letOthersFrame(w http.ResponseWriter) {
	h := w.Header()
	h.Set("Content-Security-Policy", embedPolicy(s.base))
	h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	h.Set("Cross-Origin-Embedder-Policy", "require-corp")
}

// sameSite refuses what other sites make a browser send.
func (s *Server) sameSite(next http.Handler) (http.Handler, error) {
	guard := http.NewCrossOriginProtection()
	if s.base != nil {
		if err := guard.AddTrustedOrigin(s.base.Scheme + "://" + s.base.Host); err != nil {
			return nil, err
		}
	}
	guard.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		writeProblem(w, newCoded(http.StatusForbidden, codeForeign, "This request came from another site; only pages of this server may send it."))
	}))
	return guard.Handler(next), nil
}

// observed counts and logs requests, and answers those that make a handler
// panic. Neither cookies nor queries are logged.
func (s *Server) observed(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		begun := s.now()
		v := newVisit(r, s.o.TrustProxy)
		if !s.o.TrustProxy && r.Header.Get("X-Forwarded-For") != "" {
			s.proxied.Do(func() {
				s.log.Warn("requests seem to come through a proxy: without --trust-proxy all who come through it share one address and its limits", "from", v.address)
			})
		}
		r = r.WithContext(contextWithVisit(r.Context(), v))
		rec := &recorder{ResponseWriter: w}
		defer func() {
			if p := recover(); p != nil {
				if p == http.ErrAbortHandler { //nolint:errorlint // it is this very value
					panic(p)
				}
				s.panicked(r.Context(), p, r.URL.Path)
				if rec.status == 0 {
					writeProblem(rec, newCoded(http.StatusInternalServerError, codeServer, sorry))
				}
			}
			s.record(r, rec, v, s.now().Sub(begun))
		}()
		next.ServeHTTP(rec, r)
	})
}

// caught is deferred by work that answers no request: should it panic, that is
// counted and logged, and then done.
func (s *Server) caught(ctx context.Context, at string, then func()) {
	if p := recover(); p != nil {
		s.panicked(ctx, p, at)
		then()
	}
}

// panicked counts and logs a panic; at says where it was caught.
func (s *Server) panicked(ctx context.Context, p any, at string) {
	s.metrics.panics.Inc()
	s.log.LogAttrs(ctx, slog.LevelError, "a handler panicked", slog.Any("panic", p), slog.String("at", at), slog.String("stack", string(debug.Stack())))
}

func (s *Server) record(r *http.Request, rec *recorder, v *visit, took time.Duration) {
	status := rec.status
	if status == 0 {
		status = http.StatusOK
	}
	route := r.Pattern
	if route == "" {
		route = "none"
	}
	s.metrics.request(route, status, took)
	level := slog.LevelInfo
	if quiet[route] && status < http.StatusInternalServerError {
		level = slog.LevelDebug
	}
	if !s.log.Enabled(r.Context(), level) {
		return
	}
	attrs := []slog.Attr{
		slog.String("method", r.Method), slog.String("path", r.URL.Path), slog.Int("status", status),
		slog.Int64("bytes", rec.bytes), slog.Duration("took", took), slog.String("from", v.address),
	}
	if v.guest.ID != "" {
		attrs = append(attrs, slog.String("guest", s.guests.publicID(v.guest.ID)))
	}
	s.log.LogAttrs(r.Context(), level, "request", attrs...)
}

// quiet are routes that are asked for often, and tell little.
var quiet = map[string]bool{"/": true, "GET /healthz": true, "GET /readyz": true, "GET /metrics": true, "GET /ws": true}

// recorder notes what was answered.
type recorder struct {
	http.ResponseWriter
	status int
	bytes  int64
}

// WriteHeader implements http.ResponseWriter.
func (r *recorder) WriteHeader(status int) {
	if r.status == 0 {
		r.status = status
	}
	r.ResponseWriter.WriteHeader(status)
}

// Write implements io.Writer.
func (r *recorder) Write(b []byte) (int, error) {
	if r.status == 0 {
		r.status = http.StatusOK
	}
	n, err := r.ResponseWriter.Write(b)
	r.bytes += int64(n)
	return n, err
}

// Unwrap lets http.ResponseController and the socket's upgrade find the writer
// within.
func (r *recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }
