package site_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/wane-chess/wane/internal/server"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/servertest"
)

// unread is an answer that the client does not read until read is closed.
type unread struct {
	*httptest.ResponseRecorder
	begun func()
	read  chan struct{}
}

// Write implements http.ResponseWriter.
func (u *unread) Write(b []byte) (int, error) {
	u.begun()
	<-u.read
	return u.ResponseRecorder.Write(b)
}

// trickle is a body that a client sends in part, and completes when more is closed.
type trickle struct {
	io.Reader // the rest
	begun     func()
	more      chan struct{}
}

// Read implements io.Reader.
func (b *trickle) Read(p []byte) (int, error) {
	b.begun()
	<-b.more
	return b.Reader.Read(p)
}

// Clients that send or read slowly take no turn of those who wait for pictures and boards.
func TestSlowClients(t *testing.T) {
	w := servertest.New(t, func(o *server.Options) { o.Limits = limits.Limits{Off: true} })
	const each = 50
	line := `{"variant":"shrink","moves":["e4","d5"]}`
	var wg sync.WaitGroup
	read := make(chan struct{})
	slow := func(serve func(begun func())) {
		begun := make(chan struct{})
		wg.Go(func() { serve(sync.OnceFunc(func() { close(begun) })) })
		<-begun
	}
	for range each {
		for _, path := range []string{"/api/views", "/api/choices"} {
			slow(func(begun func()) { // does not send the body
				body := &trickle{strings.NewReader(line), begun, read}
				w.Server.ServeHTTP(httptest.NewRecorder(), httptest.NewRequestWithContext(t.Context(), http.MethodPost, path, body))
			})
			slow(func(begun func()) { // does not read the answer
				answer := &unread{httptest.NewRecorder(), begun, read}
				w.Server.ServeHTTP(answer,
					httptest.NewRequestWithContext(t.Context(), http.MethodPost, path, strings.NewReader(line)))
			})
		}
		for _, path := range []string{"/api/replay?variant=shrink&moves=e4_d5", "/api/picture.svg?variant=shrink"} {
			slow(func(begun func()) {
				w.Server.ServeHTTP(&unread{httptest.NewRecorder(), begun, read},
					httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil))
			})
		}
	}
	ann := w.Visitor()
	for _, path := range []string{"/api/picture.svg?variant=shrink&moves=e4", "/api/picture.png?variant=shrink&size=64",
		"/api/replay?variant=shrink&moves=e4"} {
		if r, body := ann.Request(http.MethodGet, path, nil); r.StatusCode != http.StatusOK {
			t.Errorf("%s: %d %.200s", path, r.StatusCode, body)
		}
	}
	if r, body := ann.Request(http.MethodPost, "/api/choices", line); r.StatusCode != http.StatusOK {
		t.Errorf("choices: %d %.200s", r.StatusCode, body)
	}
	close(read)
	wg.Wait()
}

// Replays are compressed once; a client without gzip gets the same text.
func TestReplayEncodings(t *testing.T) {
	ann := servertest.New(t).Visitor()
	const path = "/api/replay?variant=shrink&moves=e4_d5"
	_, want := ann.Request(http.MethodGet, path, nil, "Accept-Encoding", "identity")
	for range 2 { // made, and from the cache
		r, body := ann.Request(http.MethodGet, path, nil, "Accept-Encoding", "br, gzip;q=0.5")
		if z := unzip(t, body); r.Header.Get("Content-Encoding") != "gzip" || z != want ||
			!strings.Contains(r.Header.Get("Vary"), "Accept-Encoding") {
			t.Errorf("%v: %d bytes, want %d", r.Header, len(z), len(want))
		}
		r, body = ann.Request(http.MethodGet, path, nil, "Accept-Encoding", "gzip;q=0")
		if r.Header.Get("Content-Encoding") != "" || body != want {
			t.Errorf("%v: %d bytes, want %d", r.Header, len(body), len(want))
		}
	}
}

// A replay takes from the budget of lines: a long one as much as many requests.
func TestReplaysCost(t *testing.T) {
	few := limits.Rate{PerSecond: 0.001, Burst: 3}
	w := servertest.New(t,
		func(o *server.Options) { o.Limits = limits.Limits{Rules: limits.Budget{Guest: few, Address: few}} })
	ann := w.Visitor()
	game := ann.Playing("e4", "d5", "exd5", "c5")
	long := strings.TrimSuffix(strings.Repeat("g1f3_g8f6_f3g1_f6g8_", 40), "_")
	for i, c := range []struct {
		path string
		want int
	}{
		{"/api/games/" + game + "/replay", 200},
		{"/analysis/convergent?moves=" + long, 200}, // charged, though a draw ends the line
		{"/api/games/" + game + "/replay", 429},
		{"/analysis/shrink?moves=e4", 200}, // without the text about the position
	} {
		r, body := ann.Request(http.MethodGet, c.path, nil)
		if r.StatusCode != c.want {
			t.Errorf("request %d: %d, want %d: %.200s", i, r.StatusCode, c.want, body)
		}
		if strings.Contains(body, "to move.") {
			t.Errorf("request %d has a text for which there was no budget", i)
		}
	}
}

// An address can have so many requests in progress, and others are served meanwhile.
func TestRequestsInProgress(t *testing.T) {
	w := servertest.New(t, func(o *server.Options) { o.Limits = limits.Limits{Requests: 2} })
	get := func(address string, answer http.ResponseWriter) {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/api/variants", nil)
		r.RemoteAddr = address + ":1234"
		w.Server.ServeHTTP(answer, r)
	}
	status := func(address string) int {
		answer := httptest.NewRecorder()
		get(address, answer)
		return answer.Code
	}
	var wg sync.WaitGroup
	read := make(chan struct{})
	for range 2 {
		begun := make(chan struct{})
		wg.Go(func() {
			get("192.0.2.1", &unread{httptest.NewRecorder(), sync.OnceFunc(func() { close(begun) }), read})
		})
		<-begun
	}
	if got := status("192.0.2.1"); got != http.StatusTooManyRequests {
		t.Errorf("a third request: %d", got)
	}
	if got := status("192.0.2.2"); got != http.StatusOK {
		t.Errorf("from another address: %d", got)
	}
	close(read)
	wg.Wait()
	if got := status("192.0.2.1"); got != http.StatusOK {
		t.Errorf("afterwards: %d", got)
	}
}
