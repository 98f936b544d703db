package server_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/server"
	"github.com/wane-chess/wane/internal/server/manager/managertest"
	"github.com/wane-chess/wane/internal/server/servertest"
)

// However many ask whether a node is ready, its parts do their work once in a second.
func TestReadyIsShared(t *testing.T) {
	w := servertest.New(t)
	pings := func() int { return w.Store.Calls("ping") }
	before := pings()
	ask := func() (int, string) {
		answer := httptest.NewRecorder()
		w.Server.ServeHTTP(answer, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/readyz", nil))
		return answer.Code, answer.Body.String()
	}
	var wg sync.WaitGroup
	for range 50 {
		wg.Go(func() {
			if code, text := ask(); code != http.StatusOK || text != "ok\n" {
				t.Errorf("%d %s", code, text)
			}
		})
	}
	wg.Wait()
	if n := pings() - before; n != 1 {
		t.Errorf("the store was written %d times, want once", n)
	}
	w.Store.SetFault(func(managertest.Call) managertest.Fault { return managertest.Fault{Before: managertest.ErrBroken} })
	if code, _ := ask(); code != http.StatusOK {
		t.Errorf("within the second: %d", code)
	}
	w.Clock.Advance(time.Second)
	for range 2 {
		if code, text := ask(); code != http.StatusServiceUnavailable || text != "not ready: database\n" {
			t.Errorf("with a broken store: %d %s", code, text)
		}
	}
	if n := strings.Count(w.Log.String(), "not ready"); n != 1 {
		t.Errorf("the log says it %d times", n)
	}
}

// With an address of their own, readiness and metrics are not public.
func TestPrivateStatus(t *testing.T) {
	w := servertest.New(t, func(o *server.Options) { o.PrivateStatus = true })
	for _, c := range []struct {
		path            string
		public, private int
	}{{"/healthz", 200, 200}, {"/readyz", 404, 200}, {"/metrics", 404, 200}, {"/debug/pprof/heap", 404, 200},
		{"/debug/pprof/cmdline", 404, 404}, {"/api/variants", 200, 404}} {
		for at, h := range map[int]http.Handler{c.public: w.Server, c.private + 1000: w.Server.Status()} {
			answer := httptest.NewRecorder()
			h.ServeHTTP(answer, httptest.NewRequestWithContext(t.Context(), http.MethodGet, c.path, nil))
			if answer.Code != at%1000 {
				t.Errorf("%s: %d, want %d", c.path, answer.Code, at%1000)
			}
		}
	}
}
