package sockets

import (
	"net/http"
	"reflect"
	"strings"

	"github.com/gobwas/ws"
	"golang.org/x/time/rate"

	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/guests"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/problem"
	"github.com/wane-chess/wane/internal/server/web"
	"github.com/wane-chess/wane/internal/server/websock"
)

// Register adds the route of the sockets to a kit, and describes their messages, which no operation has.
func (s *Sockets) Register(k *web.Kit) {
	schemas := k.API().Components.Schemas
	schemas.Schema(reflect.TypeFor[ClientMessage](), true, "")
	schemas.Schema(reflect.TypeFor[ServerMessage](), true, "")
	r := web.Get(web.SocketPath, "", "A socket",
		web.Read(web.Player, web.Scopes(auth.BoardPlay, auth.BotPlay), limits.Read))
	r.Lasts = true
	k.Serve(r, http.HandlerFunc(s.open))
}

// open opens a socket. Its guest is the one of the request's cookie. It rejects
// requests from pages of other sites.
func (s *Sockets) open(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet {
		w.Header().Set("Allow", http.MethodGet)
		problem.Write(w, problem.New(http.StatusMethodNotAllowed, problem.CodeBadRequest,
			r.URL.Path+" has no "+r.Method+"."))
		return
	}
	if !strings.EqualFold(r.Header.Get("Upgrade"), "websocket") { // Accept would close the connection, which may be kept
		w.Header().Set("Upgrade", "websocket")
		problem.Write(w, problem.New(http.StatusUpgradeRequired, problem.CodeBadRequest,
			"This address is for WebSockets: ask for an upgrade."))
		return
	}
	if s.Down() {
		w.Header().Set("Retry-After", "5")
		problem.Write(w, problem.New(http.StatusServiceUnavailable, problem.CodeServer,
			"The server is restarting: connect again in a moment."))
		return
	}
	v := guests.VisitOf(r.Context())
	if !s.hub.reserve(v.Address, s.limits.Sockets, v.Guest.ID, s.limits.GuestSockets) {
		w.Header().Set("Retry-After", "10")
		problem.Write(w, problem.New(http.StatusTooManyRequests, problem.CodeTooMany,
			"Too many connections from you or your address: close some pages."))
		return
	}
	conn, err := websock.Accept(w, r, s.host, maxMessage)
	if err != nil {
		s.hub.release(v.Address)
		return // Accept has answered
	}
	k := &socket{s: s, conn: conn, guest: v.Guest.ID, address: v.Address, account: v.Identity}
	name := v.Guest.Name // not the rest of the visit
	k.name.Store(&name)
	if !s.limits.Off {
		k.limiter = rate.NewLimiter(rate.Limit(s.limits.Messages.PerSecond), s.limits.Messages.Burst)
	}
	k.heard.Store(s.clock())
	if !s.hub.add(k, &s.readers) {
		s.hub.release(v.Address)
		_ = conn.Send(conn.CloseFrame(ws.StatusGoingAway, "the server is shutting down"))
		_ = conn.Close()
		return
	}
	s.opened.Inc()
	news := s.games.WatchPlayer(k.guest, func() { k.send(playerMessage) })
	k.unbind = news
	if v.Identity != nil && s.watch != nil {
		ended := s.watch(v.Identity, k.revoke)
		k.unbind = func() {
			ended()
			news()
		}
		if !s.guard.Holds(r) { // it ended before it was watched
			k.revoke()
		}
	}
	k.hello()
	// The request's goroutine, with its large stack, ends here.
	go k.run()
}
