package web

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/felixge/httpsnoop"
	"go.opentelemetry.io/otel/codes"
	semconv "go.opentelemetry.io/otel/semconv/v1.37.0"
	"go.opentelemetry.io/otel/trace"

	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/observe"
	"github.com/wane-chess/wane/internal/server/problem"
)

// slowBody is how long a body may take to arrive before the database is asked, not the cache of identities, who the
// sender still is.
const slowBody = 10 * time.Millisecond

// largeBody is from which length on a body costs so much work that the request passes the gate.
const largeBody = 64 << 10

// bodyTime is how long a body may take to arrive.
const bodyTime = 5 * time.Second

// handler returns what a route does with a request.
func (k *Kit) handler(route *Route, next http.Handler) http.Handler {
	pattern := route.String()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Pattern = pattern // for the metrics and the log, which have this request
		w, answered := cached(w, route.Cache)
		defer answered()
		if route.Price.Kind == limits.Free {
			next.ServeHTTP(w, r)
			return
		}
		if address := visit(r).Address; route.Path != SocketPath { // sockets have limits of their own
			if !k.o.Requests.Enter(address) {
				problem.Write(w, problem.New(http.StatusTooManyRequests, problem.CodeTooMany,
					"Too many requests from your address are in progress: wait until some of them are answered."))
				return
			}
			defer k.o.Requests.Leave(address)
		}
		r, end := k.traced(r, route)
		defer func() { end(answered()) }()
		if p := k.admit(w, r, route); p != nil {
			problem.Write(w, p)
			return
		}
		ctx := r.Context()
		if i := visit(r).Identity; i != nil {
			ctx = auth.WithIdentity(ctx, i)
		}
		if route.Lasts {
			// The server's deadline is for the request, whose body is there now, and would end the context.
			_ = http.NewResponseController(w).SetReadDeadline(time.Time{})
			last, stop := k.lasting(ctx, r)
			defer stop()
			ctx = last
		}
		next.ServeHTTP(w, r.WithContext(ctx)) //nolint:contextcheck // it is that of the request
	})
}

// admit does what comes before a handler: the price, the identity, the body, and the identity again. It returns why
// the request is rejected; nil: it is not.
func (k *Kit) admit(w http.ResponseWriter, r *http.Request, route *Route) *problem.Problem {
	v, g := visit(r), k.o.Guard
	price := 1
	if route.Price.PerBytes > 0 {
		length := r.ContentLength
		if length < 0 || length > int64(route.Body) {
			length = int64(route.Body) // it may be
		}
		price += int(length) / route.Price.PerBytes
	}
	if p := g.TakeAddress(route.Price.Kind, v, price); p != nil { // first: to find out who it is may take a read
		return p
	}
	if !route.Caller.identified() {
		return k.read(w, r, route)
	}
	if p := g.Identify(w, r, false); p != nil {
		return p
	}
	if p := route.refuse(w, v); p != nil {
		return p
	}
	if p := g.TakeGuest(route.Price.Kind, v, price); p != nil {
		return p
	}
	if route.Off != nil {
		return route.Off
	}
	if route.Keeps() {
		if p := g.Store(v); p != nil {
			return p
		}
	}
	begun := time.Now()
	if p := k.read(w, r, route); p != nil {
		return p
	}
	if route.Keeps() && route.Stores == Contents {
		g.Limiter.ChargeBytes(v, int(r.ContentLength))
	}
	if route.Body > 0 {
		if p := g.Identify(w, r, time.Since(begun) > slowBody); p != nil {
			return p
		}
		if p := route.refuse(w, v); p != nil {
			return p
		}
	}
	if route.Caller == Player {
		// The cookie comes after the budget, so that a flood of requests costs little.
		return g.Greet(w, r)
	}
	return nil
}

// read reads the body of a request into memory. That of a route that has none is dropped, so that nothing waits for it.
func (k *Kit) read(w http.ResponseWriter, r *http.Request, route *Route) *problem.Problem {
	limit := int64(max(route.Body, Small))
	if r.ContentLength == 0 {
		return nil
	}
	out := http.NewResponseController(w)
	// After an error the rest of the body may never come: nobody waits for it, and the connection ends with the answer.
	fault := func(status int, text string) *problem.Problem {
		_ = out.SetReadDeadline(time.Now())
		w.Header().Set("Connection", "close")
		return problem.New(status, problem.CodeBadRequest, text)
	}
	tooLong := "The request's body is too long: the limit is " + strconv.FormatInt(limit, 10) + " bytes."
	if c := r.Header.Get("Content-Encoding"); c != "" && !strings.EqualFold(c, "identity") {
		return fault(http.StatusUnsupportedMediaType, "The request's body is compressed: send it as it is.")
	}
	if r.ContentLength > limit {
		return fault(http.StatusRequestEntityTooLarge, tooLong)
	}
	_ = out.SetReadDeadline(time.Now().Add(bodyTime)) // a writer of a test may have none
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, limit))
	long := (*http.MaxBytesError)(nil)
	switch {
	case errors.As(err, &long):
		return fault(http.StatusRequestEntityTooLarge, tooLong)
	case errors.Is(err, os.ErrDeadlineExceeded):
		return fault(http.StatusRequestTimeout, "The request's body came too slowly.")
	case err != nil:
		return fault(http.StatusBadRequest, "The request's body ended early or is damaged.")
	}
	_ = out.SetReadDeadline(time.Time{})
	if route.Body <= 0 {
		body = nil
	}
	r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	return nil
}

type closingKey struct{}

// lasting returns a context that ends with the caller's identity.
func (k *Kit) lasting(ctx context.Context, r *http.Request) (_ context.Context, stop func()) {
	ctx, cancel := context.WithCancelCause(context.WithValue(ctx, closingKey{}, k.o.Closing))
	unwatch, v := func() {}, visit(r)
	if v.Identity != nil && k.o.Watch != nil {
		unwatch = k.o.Watch(v.Identity, func() { cancel(auth.ErrEnded) })
		if !k.o.Guard.Holds(r) { // it ended before it was watched
			cancel(auth.ErrEnded)
		}
	}
	return ctx, func() {
		unwatch()
		cancel(nil)
	}
}

// Waiting returns a context for what an answer waits for: it ends with the one of the handler, and also when the server
// shuts down. Who waits then gets what there is.
func Waiting(ctx context.Context) (waiting context.Context, cancel func()) {
	waiting, stop := context.WithCancel(ctx)
	closing, lasts := ctx.Value(closingKey{}).(context.Context)
	if !lasts {
		panic("an answer waits, and its route does not say that it lasts")
	}
	unwatch := context.AfterFunc(closing, stop)
	return waiting, func() {
		unwatch()
		stop()
	}
}

// traced begins the span of a request, and returns the function that ends it with the status. What lasts has none: on a
// socket, each command has its own.
// The trace of a caller goes on only if that is a proxy of ours: a stranger could have every request traced.
func (k *Kit) traced(r *http.Request, route *Route) (_ *http.Request, end func(status int)) {
	if route.Lasts {
		return r, func(int) {}
	}
	ctx := r.Context()
	if k.o.TrustProxy {
		ctx = observe.Extract(ctx, r.Header)
	}
	ctx, span := observe.Start(ctx, r.Pattern, trace.SpanKindServer,
		semconv.HTTPRequestMethodKey.String(r.Method), semconv.HTTPRoute(route.Path))
	if span == nil {
		return r, func(int) {}
	}
	return r.WithContext(ctx), func(status int) {
		span.SetAttributes(semconv.HTTPResponseStatusCode(status))
		if status >= http.StatusInternalServerError {
			span.SetStatus(codes.Error, "")
		}
		span.End()
	}
}

// cached returns a writer whose answers have a cache policy, and what must be called once the answer is written: it
// returns the status.
func cached(w http.ResponseWriter, policy Cache) (_ http.ResponseWriter, answered func() int) {
	answer := 0 // the status, once there is one
	set := func(status int) {
		if answer != 0 {
			return
		}
		answer = status
		h := w.Header()
		value := string(policy)
		if policy == ByAnswer {
			value = h.Get("Cache-Control")
		}
		if status >= http.StatusBadRequest || value == "" {
			value = string(NoStore)
		}
		if len(h["Set-Cookie"]) > 0 && !strings.HasPrefix(value, "private, ") {
			value = "private, " + strings.TrimPrefix(value, "public, ")
		}
		h.Set("Cache-Control", value)
	}
	return httpsnoop.Wrap(w, httpsnoop.Hooks{
			WriteHeader: func(next httpsnoop.WriteHeaderFunc) httpsnoop.WriteHeaderFunc {
				return func(status int) {
					if status >= http.StatusOK || status == http.StatusSwitchingProtocols {
						set(status)
					}
					next(status)
				}
			},
			Write: func(next httpsnoop.WriteFunc) httpsnoop.WriteFunc {
				return func(b []byte) (int, error) {
					set(http.StatusOK)
					return next(b)
				}
			},
			Flush: func(next httpsnoop.FlushFunc) httpsnoop.FlushFunc {
				return func() {
					set(http.StatusOK)
					next()
				}
			},
		}), func() int {
			set(http.StatusOK) // of an answer that is empty
			return answer
		}
}
