package sockets

import (
	"bufio"
	"io"
	"net"
	"net/http"

	"github.com/coder/websocket"
	"golang.org/x/time/rate"

	"github.com/wane-chess/wane/internal/live/protocol"
	"github.com/wane-chess/wane/internal/live/server/guests"
	"github.com/wane-chess/wane/internal/live/server/limits"
	"github.com/wane-chess/wane/internal/live/server/problem"
)

// ServeHTTP opens a socket. Its guest is the one of the request's cookie. It rejects
// requests from pages of other sites.
func (s *Sockets) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !s.guard.Enter(w, r, limits.Read, true) {
		return
	}
	if s.Down() {
		w.Header().Set("Retry-After", "5")
		problem.Write(w, problem.New(http.StatusServiceUnavailable, protocol.CodeServer, "The server is restarting: connect again in a moment."))
		return
	}
	v := guests.VisitOf(r.Context())
	if !s.hub.reserve(v.Address, s.limits.Sockets, v.Guest.ID, s.limits.GuestSockets) {
		w.Header().Set("Retry-After", "10")
		problem.Write(w, problem.New(http.StatusTooManyRequests, protocol.CodeTooMany, "Too many connections from you or your address: close some pages."))
		return
	}
	o := &websocket.AcceptOptions{CompressionMode: websocket.CompressionDisabled}
	if s.host != "" {
		o.OriginPatterns = []string{s.host}
	}
	conn, err := websocket.Accept(slim{w}, r, o)
	if err != nil {
		s.hub.release(v.Address)
		return // Accept has answered
	}
	conn.SetReadLimit(maxMessage)
	k := &socket{s: s, conn: conn, guest: v.Guest.ID, address: v.Address}
	name := v.Guest.Name // not the rest of the visit
	k.name.Store(&name)
	if !s.limits.Off {
		k.limiter = rate.NewLimiter(rate.Limit(s.limits.Messages.PerSecond), s.limits.Messages.Burst)
	}
	k.heard.Store(s.clock())
	if !s.hub.add(k) {
		s.hub.release(v.Address)
		_ = conn.Close(websocket.StatusGoingAway, "the server is shutting down")
		return
	}
	s.opened.Inc()
	k.hello()
	// The request's goroutine, with its large stack, ends here.
	go k.run()
}

// Sizes of a socket's buffers, in bytes. Longer messages bypass them.
const (
	slimRead  = 512
	slimWrite = 1024
)

// slim is a response whose connection gets smaller buffers when it becomes a
// socket: messages are short, and thousands of sockets are idle.
type slim struct{ http.ResponseWriter }

// Hijack implements http.Hijacker.
func (s slim) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, rw, err := http.NewResponseController(s.ResponseWriter).Hijack()
	if err != nil {
		return nil, nil, err
	}
	// Bytes that followed the request directly have been read already.
	early := rw.Reader.Buffered()
	r := bufio.NewReaderSize(io.MultiReader(io.LimitReader(rw.Reader, int64(early)), conn), max(slimRead, early))
	if _, err := r.Peek(early); err != nil {
		_ = conn.Close()
		return nil, nil, err
	}
	return conn, bufio.NewReadWriter(r, bufio.NewWriterSize(conn, slimWrite)), nil
}
