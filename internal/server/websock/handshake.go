package websock

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"

	"github.com/gobwas/ws"
)

// Accept answers a request for a WebSocket. Messages of the client have at most limit bytes.
// Pages of other sites may not open one: the origin, if there is one, must be the host of the
// request, or host if that is not empty. The answer has w's headers. After an error the
// request is answered.
func Accept(w http.ResponseWriter, r *http.Request, host string, limit int) (*Conn, error) {
	if !sameOrigin(r, host) {
		err := fmt.Errorf("pages of %.100q may not open a WebSocket here", r.Header.Get("Origin"))
		http.Error(w, err.Error(), http.StatusForbidden)
		return nil, err
	}
	c, rw, _, err := ws.HTTPUpgrader{Header: w.Header()}.Upgrade(r, w)
	if err != nil {
		if c != nil {
			_ = c.Close()
		}
		return nil, err
	}
	early, err := buffered(rw.Reader)
	if err != nil {
		_ = c.Close()
		return nil, err
	}
	return newConn(c, ws.StateServerSide, early, limit), nil
}

// sameOrigin reports whether the request comes from a page of the request's host or of the
// given one, or from no page.
func sameOrigin(r *http.Request, host string) bool {
	origin := r.Header.Get("Origin")
	if origin == "" {
		return true
	}
	u, err := url.Parse(origin)
	return err == nil && u.Host != "" &&
		(strings.EqualFold(u.Host, r.Host) || host != "" && strings.EqualFold(u.Host, host))
}

// buffered returns a copy of the bytes that a reader holds. The reader may be nil.
func buffered(r *bufio.Reader) ([]byte, error) {
	if r == nil {
		return nil, nil
	}
	b, err := r.Peek(r.Buffered())
	if len(b) == 0 {
		return nil, err
	}
	return append([]byte(nil), b...), err
}

// Dial opens a WebSocket at an address such as http://localhost:8080/ws. Messages of the server
// have at most limit bytes. Connect opens the connection; nil: the system does. The error is a
// ws.StatusError if the server answers otherwise.
func Dial(
	ctx context.Context, connect func(ctx context.Context, network, address string) (net.Conn, error), address string,
	header http.Header, limit int,
) (*Conn, error) {
	d := ws.Dialer{Header: ws.HandshakeHeaderHTTP(header), NetDial: connect}
	c, r, _, err := d.Dial(ctx, "ws"+strings.TrimPrefix(address, "http"))
	if err != nil {
		return nil, err
	}
	early, err := buffered(r)
	if r != nil {
		ws.PutReader(r)
	}
	if err != nil {
		_ = c.Close()
		return nil, err
	}
	return newConn(c, ws.StateClientSide, early, limit), nil
}
