package server

import (
	"context"
	"log/slog"
	"net/http"
	"runtime/debug"
	"strings"
	"time"

	"github.com/felixge/httpsnoop"

	"github.com/wane-chess/wane/internal/server/guests"
	"github.com/wane-chess/wane/internal/server/pages"
	"github.com/wane-chess/wane/internal/server/problem"
	"github.com/wane-chess/wane/internal/server/web"
)

// secured sets security headers.
func (s *Server) secured(next http.Handler) http.Handler {
	policy := pages.ContentPolicy(s.base)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin")
		h.Set("Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		if s.guests.Secure(r) {
			h.Set("Strict-Transport-Security", "max-age=31536000")
		}
		next.ServeHTTP(w, r)
	})
}

// sameSite rejects writing requests that a browser sends from other sites, but for those with a
// token: pages of other sites may be programs. Their cookies are not looked at.
func (s *Server) sameSite(next http.Handler) (http.Handler, error) {
	guard := http.NewCrossOriginProtection()
	if s.base != nil {
		if err := guard.AddTrustedOrigin(s.base.Scheme + "://" + s.base.Host); err != nil {
			return nil, err
		}
	}
	guard.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		problem.Write(w, problem.New(http.StatusForbidden, problem.CodeForeign,
			"This request came from another site; only pages of this server may send it."))
	}))
	guarded := guard.Handler(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		switch {
		case r.Header.Get("Origin") == "" || !forPrograms(r.URL.Path):
			guarded.ServeHTTP(w, r)
		case r.Method == http.MethodOptions && (r.URL.Path == tokenPath ||
			strings.Contains(strings.ToLower(r.Header.Get("Access-Control-Request-Headers")), "authorization")):
			h.Set("Access-Control-Allow-Origin", "*")
			h.Set("Access-Control-Allow-Methods", "GET, POST, PUT, PATCH, DELETE")
			h.Set("Access-Control-Allow-Headers", "Authorization, Accept, Content-Type, If-Match, If-None-Match")
			h.Set("Access-Control-Max-Age", "86400")
			w.WriteHeader(http.StatusNoContent)
		// A program on a page has no token yet when it exchanges the code for one.
		case strings.HasPrefix(r.Header.Get("Authorization"), "Bearer "), r.URL.Path == tokenPath:
			h.Set("Access-Control-Allow-Origin", "*")
			h.Set("Access-Control-Expose-Headers", "ETag, Retry-After")
			r.Header.Del("Cookie")
			next.ServeHTTP(w, r)
		default:
			guarded.ServeHTTP(w, r)
		}
	}), nil
}

// tokenPath is where programs exchange a code for a token.
const tokenPath = "/api/token"

// forPrograms reports whether programs with a token ask for a path.
func forPrograms(path string) bool {
	return strings.HasPrefix(path, "/api/") || strings.HasPrefix(path, "/game/export/")
}

// observed counts and logs requests, and answers those whose handler panics. It
// logs neither cookies nor queries.
func (s *Server) observed(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		begun := s.now()
		v := guests.NewVisit(r, s.trustProxy)
		v.Trusted = guests.In(s.trusted, v.Address)
		if !s.trustProxy && r.Header.Get("X-Forwarded-For") != "" {
			s.proxied.Do(func() {
				s.log.Warn("requests come through a proxy: without --trust-proxy all its clients share one address and its limits",
					"from", v.Address)
			})
		}
		r = r.WithContext(guests.WithVisit(r.Context(), v))
		s.metrics.running.Inc()
		defer s.metrics.running.Dec()
		var m httpsnoop.Metrics // Code stays 0 until there is a header

		m.CaptureMetrics(w, func(w http.ResponseWriter) { //nolint:contextcheck // it is that of the request
			defer func() {
				if p := recover(); p != nil {
					if p == http.ErrAbortHandler { //nolint:errorlint // it is this very value
						panic(p)
					}
					s.panicked(r.Context(), p, r.URL.Path)
					if m.Code == 0 && m.Written == 0 {
						problem.Write(w, problem.New(http.StatusInternalServerError, problem.CodeServer, problem.Sorry))
					}
				}
				s.record(r, m, v, s.now().Sub(begun))
			}()
			next.ServeHTTP(w, r)
		})
	})
}

// panicked counts and logs a panic; at says where it was recovered.
func (s *Server) panicked(ctx context.Context, p any, at string) {
	s.metrics.panics.Inc()
	s.log.LogAttrs(ctx, slog.LevelError, "a handler panicked", slog.Any("panic", p), slog.String("at", at),
		slog.String("stack", string(debug.Stack())))
}

func (s *Server) record(r *http.Request, m httpsnoop.Metrics, v *guests.Visit, took time.Duration) {
	status := m.Code
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
	s.log.LogAttrs(r.Context(), level, "request",
		slog.String("method", r.Method), slog.String("route", route), slog.String("path", r.URL.Path),
		slog.Int("status", status),
		slog.Int64("bytes", m.Written), slog.Duration("took", took), slog.String("from", v.Address))
}

// quiet are the routes that are logged only at debug level: they are frequent.
var quiet = map[string]bool{
	"GET /": true, "GET /healthz": true, "GET /readyz": true, "GET /metrics": true, "GET " + web.SocketPath: true,
	"GET /api/worker/moves": true, "GET /api/worker/reviews": true,
}
