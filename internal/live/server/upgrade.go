package server

import (
	"net/http"

	"github.com/coder/websocket"
	"golang.org/x/time/rate"
)

// upgrade opens a socket. Who its guest is, the cookie alone says, at this
// moment. Requests from pages of other sites are refused.
func (s *Server) upgrade(w http.ResponseWriter, r *http.Request) {
	if !s.enter(w, r, budgetRead, true) {
		return
	}
	if s.down() {
		w.Header().Set("Retry-After", "5")
		writeProblem(w, newCoded(http.StatusServiceUnavailable, codeServer, "The server is going down for a moment: connect again soon."))
		return
	}
	v := visitOf(r.Context())
	if !s.hub.reserve(v.address, s.bounds.Sockets, v.guest.ID, s.bounds.GuestSockets) {
		w.Header().Set("Retry-After", "10")
		writeProblem(w, newCoded(http.StatusTooManyRequests, codeTooMany, "There are too many connections from you or your address; close some pages."))
		return
	}
	o := &websocket.AcceptOptions{CompressionMode: websocket.CompressionDisabled}
	if s.base != nil {
		o.OriginPatterns = []string{s.base.Host}
	}
	conn, err := websocket.Accept(slim{w}, r, o)
	if err != nil {
		s.hub.release(v.address)
		return // the answer is given
	}
	conn.SetReadLimit(maxMessage)
	k := &socket{s: s, conn: conn, guest: v.guest.ID, address: v.address}
	name := v.guest.Name // not the rest of the visit
	k.name.Store(&name)
	if !s.bounds.Off {
		k.limiter = rate.NewLimiter(rate.Limit(s.bounds.Messages.PerSecond), s.bounds.Messages.Burst)
	}
	k.heard.Store(s.clock())
	if !s.hub.add(k) {
		s.hub.release(v.address)
		_ = conn.Close(websocket.StatusGoingAway, "the server is going down")
		return
	}
	s.metrics.opened.Inc()
	k.hello()
	// The request's goroutine, with all that it has grown to, ends here.
	go k.run()
}
