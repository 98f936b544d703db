package websock

import (
	"bufio"
	"context"
	"crypto/rand"
	"crypto/sha1" //nolint:gosec // the protocol demands it
	"crypto/tls"
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// accepted returns the answer to the key of a handshake.
func accepted(key string) string {
	sum := sha1.Sum([]byte(key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11")) //nolint:gosec // as above
	return base64.StdEncoding.EncodeToString(sum[:])
}

// Accept answers a request for a WebSocket. Messages of the client have at most limit bytes.
// Pages of other sites may not open one: the origin, if there is one, must be the host of the
// request, or host if that is not empty. After an error the request is answered.
func Accept(w http.ResponseWriter, r *http.Request, host string, limit int) (*Conn, error) {
	status, err := check(w.Header(), r, host)
	if err != nil {
		http.Error(w, err.Error(), status)
		return nil, err
	}
	h := w.Header()
	h.Set("Upgrade", "websocket")
	h.Set("Connection", "Upgrade")
	h.Set("Sec-WebSocket-Accept", accepted(r.Header.Get("Sec-WebSocket-Key")))
	w.WriteHeader(http.StatusSwitchingProtocols)
	c, rw, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return nil, fmt.Errorf("take over the connection: %w", err)
	}
	if err := c.SetDeadline(time.Time{}); err != nil {
		_ = c.Close()
		return nil, err
	}
	early, err := buffered(rw.Reader)
	if err != nil {
		_ = c.Close()
		return nil, err
	}
	return newConn(c, false, early, limit), nil
}

// check returns what is wrong with a request, and the status of the answer.
func check(answer http.Header, r *http.Request, host string) (status int, err error) {
	key, keyErr := base64.StdEncoding.DecodeString(r.Header.Get("Sec-WebSocket-Key"))
	switch {
	case r.Method != http.MethodGet:
		return http.StatusMethodNotAllowed, errors.New("a WebSocket is opened with GET")
	case !r.ProtoAtLeast(1, 1) || !lists(r.Header, "Connection", "upgrade") || !lists(r.Header, "Upgrade", "websocket"):
		answer.Set("Connection", "Upgrade")
		answer.Set("Upgrade", "websocket")
		return http.StatusUpgradeRequired, errors.New("this address is for WebSockets: the request must ask for an upgrade to one")
	case r.Header.Get("Sec-WebSocket-Version") != "13":
		answer.Set("Sec-WebSocket-Version", "13")
		return http.StatusBadRequest, errors.New("the version of the WebSocket must be 13")
	case keyErr != nil || len(key) != 16 || len(r.Header.Values("Sec-WebSocket-Key")) != 1:
		return http.StatusBadRequest, errors.New("the request needs one Sec-WebSocket-Key of 16 bytes")
	case !sameOrigin(r, host):
		return http.StatusForbidden, fmt.Errorf("pages of %.100q may not open a WebSocket here", r.Header.Get("Origin"))
	}
	return 0, nil
}

// lists reports whether a header lists a token.
func lists(h http.Header, name, token string) bool {
	for _, value := range h.Values(name) {
		for item := range strings.SplitSeq(value, ",") {
			if strings.EqualFold(strings.TrimSpace(item), token) {
				return true
			}
		}
	}
	return false
}

// sameOrigin reports whether the request comes from a page of the request's host or of the
// given one, or from no page.
func sameOrigin(r *http.Request, host string) bool {
	origin := r.Header.Get("Origin")
	if origin == "" {
		return true
	}
	u, err := url.Parse(origin)
	return err == nil && u.Host != "" && (strings.EqualFold(u.Host, r.Host) || host != "" && strings.EqualFold(u.Host, host))
}

// buffered returns a copy of the bytes that a reader holds.
func buffered(r *bufio.Reader) ([]byte, error) {
	b, err := r.Peek(r.Buffered())
	if len(b) == 0 {
		return nil, err
	}
	return append([]byte(nil), b...), err
}

// StatusError is the answer of a server that opens no WebSocket.
type StatusError struct{ Status string }

// Error implements error.
func (e *StatusError) Error() string { return "the server answers " + e.Status }

// Dial opens a WebSocket at an address such as http://localhost:8080/ws. Messages of the server
// have at most limit bytes.
func Dial(ctx context.Context, address string, header http.Header, limit int) (*Conn, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, err
	}
	if header != nil {
		req.Header = header.Clone()
	}
	random := make([]byte, 16)
	_, _ = rand.Read(random) // never fails
	key := base64.StdEncoding.EncodeToString(random)
	for name, value := range map[string]string{"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": key} {
		req.Header.Set(name, value)
	}
	c, err := connect(ctx, req.URL)
	if err != nil {
		return nil, err
	}
	stop := context.AfterFunc(ctx, func() { _ = c.SetDeadline(time.Unix(1, 0)) })
	early, err := request(c, req, key)
	if !stop() && err == nil {
		err = ctx.Err()
	}
	if err != nil {
		_ = c.Close()
		if ctx.Err() != nil {
			err = ctx.Err()
		}
		return nil, err
	}
	return newConn(c, true, early, limit), nil
}

// connect opens the connection for an address.
func connect(ctx context.Context, u *url.URL) (net.Conn, error) {
	port := u.Port()
	var d interface {
		DialContext(ctx context.Context, network, address string) (net.Conn, error)
	} = &net.Dialer{}
	switch {
	case u.Scheme == "https":
		d = &tls.Dialer{Config: &tls.Config{NextProtos: []string{"http/1.1"}, MinVersion: tls.VersionTLS12}}
		if port == "" {
			port = "443"
		}
	case port == "":
		port = "80"
	}
	return d.DialContext(ctx, "tcp", net.JoinHostPort(u.Hostname(), port))
}

// request does the handshake and returns the bytes that follow it.
func request(c net.Conn, req *http.Request, key string) ([]byte, error) {
	if err := req.Write(c); err != nil {
		return nil, err
	}
	r := bufio.NewReaderSize(c, 1024)
	resp, err := http.ReadResponse(r, req)
	if err != nil {
		return nil, err
	}
	_ = resp.Body.Close()
	switch {
	case resp.StatusCode != http.StatusSwitchingProtocols:
		return nil, &StatusError{resp.Status}
	case !lists(resp.Header, "Connection", "upgrade") || !lists(resp.Header, "Upgrade", "websocket") || resp.Header.Get("Sec-WebSocket-Accept") != accepted(key):
		return nil, errors.New("the server answers, but not as a WebSocket")
	}
	return buffered(r)
}
